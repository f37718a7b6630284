package discovery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/markdown"
)

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
