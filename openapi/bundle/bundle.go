// Package bundle joins the split contract under openapi/ into one document
// without references to other files.
package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
)

// join reads the document at root and everything it refers to, and returns one
// document: path items are inlined; schemas, responses and headers of other
// files become components with the names that they have there. Two different
// components with one name are an error. read is called with the document as it was
// read, and changed before the components are attached.
func join(root string, read, changed func(b *bundler, doc *yaml.Node) error) (*yaml.Node, error) {
	b := &bundler{files: map[string]*yaml.Node{}, used: map[string]bool{}, origin: map[string]string{}, components: map[string]map[string]*yaml.Node{}}
	doc, err := b.load(root)
	if err != nil {
		return nil, err
	}
	if err := read(b, doc); err != nil {
		return nil, err
	}
	out, err := b.resolve(doc, root)
	if err != nil {
		return nil, err
	}
	if err := changed(b, out); err != nil {
		return nil, err
	}
	return out, b.attach(out)
}

type bundler struct {
	files      map[string]*yaml.Node            // by path, as read
	used       map[string]bool                  // "paths/site.yaml#site.get_page" for the target of a reference
	origin     map[string]string                // "schemas/Slug" → the file that defines it
	components map[string]map[string]*yaml.Node // by kind and name, resolved
}

func (b *bundler) load(path string) (*yaml.Node, error) {
	if n, ok := b.files[path]; ok {
		return n, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(doc.Content) == 0 {
		return nil, fmt.Errorf("%s: the file is empty", path)
	}
	b.files[path] = doc.Content[0]
	return doc.Content[0], nil
}

// resolve returns a copy of n, a node of file, with aliases and merge keys
// expanded and every reference pointing into the bundled document.
func (b *bundler) resolve(n *yaml.Node, file string) (*yaml.Node, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return b.resolve(n.Alias, file)
	case yaml.MappingNode:
		return b.resolveMapping(n, file)
	}
	out := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style &^ yaml.FlowStyle}
	for _, c := range n.Content {
		r, err := b.resolve(c, file)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, r)
	}
	return out, nil
}

func (b *bundler) resolveMapping(n *yaml.Node, file string) (*yaml.Node, error) {
	pairs, err := merged(n)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, n.Line, err)
	}
	if ref := lookup(pairs, "$ref"); ref != nil && !strings.HasPrefix(ref.Value, "#/components/") {
		return b.siblings(pairs, ref, file)
	}
	out := &yaml.Node{Kind: yaml.MappingNode, Tag: n.Tag}
	for i := 0; i < len(pairs); i += 2 {
		key := *pairs[i]
		key.HeadComment, key.LineComment, key.FootComment, key.Anchor = "", "", "", ""
		value, err := b.resolve(pairs[i+1], file)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, &key, value)
	}
	return out, nil
}

// siblings follows a reference and keeps its sibling keys, for example of a field
// with a description of its own.
func (b *bundler) siblings(pairs []*yaml.Node, ref *yaml.Node, file string) (*yaml.Node, error) {
	out, err := b.follow(ref, file)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i].Value == "$ref" {
			continue
		}
		value, err := b.resolve(pairs[i+1], file)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, scalar(pairs[i].Value), value)
	}
	return out, nil
}

// follow resolves the reference ref in file: a path item is returned itself,
// anything else becomes a component and a reference to it is returned.
func (b *bundler) follow(ref *yaml.Node, file string) (*yaml.Node, error) {
	path, name, ok := strings.Cut(ref.Value, "#/")
	if !ok {
		return nil, fmt.Errorf("%s:%d: reference %q has no #/name", file, ref.Line, ref.Value)
	}
	target := file
	if path != "" {
		target = filepath.Join(filepath.Dir(file), path)
	}
	doc, err := b.load(target)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, ref.Line, err)
	}
	node := lookup(doc.Content, name)
	if node == nil {
		return nil, fmt.Errorf("%s:%d: %s has no %q", file, ref.Line, target, name)
	}
	b.used[target+"#"+name] = true
	kind := kindOf(target)
	if kind == "" {
		return b.resolve(node, target)
	}
	if err := b.define(kind, name, target, node); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, ref.Line, err)
	}
	return mapping("$ref", scalar("#/components/"+kind+"/"+name)), nil
}

// define resolves the component once. It is recorded before its content is
// resolved, so that a component can refer to itself.
func (b *bundler) define(kind, name, file string, node *yaml.Node) error {
	if from, ok := b.origin[kind+"/"+name]; ok {
		if from != file {
			return fmt.Errorf("%s and %s both define %s", from, file, name)
		}
		return nil
	}
	b.origin[kind+"/"+name] = file
	resolved, err := b.resolve(node, file)
	if err != nil {
		return err
	}
	if b.components[kind] == nil {
		b.components[kind] = map[string]*yaml.Node{}
	}
	b.components[kind][name] = resolved
	return nil
}

// attach adds the collected components, by kind and name, to the document.
func (b *bundler) attach(doc *yaml.Node) error {
	components := lookup(doc.Content, "components")
	if components == nil {
		return fmt.Errorf("the document has no components")
	}
	for _, kind := range sortedKeys(b.components) {
		group := &yaml.Node{Kind: yaml.MappingNode}
		for _, name := range sortedKeys(b.components[kind]) {
			group.Content = append(group.Content, scalar(name), b.components[kind][name])
		}
		components.Content = append(components.Content, scalar(kind), group)
	}
	return nil
}

// kindOf returns the kind of component in a file; "" means path items.
func kindOf(file string) string {
	switch dir, base := filepath.Base(filepath.Dir(file)), filepath.Base(file); {
	case dir == "schemas":
		return "schemas"
	case base == "responses.yaml":
		return "responses"
	case base == "headers.yaml":
		return "headers"
	case base == "parameters.yaml":
		return "parameters"
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// listOperations adds every operation of the folder paths next to root to the paths of doc, before those that doc
// lists itself: in the order of the tags, which are their groups, and then of the file.
func (b *bundler) listOperations(doc *yaml.Node, root string) error {
	byGroup := map[string][]*yaml.Node{}
	err := b.eachPath(root, func(file string, key *yaml.Node) error {
		if group, _, isTool := strings.Cut(key.Value, "."); isTool {
			ref := mapping("$ref", scalar("paths/"+filepath.Base(file)+"#/"+key.Value))
			byGroup[group] = append(byGroup[group], scalar(contract.ToolPath+key.Value), ref)
		}
		return nil
	})
	if err != nil {
		return err
	}
	tags, paths := dig(doc, "tags"), dig(doc, "paths")
	if tags == nil || paths == nil {
		return fmt.Errorf("%s has no tags or no paths", root)
	}
	var listed []*yaml.Node
	for _, tag := range tags.Content {
		if name := dig(tag, "name"); name != nil {
			listed = append(listed, byGroup[name.Value]...)
		}
	}
	paths.Content = append(listed, paths.Content...)
	return nil
}

// checkPaths returns an error if a file in the folder paths next to root
// contains a path that is not in the document: it would be left out silently.
func (b *bundler) checkPaths(root string) error {
	return b.eachPath(root, func(file string, key *yaml.Node) error {
		if b.used[file+"#"+key.Value] {
			return nil
		}
		add := fmt.Sprintf("paths in %s:\n  /…: {$ref: 'paths/%s#/%s'}", root, filepath.Base(file), key.Value)
		if group, _, isTool := strings.Cut(key.Value, "."); isTool {
			add = fmt.Sprintf("tags in %s:\n  - {name: %s, description: …}", root, group)
		}
		return fmt.Errorf("%s:%d: %s is not listed; add this line to %s", file, key.Line, key.Value, add)
	})
}

// eachPath calls fn with the name of each path item in the folder paths next to root.
func (b *bundler) eachPath(root string, fn func(file string, key *yaml.Node) error) error {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(root), "paths", "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		doc, err := b.load(file)
		if err != nil {
			return err
		}
		for i := 0; i < len(doc.Content); i += 2 {
			if err := fn(file, doc.Content[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
