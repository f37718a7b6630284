package openapi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// ToolPath is the path of an operation of the shop without its name.
const ToolPath = "/api/v1/tools/"

// Operation is a method of a path.
type Operation struct {
	Node
	Name      string // the operationId
	Group     string // the part of it before the dot
	Method    string // in upper case
	Path      string // may have parameters: /problems/{code}
	Tool      bool   // whether it is an operation of the shop, and not a document or MCP
	Anonymous bool   // whether it works without a key
	Keyed     bool   // whether it takes a key
	Scope     string // the scope that the key needs, or ""
	ReadOnly  bool

	Destructive bool
	Idempotent  bool
}

// Operations returns all operations by name.
func (d *Document) Operations() []*Operation { return d.operations }

func (d *Document) readOperations() (all []*Operation) {
	paths := d.Root().At("paths")
	for _, path := range paths.Names() {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			if n := paths.At(path, method); n.Exists() {
				all = append(all, readOperation(n, path, strings.ToUpper(method)))
			}
		}
	}
	slices.SortFunc(all, func(a, b *Operation) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func readOperation(n Node, path, method string) *Operation {
	op := &Operation{
		Node: n, Name: n.At("operationId").Text(), Method: method, Path: path, Tool: strings.HasPrefix(path, ToolPath),
		ReadOnly: n.At("x-agent-hints", "readOnly").True(), Destructive: n.At("x-agent-hints", "destructive").True(),
		Idempotent: n.At("x-agent-hints", "idempotent").True(),
	}
	op.Group, _, _ = strings.Cut(op.Name, ".")
	for _, requirement := range n.At("security").List() {
		schemes, _ := requirement.(map[string]any)
		op.Anonymous = op.Anonymous || len(schemes) == 0
		for _, scopes := range schemes {
			op.Keyed = true
			if list := (Node{value: scopes}).Texts(); len(list) > 0 {
				op.Scope = list[0]
			}
		}
	}
	return op
}

// Body returns the schema of the JSON body.
func (op *Operation) Body() Node {
	return op.At("requestBody", "content", "application/json", "schema")
}

// Examples returns the example bodies by name.
func (op *Operation) Examples() map[string]any {
	all := map[string]any{}
	examples := op.At("requestBody", "content", "application/json", "examples")
	for _, name := range examples.Names() {
		all[name] = examples.At(name, "value").Value()
	}
	return all
}

// Declares reports whether a status is declared by itself, not by default.
func (op *Operation) Declares(status int) bool {
	return op.At("responses", strconv.Itoa(status)).Exists()
}

// Response returns what is declared of a status, by itself or by default.
func (op *Operation) Response(status int) Node {
	if own := op.At("responses", strconv.Itoa(status)); own.Exists() {
		return own.Follow()
	}
	return op.At("responses", "default").Follow()
}

// Codes returns the problem codes that a response lists. Codes may be added to
// such a list within v1, but a deployment answers with those of its own document.
func Codes(response Node) []string { return response.At("x-extensible-enum").Texts() }

// Result returns the schema of the result of a success.
func (op *Operation) Result() Node {
	return op.Response(200).At("content", "application/json", "schema", "properties", "result")
}

// Items returns the schema of the items of a result that is a list: an array, or
// an object with items and nextCursor.
func (op *Operation) Items() Node {
	result := op.Result()
	if result.At("properties", "nextCursor").Exists() {
		result = result.At("properties", "items")
	}
	return result.At("items")
}
