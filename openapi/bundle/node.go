package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// YAML returns the document as YAML, in the order of the source. It means the same to readers of YAML 1.1, such as those
// of Python and Ruby, as to those of YAML 1.2.
func YAML(doc *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(quoted(doc)); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

var (
	// plain are texts that need no quotes, unless they are words.
	plain = regexp.MustCompile(`^[A-Za-z$/][\w$./{} -]*$`)
	words = regexp.MustCompile(`(?i)^(y|yes|n|no|on|off|true|false|null)$`) // values in YAML 1.1
)

// quoted returns a copy in which every text that some reader takes for a value of another type is in quotes.
func quoted(n *yaml.Node) *yaml.Node {
	out := *n
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && (!plain.MatchString(n.Value) || words.MatchString(n.Value)) {
		out.Style = yaml.DoubleQuotedStyle
	}
	out.Content = nil
	for _, inner := range n.Content {
		out.Content = append(out.Content, quoted(inner))
	}
	return &out
}

// JSON returns the document as indented JSON, in the order of the source.
func JSON(doc *yaml.Node) ([]byte, error) {
	var raw, out bytes.Buffer
	if err := writeJSON(&raw, doc); err != nil {
		return nil, err
	}
	if err := json.Indent(&out, raw.Bytes(), "", " "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func writeJSON(out *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		out.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeString(out, n.Content[i].Value); err != nil {
				return err
			}
			out.WriteByte(':')
			if err := writeJSON(out, n.Content[i+1]); err != nil {
				return err
			}
		}
		out.WriteByte('}')
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, c := range n.Content {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeJSON(out, c); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	default:
		return writeScalar(out, n)
	}
	return nil
}

func writeScalar(out *bytes.Buffer, n *yaml.Node) error {
	if n.ShortTag() == "!!str" || n.ShortTag() == "!!timestamp" {
		return writeString(out, n.Value)
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	text, err := json.Marshal(v)
	out.Write(text)
	return err
}

// writeString does not escape <, > and &.
func writeString(out *bytes.Buffer, s string) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // the newline that Encode adds
	return nil
}

// merged returns the keys and values of a mapping with `<<` expanded; a key in
// the mapping itself overrides a merged one.
func merged(n *yaml.Node) ([]*yaml.Node, error) {
	var pairs []*yaml.Node
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Tag != "!!merge" {
			pairs = append(pairs, key, value)
			continue
		}
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		if value.Kind != yaml.MappingNode {
			return nil, errors.New("<< requires a mapping")
		}
		more, err := merged(value)
		if err != nil {
			return nil, err
		}
		for j := 0; j < len(more); j += 2 {
			if lookup(n.Content, more[j].Value) == nil {
				pairs = append(pairs, more[j], more[j+1])
			}
		}
	}
	return pairs, nil
}

func lookup(pairs []*yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].Value == key {
			return pairs[i+1]
		}
	}
	return nil
}

// dig returns the value at a path of keys, or nil.
func dig(n *yaml.Node, path ...string) *yaml.Node {
	for _, name := range path {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		n = lookup(n.Content, name)
	}
	return n
}

// entries iterates over the keys and values of a mapping.
func entries(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

func scalar(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
}

func mapping(key string, value *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(key), value}}
}

// joined returns a list or a mapping that consists of the content of two; first may be nil.
func joined(first, second *yaml.Node) *yaml.Node {
	if first == nil {
		return second
	}
	return &yaml.Node{Kind: second.Kind, Content: slices.Concat(first.Content, second.Content)}
}

// with returns a copy of a mapping in which key has the value.
func with(n *yaml.Node, key string, value *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: n.Kind, Content: slices.Clone(n.Content)}
	set(out, key, value)
	return out
}

// set gives a key of a mapping a value.
func set(n *yaml.Node, key string, value *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n.Content[i+1] = value
			return
		}
	}
	n.Content = append(n.Content, scalar(key), value)
}
