package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

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
			if name := map[string]string{"string": "string", "integer": "int64", "number": "float64", "boolean": "bool"}[n.Value]; name != "" {
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
