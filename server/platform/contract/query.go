package contract

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// Query is the query of an address that is not an operation. It is validated
// like a body: as an object with one field for each parameter.
type Query struct {
	fields *schema.Schema
	types  map[string]*openapi3.Types // of each parameter
}

// Query returns what the contract says about the query of an address, or nil if
// the address ignores what it does not know, as pages do.
func (c *Contract) Query(path string) *Query { return c.queries[path] }

// readQueries compiles the queries of all addresses that declare the status 422.
func (c *Contract) readQueries(doc *openapi3.T) error {
	for path, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			if strings.HasPrefix(path, ToolPath) || o.Responses.Value("422") == nil {
				continue
			}
			q, err := newQuery(o.Parameters, c.compiler)
			if err != nil {
				return fmt.Errorf("contract: the query of %s: %w", path, err)
			}
			c.queries[path] = q
		}
	}
	return nil
}

func newQuery(parameters openapi3.Parameters, compiler schema.Compiler) (*Query, error) {
	closed := false
	object := &openapi3.Schema{
		Type: &openapi3.Types{"object"}, Properties: openapi3.Schemas{}, AdditionalProperties: openapi3.BoolSchema{Has: &closed},
	}
	q := &Query{types: map[string]*openapi3.Types{}}
	for _, p := range parameters {
		if p.Value.In == "query" {
			object.Properties[p.Value.Name] = p.Value.Schema
			q.types[p.Value.Name] = p.Value.Schema.Value.Type
		}
	}
	var err error
	q.fields, err = compiler.Compile(object)
	return q, err
}

var unreadable = schema.Fault{
	Code: schema.CodeFormat, Detail: "must be a query in UTF-8", Fix: "Encode the query in UTF-8, as application/x-www-form-urlencoded.",
}

// Check returns the faults of a query. Their pointers consist of a slash and the
// name of the parameter.
func (q *Query) Check(raw string) []schema.Fault {
	values, err := url.ParseQuery(raw)
	text, _ := url.QueryUnescape(raw)
	if err != nil || !utf8.ValidString(text) {
		return []schema.Fault{unreadable}
	}
	var object bytes.Buffer
	object.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > 1 {
			return []schema.Fault{{
				Pointer: "/" + fmt.Sprintf("%.200s", name), Code: schema.CodeMaxItems, Detail: "must be sent once",
				Fix: fmt.Sprintf("Send the parameter %.200q once.", name),
			}}
		}
		if i > 0 {
			object.WriteByte(',')
		}
		object.Write(wire.String(name))
		object.WriteByte(':')
		object.Write(q.literal(name, values[name][0]))
	}
	object.WriteByte('}')
	_, faults, err := q.fields.Check(object.Bytes())
	if err != nil {
		return []schema.Fault{unreadable}
	}
	for i := range faults {
		faults[i].Fix = strings.ReplaceAll(faults[i].Fix, "the body", "the query")
	}
	return faults
}

// literal returns a value as JSON: a boolean or a number where the parameter is
// one and the text looks like it, a list where it is one, otherwise a string.
func (q *Query) literal(name, text string) []byte {
	switch t := q.types[name]; {
	case t == nil:
	case t.Is("boolean") && (text == "true" || text == "false"), t.Is("integer") && digits(text):
		return []byte(text)
	case t.Is("array"): // style form, without explode
		items, _ := wire.Marshal(strings.Split(text, ",")) // strings always encode
		return items
	}
	return wire.String(text)
}

func digits(text string) bool {
	const most = 16
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == "" && (text == "0" || text[0] != '0')
}
