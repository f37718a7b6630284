package openapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Node is a place in a document. That of something absent has no value, and so
// have all places below it.
type Node struct {
	doc     *Document
	pointer string // JSON Pointer
	value   any
}

// At returns the place that the steps lead to. References on the way are
// followed; one at the place itself is not, because what is written next to it
// counts too. A step into an array is an index.
func (n Node) At(steps ...string) Node {
	for _, step := range steps {
		n = n.Follow()
		value := n.Fields()[step]
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.List()) {
			value = n.List()[i]
		}
		if value == nil {
			return Node{}
		}
		n = Node{n.doc, n.pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step), value}
	}
	return n
}

// Follow returns the place that a reference leads to, or n if it is none.
func (n Node) Follow() Node {
	for range 100 { // more are a circle
		to, ok := strings.CutPrefix(n.own("$ref").Text(), "#/")
		if !ok {
			return n
		}
		target := n.doc.Root()
		for step := range strings.SplitSeq(to, "/") {
			target = target.At(strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		}
		n = target
	}
	return Node{}
}

// own is At without following n.
func (n Node) own(name string) Node { return Node{doc: n.doc, value: n.Fields()[name]} }

// Exists reports whether there is something.
func (n Node) Exists() bool { return n.value != nil }

// Value returns the value, as Decode returns it.
func (n Node) Value() any { return n.value }

// Fields returns the fields of an object, and nil for anything else.
func (n Node) Fields() map[string]any {
	fields, _ := n.value.(map[string]any)
	return fields
}

// Names returns the names of the fields of an object, or of what it refers to,
// in order.
func (n Node) Names() []string { return slices.Sorted(maps.Keys(n.Follow().Fields())) }

// List returns the elements of an array, and nil for anything else.
func (n Node) List() []any {
	list, _ := n.value.([]any)
	return list
}

// Texts returns those elements of an array that are strings, or a string as the
// only one.
func (n Node) Texts() (texts []string) {
	if text, ok := n.value.(string); ok {
		return []string{text}
	}
	for _, element := range n.List() {
		if text, ok := element.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// Text returns a string, and "" for anything else.
func (n Node) Text() string {
	text, _ := n.value.(string)
	return text
}

// True reports whether the value is true.
func (n Node) True() bool { return n.value == true }

// Number returns a number and whether it is one.
func (n Node) Number() (float64, bool) {
	number, ok := n.value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := number.Float64()
	return f, err == nil
}

// Types returns the JSON types that a schema allows; none means any.
func (n Node) Types() []string { return n.Follow().own("type").Texts() }
