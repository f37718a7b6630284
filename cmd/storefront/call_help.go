package main

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/ops/cli"
)

// Help implements kong.HelpProvider: what the help of the command says without a tool.
func (*callCommand) Help() string {
	var b strings.Builder
	b.WriteString(`The fields of the tool are flags: --max-price-oere 150000 or --maxPriceOere 150000, --in-stock or --in-stock=false, ` +
		`--slugs one --slugs two, --patch.brand null, and JSON where a field is an object or a list of objects. ` +
		`The key is read from STOREFRONT_KEY. A tool that requires a field takes the body from standard input if there is one and no field is given.

The answer goes to standard output, and a refusal to standard error: for people on a terminal, and exactly as it came in a pipe. Exit statuses:

`)
	for _, class := range cli.Classes {
		fmt.Fprintf(&b, "    %3d  %s\n", class.Status, class.Meaning)
	}
	return b.String()
}

// detail is what the help of a tool says, with its examples.
func (t *calledTool) detail() string {
	var b strings.Builder
	b.WriteString(t.Description)
	fmt.Fprintf(&b, "\n\nScope: %s", t.Scope)
	if t.Anonymous {
		b.WriteString(", or no key at all")
	}
	b.WriteString(". ")
	switch {
	case t.ReadOnly:
		b.WriteString("It reads.")
	case t.Destructive:
		b.WriteString("It writes, and removes things.")
	default:
		b.WriteString("It writes.")
	}
	b.WriteString("\n\nExamples:\n\n")
	for _, e := range t.Examples {
		if e.Summary != "" {
			fmt.Fprintf(&b, "    # %s\n", e.Summary)
		}
		args, err := t.arguments(e.Body)
		if err != nil {
			args = []string{"--json", string(e.Body)}
		}
		fmt.Fprintf(&b, "    storefront call %s\n", strings.Join(append([]string{t.Name}, quoted(args)...), " "))
	}
	return b.String()
}

// quoted returns arguments as they are written in a shell of unix.
func quoted(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if arg == "" || strings.ContainsFunc(arg, func(r rune) bool { return r > 0x7e || !strings.ContainsRune(plain, r) }) {
			out[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return out
}

// plain are the characters that mean nothing to a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/=@+%"

func helpOf(f *cli.Field) string {
	text := strings.TrimSpace(f.Description)
	if len(f.Values) > 0 {
		text += " One of " + strings.Join(f.Values, ", ") + "."
	}
	if f.Default != "" {
		text += " Default " + f.Default + "."
	}
	if f.Required {
		text = "Required. " + text
	}
	return text
}

func placeholderOf(f *cli.Field) string {
	kind := f.Kind
	if kind == cli.List {
		if f.Item == cli.Text || f.Item == cli.Integer {
			kind = f.Item
		}
	}
	switch kind {
	case cli.Text:
		return "TEXT"
	case cli.Integer, cli.Number:
		return "NUMBER"
	case cli.Boolean:
		return ""
	}
	return "JSON"
}
