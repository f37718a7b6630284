package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/ops/cli"
)

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
	schemas, err := inputs()
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

// describeCall adds to the command call what the contract says of the tool that the arguments
// name: its texts, and a flag for each field. An error names the nearest tool.
func describeCall(program *kong.Application, call *callCommand, args []string) error {
	if len(args) < 2 || args[0] != "call" {
		return nil
	}
	contract, err := described()
	if err != nil {
		return err
	}
	name := args[1]
	if strings.HasPrefix(name, "-") { // flags may come before the tool
		if at := slices.IndexFunc(args, func(arg string) bool { return contract.Tool(arg) != nil }); at > 0 {
			name = args[at]
		}
	}
	tool := contract.Tool(name)
	switch {
	case tool == nil && strings.HasPrefix(name, "-"):
		return nil // kong says what is wrong, or prints the help of the command
	case tool == nil:
		return contract.Unknown(name)
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

// arguments returns a body as flags.
func (t *calledTool) arguments(body []byte) ([]string, error) {
	return cli.Arguments(t.fields, body)
}

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
