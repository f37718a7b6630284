package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

func generateGo() error {
	forGo, err := documentForGo()
	if err != nil {
		return err
	}
	defer os.Remove(forGo)
	return errors.Join(
		tool("oapi-codegen", "-config", "oapi-codegen.yaml", forGo),
		encodePlainly("gen/api/api.gen.go"),
		tool("oapi-codegen", "-config", "oapi-codegen.client.yaml", forGo),
		copyClient(),
	)
}

// documentForGo writes the operations with additions that only our types in Go need
// to a temporary file, and returns its path.
func documentForGo() (string, error) {
	text, err := os.ReadFile("gen/openapi.tools.json")
	if err != nil {
		return "", err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return "", err
	}
	if err := distinguishNull(doc.Content[0]); err != nil {
		return "", err
	}
	if text, err = yaml.Marshal(&doc); err != nil {
		return "", err
	}
	file, err := os.CreateTemp("", "openapi-*.yaml")
	if err != nil {
		return "", err
	}
	_, err = file.Write(text)
	return file.Name(), errors.Join(err, file.Close())
}

// encodePlainly makes the generated responses use the service's encoder, which
// does not escape <, > and &; oapi-codegen has no setting for it.
func encodePlainly(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	// The generated file imports wire already, for its times.
	changed := bytes.ReplaceAll(text, []byte("json.NewEncoder(&buf).Encode(response)"), []byte("wire.Encode(&buf, response)"))
	if bytes.Equal(changed, text) {
		return fmt.Errorf("%s encodes no response in the form that is to be replaced", path)
	}
	text = changed
	if text, err = format.Source(text); err != nil {
		return err
	}
	return write(path, text)
}

// copyClient copies the part of the Go client that is written by hand to the
// generated part: a Go package has one folder, and gen has nothing that make
// generate does not write, but the go.mod and go.sum of the client.
func copyClient() error {
	sources, err := filepath.Glob("cmd/generate/client*.go")
	if err != nil {
		return err
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		text, found := bytes.CutPrefix(text, []byte(clientHeader))
		if !found {
			return fmt.Errorf("%s does not begin with %q", source, clientHeader)
		}
		header := "// Copied from " + source + " by make generate; edit it there.\n\n"
		if err := write("gen/client/"+filepath.Base(source), append([]byte(header), text...)); err != nil {
			return err
		}
	}
	return nil
}

// clientHeader begins the sources of the client, so that they are not compiled
// where they are, without the generated types.
const clientHeader = `//go:build ignore

// A part of the Go client: make generate copies it to gen/client, beside the generated types.

`

// distinguishNull gives each optional field of a request that accepts null the
// Go type nullable.Nullable, which distinguishes null, which clears the field,
// from absent, which keeps it: a pointer cannot. A field that refers to a
// component has the type of that component, which no response may share.
func distinguishNull(doc *yaml.Node) error {
	requests, answers := &schemas{doc: doc, seen: map[*yaml.Node]string{}}, &schemas{doc: doc, seen: map[*yaml.Node]string{}}
	for path, item := range fields(at(doc, "paths")) {
		name, isTool := strings.CutPrefix(path, contract.ToolPath)
		if !isTool {
			continue
		}
		for _, op := range values(item) {
			requests.reach(at(op, "requestBody"), name)
			answers.reach(at(op, "responses"), name)
		}
	}
	for schema := range requests.seen {
		required := at(schema, "required")
		for name, field := range fields(at(schema, "properties")) {
			target := requests.followed(field)
			if !takesNull(target) || required != nil && slices.ContainsFunc(required.Content, func(n *yaml.Node) bool { return n.Value == name }) {
				continue
			}
			where := requests.seen[schema] + ": " + name
			if _, shared := answers.seen[target]; shared {
				return fmt.Errorf("%s is a nullable field of a request and has the same schema as an answer; give it one of its own in openapi/schemas", where)
			}
			if err := setNullable(target); err != nil {
				return fmt.Errorf("%s: %w", where, err)
			}
		}
	}
	return nil
}

// schemas are the schemas that some part of a document refers to, with the name
// of the operation that did so first.
type schemas struct {
	doc  *yaml.Node
	seen map[*yaml.Node]string
}

// reach adds n, everything in it and everything that it refers to.
func (s *schemas) reach(n *yaml.Node, operation string) {
	if n == nil || s.seen[n] != "" {
		return
	}
	s.seen[n] = operation
	if target := s.followed(n); target != n {
		s.reach(target, operation)
	}
	for _, inner := range n.Content {
		s.reach(inner, operation)
	}
}

// followed returns the component that n refers to, or n.
func (s *schemas) followed(n *yaml.Node) *yaml.Node {
	ref := at(n, "$ref")
	if ref == nil {
		return n
	}
	target := s.doc
	for name := range strings.SplitSeq(strings.TrimPrefix(ref.Value, "#/"), "/") {
		target = at(target, name)
	}
	return target
}

// takesNull reports whether null is among the types of a schema.
func takesNull(schema *yaml.Node) bool {
	if kind := at(schema, "type"); kind != nil && kind.Kind == yaml.SequenceNode {
		return slices.ContainsFunc(kind.Content, func(n *yaml.Node) bool { return n.Value == "null" })
	}
	return false
}

func setNullable(schema *yaml.Node) error {
	if at(schema, "x-go-type") != nil {
		return nil // another field refers to it
	}
	inner, err := goType(schema)
	if err != nil {
		return err
	}
	var extension yaml.Node
	if err := extension.Encode(map[string]any{
		"x-go-type":                       "nullable.Nullable[" + inner + "]",
		"x-go-type-import":                map[string]string{"path": "github.com/oapi-codegen/nullable"},
		"x-go-type-skip-optional-pointer": true,
	}); err != nil {
		return err
	}
	schema.Content = append(schema.Content, extension.Content...)
	return nil
}

// goType returns the Go type of a nullable schema without null.
func goType(schema *yaml.Node) (string, error) {
	if kind := at(schema, "type"); kind != nil {
		for _, n := range kind.Content {
			if name := map[string]string{"string": "string", "integer": "int64", "number": "float64", "boolean": "bool", "object": "map[string]any"}[n.Value]; name != "" {
				return name, nil
			}
		}
	}
	return "", errors.New("a nullable field of this kind has no Go type")
}

// at returns the value of a key of a mapping, or nil.
func at(n *yaml.Node, key string) *yaml.Node { return fields(n)[key] }

// fields returns a mapping's values by key; other nodes have none.
func fields(n *yaml.Node) map[string]*yaml.Node {
	out := map[string]*yaml.Node{}
	if n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			out[n.Content[i].Value] = n.Content[i+1]
		}
	}
	return out
}

// values returns the values of a mapping.
func values(n *yaml.Node) (out []*yaml.Node) {
	for _, value := range fields(n) {
		out = append(out, value)
	}
	return out
}
