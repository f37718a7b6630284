package discovery

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/markdown"
)

// ReferenceOptions are the dependencies of the reference.
type ReferenceOptions struct {
	BaseURL func(*http.Request) string // the address of the service, without a trailing slash
	Limit   echo.MiddlewareFunc        // counts a request
	Sandbox bool                       // whether the page says that the shop is a sandbox

	library document.Library
}

// policy lets the page run its own scripts and call its own host, and nothing
// else. The renderer sets styles from its script, hence unsafe-inline for those.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// briefly is the cache time of the page.
const briefly = "public, max-age=300"

// RegisterReference adds the routes of the API reference, each for GET and HEAD: a page that
// shows the contract as it arrives, and in which Scalar then renders all of it and calls can be
// tried out. It loads nothing from another host.
func RegisterReference(e *echo.Echo, o *ReferenceOptions) {
	for path, handler := range map[string]echo.HandlerFunc{"/docs": o.page, "/docs/assets/:name": script} {
		e.GET(path, handler, o.Limit)
		e.HEAD(path, handler, o.Limit)
	}
}

func (o *ReferenceOptions) page(c echo.Context) error {
	base := o.BaseURL(c.Request())
	whole, err := o.library.Get(base, "docs", func() ([]byte, error) {
		text, err := write(base)
		if o.Sandbox {
			text = document.Sandboxed(text)
		}
		return text, err
	})
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "no-referrer")
	h.Add("Vary", "Host")
	return send(c, whole, "text/html; charset=utf-8", briefly)
}

func script(c echo.Context) error {
	file, ok := scripts[c.Param("name")]
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	age := briefly
	if c.QueryParam("v") == file.Tag() {
		age = "public, max-age=31536000, immutable"
	}
	return send(c, file, "text/javascript; charset=utf-8", age)
}

func send(c echo.Context, d *document.Document, mediaType, age string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", age)
	h.Set("X-Content-Type-Options", "nosniff")
	return d.Send(c, mediaType)
}

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed start.js
var start []byte

//go:embed contract.js
var contractScript []byte

// The renderer, made by assets/update.
//
//go:embed assets/scalar.js.br
var rendererBrotli []byte

//go:embed assets/scalar.js.gz
var rendererGzip []byte

// scripts are the scripts of the page, by name.
var scripts = map[string]*document.Document{
	"start.js": document.New(start), "contract.js": document.New(contractScript), "scalar.js": document.Stored(rendererBrotli, rendererGzip),
}

var pageTemplate = template.Must(template.New("").Funcs(template.FuncMap{
	"script": func(name string) string { return "docs/assets/" + name + "?v=" + scripts[name].Tag() },
	"style":  func() template.CSS { return template.CSS(style) }, //nolint:gosec // a file of the program
}).Parse(pageText))

// write writes the page of the service at base.
func write(base string) ([]byte, error) {
	shown, err := read(gen.OpenAPIJSON(), func(description string) string { return strings.ReplaceAll(description, placeholder, base) })
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = pageTemplate.Execute(&out, struct {
		*outline
		Base string
	}{shown, base})
	return out.Bytes(), err
}

// outline is what the page shows of the contract before the renderer has drawn it:
// everything but fields and examples.
type outline struct {
	Title, Version, Summary string
	OpenAPI                 string // the version of the format
	Contact, License        string // an address, and a name
	Introduction            template.HTML
	Groups                  []group
}

// group is a tag of the contract with its operations, in the contract's order.
type group struct {
	Name, Description string
	Operations        []referenceEntry
}

// referenceEntry is an operation.
type referenceEntry struct {
	Name, Summary, Method, Path string
	Scope                       string // that a key needs, or ""
	Anonymous                   bool
	Description                 template.HTML
	Schemas                     string // the address of its schemas, or ""
}

// tag is the part of a tag in the contract that the page shows.
type tag struct {
	Name, Description string
}

// operation is the part of an operation in the contract that the page shows.
type operation struct {
	OperationID, Summary, Description string
	Tags                              []string
	Security                          []map[string][]string
}

// read reads a bundled contract; introduced returns the introduction to show, given
// that in the document.
func read(document []byte, introduced func(description string) string) (*outline, error) {
	var doc struct {
		Info struct {
			Title, Version, Summary, Description string
			Contact                              struct{ URL string }
			License                              struct{ Name string }
		}
		OpenAPI string
		Tags    []tag
		Paths   json.RawMessage
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, err
	}
	o := &outline{
		Title: doc.Info.Title, Version: doc.Info.Version, Summary: doc.Info.Summary, OpenAPI: doc.OpenAPI,
		Contact: doc.Info.Contact.URL, License: doc.Info.License.Name,
		Introduction: reachable(markdown.HTML(introduced(doc.Info.Description))),
	}
	at := map[string]*group{}
	o.Groups = make([]group, len(doc.Tags))
	for i, t := range doc.Tags {
		o.Groups[i] = group{Name: t.Name, Description: t.Description}
		at[t.Name] = &o.Groups[i]
	}
	err := inOrder(doc.Paths, func(path string, item json.RawMessage) error {
		return inOrder(item, func(method string, text json.RawMessage) error {
			var op operation
			if err := json.Unmarshal(text, &op); err != nil || op.OperationID == "" {
				return nil //nolint:nilerr // what is no operation, such as the parameters of all of them
			}
			if len(op.Tags) != 1 || at[op.Tags[0]] == nil {
				return fmt.Errorf("%s %s: has the tags %v, not one of the contract's", method, path, op.Tags)
			}
			of := at[op.Tags[0]]
			of.Operations = append(of.Operations, op.entry(method, path))
			return nil
		})
	})
	return o, err
}

// reachable has the focus reach code that is wider than the page, so that it can be
// scrolled without a mouse.
func reachable(text template.HTML) template.HTML {
	return template.HTML(strings.ReplaceAll(string(text), "<pre>", `<pre tabindex="0">`)) //nolint:gosec // sanitised
}

func (op *operation) entry(method, path string) referenceEntry {
	e := referenceEntry{
		Name: op.OperationID, Summary: op.Summary, Method: strings.ToUpper(method), Path: path,
		Description: markdown.HTML(op.Description),
	}
	for _, way := range op.Security {
		e.Anonymous = e.Anonymous || len(way) == 0
		for _, scopes := range way {
			e.Scope = strings.Join(scopes, ", ")
		}
	}
	if strings.HasPrefix(path, contract.ToolPath) {
		e.Schemas = "api/v1/tools?schema=true&name=" + url.QueryEscape(op.OperationID)
	}
	return e
}

// inOrder calls each with the members of a JSON object as they follow one another.
func inOrder(object json.RawMessage, each func(key string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := each(key.(string), value); err != nil {
			return err
		}
	}
	return nil
}
