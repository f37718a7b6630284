package bundle

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

// Operations returns a bundled contract with the operations alone: without the
// documents of the service, their tag, the requests to webhooks, and the components that
// only these use.
func Operations(doc *yaml.Node) *yaml.Node {
	paths := keep(dig(doc, "paths"), func(path string) bool { return strings.HasPrefix(path, contract.ToolPath) })
	used := map[string]bool{}
	mark(paths, doc, used)
	components := &yaml.Node{Kind: yaml.MappingNode}
	for kind, group := range entries(dig(doc, "components")) {
		if kind != "securitySchemes" {
			group = keep(group, func(name string) bool { return used["#/components/"+kind+"/"+name] })
		}
		components.Content = append(components.Content, scalar(kind), group)
	}
	out := &yaml.Node{Kind: yaml.MappingNode}
	for key, value := range entries(doc) {
		switch key {
		case "webhooks":
			continue
		case "paths":
			value = paths
		case "components":
			value = components
		case "tags":
			value = withoutTag(value, "system")
		}
		out.Content = append(out.Content, scalar(key), value)
	}
	return out
}

// keep returns the entries of a mapping whose keys are wanted.
func keep(n *yaml.Node, wanted func(key string) bool) *yaml.Node {
	out := &yaml.Node{Kind: yaml.MappingNode}
	for key, value := range entries(n) {
		if wanted(key) {
			out.Content = append(out.Content, scalar(key), value)
		}
	}
	return out
}

// mark records every component that n refers to, directly or not.
func mark(n, doc *yaml.Node, used map[string]bool) {
	if ref := dig(n, "$ref"); ref != nil && !used[ref.Value] {
		used[ref.Value] = true
		mark(dig(doc, strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/")...), doc, used)
	}
	for _, inner := range n.Content {
		mark(inner, doc, used)
	}
}

func withoutTag(tags *yaml.Node, name string) *yaml.Node {
	out := &yaml.Node{Kind: yaml.SequenceNode}
	for _, tag := range tags.Content {
		if dig(tag, "name").Value != name {
			out.Content = append(out.Content, tag)
		}
	}
	return out
}
