package bundle

import (
	"errors"
	"iter"

	"go.yaml.in/yaml/v3"
)

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
