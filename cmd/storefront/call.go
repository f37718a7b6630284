package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

type callCommand struct {
	Tool           string        `arg:"" help:"The tool, such as products.search; \"storefront tools\" lists them, and --help after one describes it."`
	JSON           string        `name:"json" placeholder:"OBJECT" help:"The body, or - for standard input. A field that is also given as a flag has the value of the flag."`
	IdempotencyKey string        `placeholder:"TEXT" help:"Marks a call that writes, so that another process can repeat it within 24 hours and it is done once. Each call has one of its own."`
	Timeout        time.Duration `default:"30s" help:"How long each attempt may take."`
	Retries        int           `default:"3" help:"How often the call is sent again after a failure of the network, or when the service asks for that. Nothing is done twice."`
	MaxWait        time.Duration `default:"1m" help:"How long to wait between the attempts, in all."`
	config.Target  `embed:""`
	tool           calledTool `kong:"-"`
}

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

// Run calls the tool and prints the answer: for people on a terminal, and as it is in a pipe.
func (c *callCommand) Run(ctx context.Context) error {
	if c.tool.Tool == nil || c.tool.Name != c.Tool {
		return exitError{fmt.Errorf("there is no tool %q: write the tool first, after call", c.Tool), cli.BadCommandLine.Status}
	}
	address, err := wire.ParseAddress(c.BaseURL)
	if err != nil {
		return exitError{fmt.Errorf("--base-url: %w", err), cli.BadCommandLine.Status}
	}
	body, err := c.body(ctx)
	if err != nil {
		return err
	}
	answer, err := cli.Call(ctx, c.tool.Tool, body, cli.CallOptions{
		Address: address, Key: os.Getenv("STOREFRONT_KEY"), IdempotencyKey: c.IdempotencyKey, Agent: "storefront/" + config.Version(),
		Timeout: c.Timeout, Retries: c.Retries, MaxWait: c.MaxWait, Waits: reportWait,
	})
	if ctx.Err() != nil {
		return exitError{errors.New("interrupted"), cli.Interrupted.Status}
	}
	if err != nil {
		return exitError{err, cli.NotReached.Status}
	}
	return printAnswer(answer, address)
}

// body returns the body of the call.
func (c *callCommand) body(ctx context.Context) ([]byte, error) {
	text, err := []byte(c.JSON), error(nil)
	given := c.tool.given()
	switch {
	case c.JSON == standardStream, c.JSON == "" && len(given) == 0 && c.tool.requires() && isFed(os.Stdin):
		text, err = readAll(ctx, os.Stdin)
	case c.JSON == "":
		text = []byte("{}")
	}
	if err != nil {
		return nil, err
	}
	body, err := cli.Body(text, given)
	if err != nil {
		return nil, exitError{err, cli.BadCommandLine.Status}
	}
	if len(body) > contract.MaxBody {
		return nil, exitError{fmt.Errorf("the body is larger than %d bytes, which the service refuses", contract.MaxBody), cli.Invalid.Status}
	}
	return body, nil
}

// isFed reports whether a file is a pipe or a file on disk: reading a terminal or a device could
// last for ever.
func isFed(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0)
}

// readAll reads a body, or so much of it that it is seen to be too large. A read cannot be
// interrupted, so it is left behind when ctx ends.
func readAll(ctx context.Context, from io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(from, contract.MaxBody+1))
		done <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, exitError{errors.New("interrupted"), cli.Interrupted.Status}
	case r := <-done:
		return r.text, r.err
	}
}

// reportWait tells a person why nothing happens. In a pipe standard error is for problems alone.
func reportWait(d time.Duration, why string) {
	if cli.IsTerminal(os.Stderr) {
		fmt.Fprintf(os.Stderr, "storefront: %s: trying again in %s\n", wire.Safe(why), d)
	}
}

// errPrinted means that the reason of a failure was printed.
var errPrinted = errors.New("the reason was printed")

// printAnswer prints an answer. A success goes to standard output, everything else to standard error.
func printAnswer(answer *cli.Answer, address string) error {
	class := answer.Class()
	switch {
	case class == cli.Done:
		return writeText(os.Stdout, answer.Body, cli.Style.JSON)
	case answer.IsProblem():
		return exitError{errors.Join(errPrinted, writeText(os.Stderr, answer.Body, cli.Style.Problem)), class.Status}
	}
	said := fmt.Sprintf("%s answered with status %d and %q, which is no answer of a Storefront: is --base-url right?", address, answer.Status, answer.Header.Get("Content-Type"))
	if to := answer.Header.Get("Location"); to != "" {
		said = fmt.Sprintf("%s answered with status %d, a redirect to %s, which is not followed: give the right address as --base-url", address, answer.Status, to)
	}
	return exitError{errors.New(wire.Safe(said)), class.Status}
}

// writeText writes a text to a file: in a form for people on a terminal, and else as it is.
func writeText(to *os.File, text []byte, form func(cli.Style, []byte) string) error {
	if cli.IsTerminal(to) {
		text = []byte(form(cli.StyleOf(to), text))
	}
	_, err := to.Write(text)
	return err
}

// describeCall adds to the command call what the contract says of the tool that the arguments
// name: its texts, and a flag for each field. An error names the nearest tool.
func describeCall(program *kong.Application, call *callCommand, args []string) error {
	if len(args) < 2 || args[0] != "call" {
		return nil
	}
	known, err := outline()
	if err != nil {
		return err
	}
	name := args[1]
	if strings.HasPrefix(name, "-") { // flags may come before the tool
		if at := slices.IndexFunc(args, func(arg string) bool { return known.Tool(arg) != nil }); at > 0 {
			name = args[at]
		}
	}
	tool := known.Tool(name)
	switch {
	case tool == nil && strings.HasPrefix(name, "-"):
		return nil // kong says what is wrong, or prints the help of the command
	case tool == nil:
		return known.Unknown(name)
	}
	if call.tool, err = newCalledTool(tool); err != nil {
		return err
	}
	node := child(program.Node, args[0])
	node.Help, node.Detail = call.tool.Title+".", call.tool.detail()
	for i := range call.tool.fields {
		node.Flags = append(node.Flags, flagOf(&call.tool.fields[i], &call.tool.texts[i]))
	}
	return nil
}

// child returns the command of that name, which exists.
func child(node *kong.Node, name string) *kong.Node {
	return node.Children[slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == name })]
}

// calledTool is the tool of a command line, with the texts that are given for its fields.
type calledTool struct {
	*cli.Tool
	fields []cli.Field
	texts  []texts // of each field
}

// texts are what was given for one field.
type texts []string

// newCalledTool reads the fields of a tool from the contract.
func newCalledTool(tool *cli.Tool) (calledTool, error) {
	schemas, err := inputSchemas()
	if err != nil {
		return calledTool{}, err
	}
	all, err := cli.FieldsOf(schemas[tool.Name].Input)
	return calledTool{tool, all, make([]texts, len(all))}, err
}

// name is the name of the tool, or "" if there is none.
func (t *calledTool) name() string {
	if t.Tool == nil {
		return ""
	}
	return t.Name
}

// given returns the fields that were given.
func (t *calledTool) given() (given []cli.Given) {
	for i := range t.fields {
		if len(t.texts[i]) > 0 {
			given = append(given, cli.Given{Field: &t.fields[i], Texts: t.texts[i]})
		}
	}
	return given
}

// requires reports whether the tool cannot be called without a field.
func (t *calledTool) requires() bool {
	return slices.ContainsFunc(t.fields, func(f cli.Field) bool { return f.Required })
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
		fmt.Fprintf(&b, "    storefront call %s\n", strings.Join(append([]string{t.Name}, shellWords(args)...), " "))
	}
	return b.String()
}

// arguments returns a body as flags.
func (t *calledTool) arguments(body []byte) ([]string, error) {
	return cli.Arguments(t.fields, body)
}

// shellWords returns arguments as they are written in a shell of unix.
func shellWords(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if arg == "" || strings.ContainsFunc(arg, func(r rune) bool { return r > 0x7e || !strings.ContainsRune(plainCharacters, r) }) {
			out[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return out
}

// plainCharacters are the characters that mean nothing to a shell.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/=@+%"

// fieldGroup is the heading of the fields in the help.
var fieldGroup = kong.Group{Key: "fields", Title: "Fields:"}

func flagOf(f *cli.Field, into *texts) *kong.Flag {
	value := &kong.Value{
		Name: f.Name(), Help: helpOf(f), Mapper: fieldMapper{f}, Tag: &kong.Tag{}, Target: reflect.ValueOf(into).Elem(),
		Enum: "", Required: false, // the service says what is missing: it may be in --json
	}
	flag := &kong.Flag{Value: value, Group: &fieldGroup, PlaceHolder: placeholderOf(f)}
	if f.Exact() != f.Name() {
		flag.Aliases = []string{f.Exact()}
	}
	value.Flag = flag
	return flag
}

func helpOf(f *cli.Field) string {
	text := strings.TrimSpace(f.Description)
	if len(f.Values) > 0 {
		text += " One of " + strings.Join(f.Values, ", ") + "."
	}
	switch {
	case f.Kind == cli.List && f.Splits():
		text += " Several are separated by commas."
	case f.Kind == cli.List && f.Item == cli.Text:
		text += " For several repeat the flag: a comma is part of the text."
	case f.Kind == cli.List:
		text += " For several repeat the flag, or write a JSON array."
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

// fieldMapper takes the texts for one field from the command line.
type fieldMapper struct{ *cli.Field }

// IsBool implements kong.BoolMapper: true need not be written.
func (m fieldMapper) IsBool() bool { return m.Kind == cli.Boolean }

// Decode implements kong.Mapper.
func (m fieldMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := m.take(ctx.Scan)
	if err != nil {
		return err
	}
	if m.Kind == cli.List {
		_, err = m.Items(text)
	} else {
		_, err = m.Parse(text)
	}
	if err != nil {
		return err
	}
	if target.Len() > 0 && m.Kind != cli.List {
		return errors.New("is given twice, and takes one value")
	}
	target.Set(reflect.Append(target, reflect.ValueOf(text)))
	return nil
}

// take takes the text of the field. That of a number may begin with a hyphen.
func (m fieldMapper) take(scan *kong.Scanner) (string, error) {
	token := scan.Peek()
	if m.IsBool() && token.Type != kong.FlagValueToken && !slices.Contains([]string{"true", "false", "null"}, token.String()) {
		return "true", nil
	}
	if token.IsEOL() || token.Type != kong.FlagValueToken && strings.HasPrefix(token.String(), "--") {
		return "", fmt.Errorf("expected %s; one that begins with -- is written --%s=--…", m.Kind, m.Name())
	}
	return scan.Pop().String(), nil
}
