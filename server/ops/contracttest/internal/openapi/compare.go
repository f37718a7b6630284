package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Differences are what a document has that another does not.
type Differences struct {
	Breaks    []string // what a client of the older document would stumble over
	Additions []string // what it may ignore
}

// Compare returns how a document differs from an older one. Texts, examples, tags and addresses do not count.
func Compare(older, newer *Document) Differences {
	c := &comparison{seen: map[[3]any]bool{}}
	if older == newer {
		return c.Differences
	}
	was, is := older.byPlace(), newer.byPlace()
	for _, place := range slices.Sorted(maps.Keys(was)) {
		c.where = was[place].Name
		if is[place] != nil {
			c.operation(was[place], is[place])
		} else {
			c.breaks("%s is gone", place)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(is)) {
		if c.where = is[place].Name; was[place] == nil {
			c.adds("a new operation")
		}
	}
	return c.Differences
}

func (d *Document) byPlace() map[string]*Operation {
	all := map[string]*Operation{}
	for _, op := range d.Operations {
		all[op.Method+" "+op.Path] = op
	}
	return all
}

// direction says who sends a value: a request must stay acceptable, and an answer must stay what was promised.
type direction bool

const (
	request direction = true
	answer  direction = false
)

// comparison goes through two documents at once.
type comparison struct {
	Differences
	where string          // the operation
	seen  map[[3]any]bool // pairs of schemas that were compared, or are being compared, with the direction
}

func (c *comparison) breaks(format string, args ...any) {
	c.Breaks = append(c.Breaks, c.where+": "+fmt.Sprintf(format, args...))
}

func (c *comparison) adds(format string, args ...any) {
	c.Additions = append(c.Additions, c.where+": "+fmt.Sprintf(format, args...))
}

func (c *comparison) operation(was, is *Operation) {
	if was.Anonymous && !is.Anonymous {
		c.breaks("a key is needed now")
	}
	if !was.Anonymous && is.Anonymous {
		c.adds("works without a key now")
	}
	if was.Scope != is.Scope {
		c.breaks("needs the scope %q instead of %q", is.Scope, was.Scope)
	}
	if was.Name != is.Name {
		c.breaks("is named %q instead of %q", is.Name, was.Name)
	}
	if was.ReadOnly && !is.ReadOnly || !was.Destructive && is.Destructive || was.Idempotent && !is.Idempotent {
		c.breaks("x-agent-hints promises less")
	}
	if !was.Deprecated && is.Deprecated {
		c.adds("is deprecated")
	}
	c.parts(was.sent(), is.sent(), request)
	c.parts(was.answered(), is.answered(), answer)
}

// part is something that a request or an answer may have, and whether it has to.
type part struct {
	schema   *openapi3.SchemaRef // nil for a status or a code
	required bool
	mayGo    bool // within v1
	quiet    bool // when it is new
}

// sent returns what is sent to an operation, by names for people.
func (op *Operation) sent() map[string]part {
	all := map[string]part{}
	for _, p := range op.Parameters {
		all["the parameter "+p.Value.Name] = part{schema: asText(p.Value.Schema), required: p.Value.Required}
	}
	for media, content := range op.content() {
		all["the request"+as(media)] = part{schema: content.Schema}
	}
	return all
}

// asText returns the schema of a parameter, which is sent as text: of a boolean, that of its two words.
func asText(ref *openapi3.SchemaRef) *openapi3.SchemaRef {
	if ref == nil || !ref.Value.Type.Is("boolean") {
		return ref
	}
	words := *ref.Value
	words.Type, words.Enum = &openapi3.Types{"string"}, []any{"true", "false"}
	return openapi3.NewSchemaRef("", &words)
}

// answered returns what an operation answers, by names for people.
func (op *Operation) answered() map[string]part {
	all := map[string]part{}
	for status, response := range op.Responses.Map() {
		name := "the answer " + status
		all[name] = part{}
		for _, code := range Codes(response.Value) {
			all[name+", with the code "+code] = part{mayGo: true}
		}
		for media, content := range response.Value.Content {
			body := part{required: true, quiet: media != "application/json"}
			if strings.Contains(media, "json") { // a schema describes JSON; anything else is bytes
				body.schema = content.Schema
			}
			all[name+as(media)] = body
		}
		for header, h := range response.Value.Headers {
			all[name+", header "+header] = part{schema: h.Value.Schema, required: h.Value.Required, quiet: true}
		}
	}
	return all
}

// as names a media type, unless it is the usual one.
func as(media string) string {
	if media == "application/json" {
		return ""
	}
	return ", as " + media
}

// parts compares parts by their names.
func (c *comparison) parts(was, is map[string]part, d direction) {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		old := was[name]
		now, there := is[name]
		switch {
		case !there && old.mayGo:
		case !there:
			c.breaks("%s is gone", name)
		case d == request && now.required && !old.required:
			c.breaks("%s is required now", name)
		case d == answer && old.required && !now.required:
			c.breaks("%s may be missing now", name)
		}
		c.schema(name, old.schema, now.schema, d)
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		switch _, there := was[name]; {
		case there || is[name].quiet:
		case d == request && is[name].required:
			c.breaks("%s is new and required", name)
		default:
			c.adds("%s is new", name)
		}
	}
}

// limits are the keywords that are limits: 1 for an upper one, -1 for a lower one.
var limits = map[string]float64{
	"maximum": 1, "exclusiveMaximum": 1, "maxLength": 1, "maxItems": 1, "maxProperties": 1,
	"minimum": -1, "exclusiveMinimum": -1, "minLength": -1, "minItems": -1, "minProperties": -1,
}

// others are the keywords that cannot be compared but for equality.
var others = []string{"pattern", "format", "not", "const", "multipleOf", "uniqueItems", "allOf", "anyOf", "oneOf", "if", "then", "else", "propertyNames"}

// anyText is a pattern that accepts every text that a service has ever accepted: none has a NUL.
const anyText = `^[^\x00]*$`

// schema compares two schemas of a value that is named for people.
func (c *comparison) schema(name string, wasRef, isRef *openapi3.SchemaRef, d direction) {
	if wasRef == nil || isRef == nil || c.seen[[3]any{wasRef.Value, isRef.Value, d}] {
		return
	}
	was, is := wasRef.Value, isRef.Value
	c.seen[[3]any{was, is, d}] = true
	old, now := keywordsOf(was), keywordsOf(is)
	c.types(name, was.Type.Slice(), is.Type.Slice(), d)
	c.enum(name, was.Enum, is.Enum, d)
	c.limits(name, old, now, d)
	for _, keyword := range others {
		// One that is left out cannot hurt who sends, and one that is added not who reads.
		tightens := d == request && now[keyword] != nil && now[keyword] != anyText || d == answer && old[keyword] != nil
		if tightens && !reflect.DeepEqual(old[keyword], now[keyword]) {
			c.breaks("%s: %s is %v instead of %v", name, keyword, now[keyword], old[keyword])
		}
	}
	if d == request && was.Default != nil && !reflect.DeepEqual(was.Default, is.Default) {
		c.breaks("%s: the default is %v instead of %v", name, is.Default, was.Default)
	}
	if d == request && now["additionalProperties"] == false && old["additionalProperties"] != false {
		c.breaks("%s: refuses unknown fields now", name)
	}
	c.parts(fieldsOf(name, was), fieldsOf(name, is), d)
	c.schema(name+"/*", was.Items, is.Items, d)
	c.schema(name+"/*", was.AdditionalProperties.Schema, is.AdditionalProperties.Schema, d)
}

// keywordsOf returns the keywords of a schema, as in its JSON.
func keywordsOf(s *openapi3.Schema) map[string]any {
	k := map[string]any{}
	text, _ := s.MarshalJSON()
	_ = json.Unmarshal(text, &k) // a schema that is true or false has none
	if not, ok := k["not"].(map[string]any); ok && reflect.DeepEqual(not["items"], map[string]any{}) {
		delete(not, "items") // any items, as without it; linters want it beside an array
	}
	return k
}

func fieldsOf(name string, s *openapi3.Schema) map[string]part {
	all := map[string]part{}
	for field, schema := range s.Properties {
		all[name+"/"+field] = part{schema: schema, required: slices.Contains(s.Required, field)}
	}
	return all
}

func (c *comparison) types(name string, was, is []string, d direction) {
	sent, read := was, is
	if d == answer {
		sent, read = read, sent
	}
	// Every type that is sent has to be one that is read; no type means any.
	unread := func(kind string) bool {
		return !slices.Contains(read, kind) && (kind != "integer" || !slices.Contains(read, "number"))
	}
	if len(read) > 0 && (len(sent) == 0 || slices.ContainsFunc(sent, unread)) {
		c.breaks("%s: the type is %v instead of %v", name, is, was)
	}
}

func (c *comparison) enum(name string, was, is []any, d direction) {
	switch gone, added := without(was, is), without(is, was); {
	case d == request && len(was) == 0 && len(is) > 0:
		c.breaks("%s: accepts only %v now", name, is)
	case d == answer && len(was) > 0 && len(is) == 0:
		c.breaks("%s: may have any value now", name)
	case d == request && len(gone) > 0 && len(is) > 0:
		c.breaks("%s: no longer accepts %v", name, gone)
	case len(added) > 0 && len(was) > 0: // within v1 a result may have new values
		c.adds("%s: the new values %v", name, added)
	}
}

// without returns the values that are not in others.
func without(values, others []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(value any) bool { return slices.Contains(others, value) })
}

func (c *comparison) limits(name string, was, is map[string]any, d direction) {
	for keyword, sign := range limits {
		// An absent limit is infinite, and a lower number is always narrower.
		old, now := math.Inf(1), math.Inf(1)
		if value, ok := was[keyword].(float64); ok {
			old = sign * value
		}
		if value, ok := is[keyword].(float64); ok {
			now = sign * value
		}
		if d == request && now < old || d == answer && now > old {
			c.breaks("%s: %s is %v instead of %v", name, keyword, is[keyword], was[keyword])
		}
	}
}
