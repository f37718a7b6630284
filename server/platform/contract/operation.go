package contract

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/storefront/storefront/server/platform/schema"
)

// Operation is one tool.
type Operation struct {
	Name          string // products.search; also the operationId
	MCPName       string // products_search: many MCP clients refuse a name with a dot
	Tag           string
	Summary       string
	Description   string
	Scope         string // the one scope that a key needs
	Anonymous     bool   // whether it works without a key
	ListedWith    string // a scope without which the operation is of no use: tools/list leaves it out; "" for none
	AnonymousMCP  bool   // whether it works without a key over MCP too; x-mcp can switch that off
	RESTOnly      bool   // whether it cannot be called over MCP, where it is not listed either: x-mcp
	ReadOnly      bool
	Destructive   bool
	Overwrites    bool // whether it replaces what it does not show, so that hosts over MCP ask before it: x-mcp
	Idempotent    bool
	PersonalData  bool     // whether it may return personal data: an answer that does is audited
	NotRevertible string   // why what it did cannot be reverted, and what to do instead; "" when it can
	Limits        []string // of a key, which it counts or is judged by: x-limits
	Unaudited     []string // fields of the request that the audit does not keep: x-audit
	Secrets       []string // fields of the request that nobody keeps: writeOnly
	Feature       string   // the switch that has to be on, or "": x-feature
	Deprecated    bool
	Deprecation   *Deprecation // nil when it is not deprecated
	Key           string       // the member by which an object of the answer is named, slug or id
	Members       []string     // of those objects, where the request may choose some with `fields`; or nil
	Request       *schema.Schema
	Route         *routers.Route // the operation as kin-openapi validates its requests
	Schemas
}

// readOperation reads an operation with this name.
func (c *Contract) readOperation(name string, o *openapi3.Operation) (*Operation, error) {
	if o == nil {
		return nil, errors.New("has no POST")
	}
	if o.OperationID != name || len(o.Tags) != 1 {
		return nil, fmt.Errorf("must have this operationId and one tag, has %q and %v", o.OperationID, o.Tags)
	}
	op := &Operation{
		Name: name, MCPName: overMCP(name), Tag: o.Tags[0],
		Summary: o.Summary, Description: Unwrapped(o.Description), Deprecated: o.Deprecated,
	}
	op.PersonalData, _ = o.Extensions["x-personal-data"].(bool)
	op.Feature, _ = o.Extensions["x-feature"].(string)
	op.readMembers(o)
	if err := errors.Join(op.readSecurity(o), op.readMCP(o), op.readHints(o), op.readDeprecation(o), op.readNotRevertible(o), op.readLimits(o)); err != nil {
		return nil, err
	}
	return op, op.readRequest(o, c.compiler)
}

// overMCP returns the name of an operation over MCP.
func overMCP(name string) string { return strings.ReplaceAll(name, ".", "_") }

// Unwrapped joins the lines of each paragraph and of each item of a list.
func Unwrapped(text string) string {
	var b strings.Builder
	separator := ""
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "":
			separator = "\n\n"
			continue
		case strings.HasPrefix(line, "- ") && separator == " ":
			separator = "\n"
		}
		b.WriteString(separator + line)
		separator = " "
	}
	return b.String()
}

// bearer is the security scheme of the operations.
const bearer = "bearer"

// readSecurity requires [{bearer: [scope]}], with a {} before it if the
// operation is anonymous.
func (op *Operation) readSecurity(o *openapi3.Operation) error {
	if o.Security == nil {
		return errors.New("has no security")
	}
	for _, requirement := range *o.Security {
		if len(requirement) == 0 {
			op.Anonymous = true
			continue
		}
		if scopes := requirement[bearer]; len(requirement) == 1 && len(scopes) == 1 && op.Scope == "" {
			op.Scope = scopes[0]
			continue
		}
		return fmt.Errorf("has the security %v", *o.Security)
	}
	if op.Scope == "" {
		return errors.New("has no scope")
	}
	return nil
}

// readMCP reads whether an anonymous operation is anonymous over MCP too: it is,
// unless x-mcp says {anonymous: false}. Another one may say {with: scope} or {callable: false}.
func (op *Operation) readMCP(o *openapi3.Operation) error {
	op.AnonymousMCP = op.Anonymous
	said, found := o.Extensions["x-mcp"]
	if !found {
		return nil
	}
	mcp, _ := said.(map[string]any)
	if with, ok := mcp["with"].(string); ok && !op.Anonymous && len(mcp) == 1 {
		op.ListedWith = with
		return nil
	}
	if callable, ok := mcp["callable"].(bool); ok && !callable && !op.Anonymous && len(mcp) == 1 {
		op.RESTOnly = true
		return nil
	}
	if overwrites, ok := mcp["overwrites"].(bool); ok && overwrites && len(mcp) == 1 {
		op.Overwrites = true
		return nil
	}
	if anonymous, ok := mcp["anonymous"].(bool); !ok || anonymous || !op.Anonymous || len(mcp) != 1 {
		return fmt.Errorf("has x-mcp %v; an anonymous operation may say {anonymous: false}, another one {with: scope}, {callable: false} or {overwrites: true}", said)
	}
	op.AnonymousMCP = false
	return nil
}

func (op *Operation) readHints(o *openapi3.Operation) error {
	hints, _ := o.Extensions["x-agent-hints"].(map[string]any)
	for name, into := range map[string]*bool{"readOnly": &op.ReadOnly, "destructive": &op.Destructive, "idempotent": &op.Idempotent} {
		value, ok := hints[name].(bool)
		if !ok {
			return fmt.Errorf("x-agent-hints lacks %s", name)
		}
		*into = value
	}
	return nil
}

// readNotRevertible reads why what the operation did cannot be reverted, which
// only one that writes may say. It is called after readHints.
func (op *Operation) readNotRevertible(o *openapi3.Operation) error {
	said, found := o.Extensions["x-not-revertible"]
	if !found {
		return nil
	}
	op.NotRevertible, _ = said.(string)
	if op.NotRevertible == "" || op.ReadOnly {
		return fmt.Errorf("has x-not-revertible %v; an operation that writes may say a reason", said)
	}
	return nil
}

// readLimits reads which limits of a key the operation counts, or is judged by: only one that writes may name some, and one that
// removes or ends something names at least one, unless it is about a cart. It is called after readHints.
func (op *Operation) readLimits(o *openapi3.Operation) error {
	said, found := o.Extensions["x-limits"].([]any)
	for _, name := range said {
		limit, ok := name.(string)
		if !ok || op.ReadOnly {
			return fmt.Errorf("has x-limits %v; an operation that writes may name limits of a key", said)
		}
		op.Limits = append(op.Limits, limit)
	}
	if !found && op.Destructive && op.Tag != "cart" {
		return errors.New("is destructive, and its x-limits name no limit of a key")
	}
	return nil
}

func (op *Operation) readRequest(o *openapi3.Operation, compiler schema.Compiler) error {
	if o.RequestBody == nil || !o.RequestBody.Value.Required || o.RequestBody.Value.Content[mediaType] == nil {
		return errors.New("has no required JSON body")
	}
	compiled, err := compiler.Compile(o.RequestBody.Value.Content[mediaType].Schema.Value)
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	op.Request = compiled
	op.readUnaudited(o.RequestBody.Value.Content[mediaType].Schema.Value)
	if name, also := op.ownID(o.RequestBody.Value.Content[mediaType].Schema.Value); name != "" {
		compiled.Also(also, name)
	}
	return nil
}

// readUnaudited reads which fields of a request are too long, or too secret, for the audit.
func (op *Operation) readUnaudited(request *openapi3.Schema) {
	for name, property := range request.Properties {
		if kept, said := property.Value.Extensions["x-audit"].(bool); said && !kept {
			op.Unaudited = append(op.Unaudited, name)
		}
		if property.Value.WriteOnly {
			op.Secrets = append(op.Secrets, name)
		}
	}
}

// ownID returns the property of a request that is the id of what the operation is about, and the other name under which
// it is taken: id for that of its kind, and the other way round.
func (op *Operation) ownID(request *openapi3.Schema) (name, also string) {
	kind := strings.TrimSuffix(op.Tag, "s") + "Id"
	for _, id := range slices.Concat(request.Required, []string{"id", kind}) {
		switch {
		case request.Properties[id] == nil:
		case id == "id":
			return id, kind
		case strings.HasSuffix(id, "Id"):
			return id, "id"
		}
	}
	return "", ""
}

// FieldsMediaType is the media type of an answer with the members alone that a request names in `fields`.
const FieldsMediaType = "application/vnd.storefront.fields+json"

// readMembers reads the members that a request can name in `fields`: those of the result, or of each object in the list
// that it is.
func (op *Operation) readMembers(o *openapi3.Operation) {
	chosen := o.Responses.Status(200).Value.Content[FieldsMediaType]
	if chosen == nil {
		return
	}
	object := chosen.Schema.Value.Properties["result"].Value
	if object.Items != nil {
		object = object.Items.Value
	}
	op.Members, op.Key = slices.Sorted(maps.Keys(object.Properties)), object.Required[0]
}

// Meant returns the members of an answer that a caller means by a name that none of them has.
func (c *Contract) Meant(op *Operation, name string) []string {
	return schema.Meant(name, op.Members, c.compiler.Synonyms)
}

// leastNotice is the minimum time between the deprecation of an operation and
// its sunset.
const leastNotice = 90 * 24 * time.Hour

// Deprecation is since when an operation is deprecated, and how long it works at
// least.
type Deprecation struct {
	Date   time.Time
	Sunset time.Time
	Link   string // what to do instead: an address, or a path of this service
}

// readDeprecation requires x-deprecation {date, sunset, link} if the operation
// is deprecated, and forbids it otherwise.
func (op *Operation) readDeprecation(o *openapi3.Operation) error {
	said, announced := o.Extensions["x-deprecation"]
	switch {
	case o.Deprecated && !announced:
		return errors.New("is deprecated without x-deprecation")
	case announced && !o.Deprecated:
		return errors.New("has x-deprecation and is not deprecated")
	case !announced:
		return nil
	}
	d, err := parseDeprecation(said)
	if err != nil {
		return fmt.Errorf("x-deprecation: %w", err)
	}
	op.Deprecation = d
	return nil
}

func parseDeprecation(said any) (*Deprecation, error) {
	fields, ok := said.(map[string]any)
	if !ok || len(fields) != 3 {
		return nil, fmt.Errorf("must have date, sunset and link, has %v", said)
	}
	d := &Deprecation{Link: textOf(fields["link"])}
	var err, err2 error
	d.Date, err = parseDay(fields, "date")
	d.Sunset, err2 = parseDay(fields, "sunset")
	if err := cmp.Or(err, err2); err != nil {
		return nil, err
	}
	if d.Sunset.Sub(d.Date) < leastNotice {
		return nil, fmt.Errorf("the sunset %s is less than 90 days after the date %s", fields["sunset"], fields["date"])
	}
	address, err := url.Parse(d.Link)
	if err != nil || !strings.HasPrefix(d.Link, "/") && (address.Scheme != "https" || address.Host == "") || strings.ContainsAny(d.Link, `<>" `) {
		return nil, fmt.Errorf("the link %q is neither an https address nor a path", d.Link)
	}
	return d, nil
}

func parseDay(fields map[string]any, name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, textOf(fields[name]))
	if err != nil {
		return day, fmt.Errorf("the %s %v is not written like 2027-06-30", name, fields[name])
	}
	return day, nil
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}

// mediaType is the media type of every request body.
const mediaType = "application/json"

// compiledKey is the extension of a route's body schema that holds the compiled
// schema.
const compiledKey = "x-compiled"

// specOf returns the part of the document that routes need. Its version is 3.0,
// because kin-openapi recompiles the schemas of a 3.1 document for every value
// that it validates, and those of a 3.0 document never.
func specOf(doc *openapi3.T) *openapi3.T {
	return &openapi3.T{OpenAPI: "3.0.3", Components: &openapi3.Components{SecuritySchemes: doc.Components.SecuritySchemes}}
}

// setRoute prepares the operation for kin-openapi's middleware: its parameters,
// its body and its one scope. The schema of the body is empty except for the
// compiled one, which a body decoder runs, so that nothing is validated twice.
// An anonymous operation requires its scope too: its alternative `{}` would
// admit a key without the scope.
func (op *Operation) setRoute(spec *openapi3.T, o *openapi3.Operation) {
	body := &openapi3.Schema{Extensions: map[string]any{compiledKey: op.Request}}
	prepared := &openapi3.Operation{
		OperationID: op.Name,
		Parameters:  o.Parameters,
		Security:    &openapi3.SecurityRequirements{{bearer: {op.Scope}}},
		RequestBody: &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{
			Required: true,
			Content:  openapi3.Content{mediaType: {Schema: &openapi3.SchemaRef{Value: body}}},
		}},
	}
	op.Route = &routers.Route{
		Spec: spec, Path: ToolPath + op.Name, PathItem: &openapi3.PathItem{Post: prepared}, Method: http.MethodPost, Operation: prepared,
	}
}

// RequestOf returns the compiled schema of a route's body, and nil for a schema
// that is not part of a route.
func RequestOf(ref *openapi3.SchemaRef) *schema.Schema {
	if ref == nil || ref.Value == nil {
		return nil
	}
	compiled, _ := ref.Value.Extensions[compiledKey].(*schema.Schema)
	return compiled
}
