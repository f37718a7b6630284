package discovery

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/wire"
)

// operationsAlone are the operations as an OpenAPI document.
var operationsAlone = source{name: "openapi.tools.json", write: compact(gen.OpenAPIToolsJSON), mediaTypes: []string{typeJSON, typeOpenAPI}}

// operations responds with them; the query, which matches the contract, narrows them to groups, and
// brief=true cuts their descriptions. What is narrowed is made for each caller: there are too many
// selections to keep.
func (o *Options) operations(c echo.Context) error {
	groups, brief := c.QueryParam("toolsets"), c.QueryParam("brief") == "true"
	if groups == "" && !brief {
		return o.send(c, operationsAlone)
	}
	text, err := operationsAlone.write(o.BaseURL(c.Request()), typeJSON)
	if err == nil {
		text, err = narrowed(text, groups, brief)
	}
	if err != nil {
		return err
	}
	return operationsAlone.respond(c, document.New(text), document.Preferred(c.Request().Header, operationsAlone.mediaTypes...))
}

// narrowed returns a document with the operations of some groups alone, and what these refer to;
// "" stands for all groups.
func narrowed(text []byte, groups string, brief bool) ([]byte, error) {
	doc, err := decoded(text)
	if err != nil {
		return nil, err
	}
	if groups != "" {
		keepGroups(doc, strings.Split(groups, ","))
	}
	if brief {
		shorten(doc)
	}
	return wire.Marshal(doc)
}

type object = map[string]any

// decoded returns a document, in which numbers are as they are written.
func decoded(text []byte) (doc object, err error) {
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber()
	err = numbers.Decode(&doc)
	return doc, err
}

func keepGroups(doc object, groups []string) {
	tags, _ := doc["tags"].([]any)
	doc["tags"] = slices.DeleteFunc(tags, func(tag any) bool { return !slices.Contains(groups, at(tag, "name").(string)) })
	paths, _ := doc["paths"].(object)
	for path, item := range paths {
		if group := at(item, "post", "tags").([]any)[0].(string); !slices.Contains(groups, group) {
			delete(paths, path)
		}
	}
	used := map[string]bool{}
	mark(paths, doc, used)
	components, _ := doc["components"].(object)
	for kind, named := range components {
		for name := range named.(object) {
			if kind != "securitySchemes" && !used["#/components/"+kind+"/"+name] {
				delete(named.(object), name)
			}
		}
	}
}

// at returns what stands below the keys, or nil.
func at(in any, keys ...string) any {
	for _, key := range keys {
		object, _ := in.(object)
		in = object[key]
	}
	return in
}

// mark records every component that in refers to, directly or not.
func mark(in any, doc object, used map[string]bool) {
	switch in := in.(type) {
	case []any:
		for _, inner := range in {
			mark(inner, doc, used)
		}
	case object:
		if ref, ok := in["$ref"].(string); ok && !used[ref] {
			used[ref] = true
			mark(at(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), doc, used)
		}
		for _, inner := range in {
			mark(inner, doc, used)
		}
	}
}

// longest is how many characters a brief description has at most, as some hosts demand.
const longest = 300

// shorten cuts every description, but nothing within an example.
func shorten(in any) {
	switch in := in.(type) {
	case []any:
		for _, inner := range in {
			shorten(inner)
		}
	case object:
		for key, inner := range in {
			text, isText := inner.(string)
			switch {
			case key == "description" && isText:
				in[key] = cut(text)
			case key != "example" && key != "examples" && key != "default":
				shorten(inner)
			}
		}
	}
}

// cut returns the first sentences of a text that are not longer than longest, or the words if the
// first one is.
func cut(text string) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	begin := string(runes[:longest])
	if end := strings.LastIndex(begin, ". "); end > 0 {
		return begin[:end+1]
	}
	begin = string(runes[:longest-1])
	return strings.TrimRight(begin[:max(strings.LastIndexAny(begin, " \n"), 1)], " \n") + "…"
}
