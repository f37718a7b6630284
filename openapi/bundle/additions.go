package bundle

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

// additions are the files with what every operation of a kind has.
var additions = []struct {
	file    string
	applies func(post *yaml.Node) bool
}{
	{"writes.yaml", writes},
	{"features.yaml", func(post *yaml.Node) bool { return dig(post, "x-feature") != nil }},
}

// writes reports whether the hints of an operation do not say that it only reads.
func writes(post *yaml.Node) bool {
	hint := dig(post, "x-agent-hints", "readOnly")
	return hint != nil && hint.Value != "true"
}

// complete adds the parameters, headers and codes that a file lists to every
// operation to which it applies.
func (b *bundler) complete(doc *yaml.Node, file string, applies func(post *yaml.Node) bool) error {
	text, err := b.load(file)
	if err != nil {
		return err
	}
	added, err := b.resolve(text, file)
	if err != nil {
		return err
	}
	for path, item := range entries(dig(doc, "paths")) {
		post := dig(item, "post")
		if !strings.HasPrefix(path, contract.ToolPath) || !applies(post) {
			continue
		}
		if parameters := dig(added, "parameters"); parameters != nil {
			post.Content = append(post.Content, scalar("parameters"), parameters)
		}
		responses := dig(post, "responses")
		for status, more := range entries(dig(added, "responses")) {
			if err := b.completeResponse(responses, status, more); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}

// completeResponse adds headers and codes to the response with a status. A response that
// is a component becomes a list of codes of its own.
func (b *bundler) completeResponse(responses *yaml.Node, status string, more *yaml.Node) error {
	response := &yaml.Node{Kind: yaml.MappingNode}
	if own := dig(responses, status); own != nil {
		response.Content = own.Content
	}
	if ref := dig(response, "$ref"); ref != nil {
		name := strings.TrimPrefix(ref.Value, "#/components/responses/")
		codes := dig(b.components["responses"][name], extensibleEnum)
		if codes == nil {
			return fmt.Errorf("the response %s lists no codes", name)
		}
		response = mapping(extensibleEnum, codes)
	}
	for _, key := range []string{extensibleEnum, "headers"} {
		if added := dig(more, key); added != nil {
			response = with(response, key, joined(dig(response, key), added))
		}
	}
	set(responses, status, response)
	return nil
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
