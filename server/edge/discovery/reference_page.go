package discovery

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/edge/document"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed start.js
var start []byte

//go:embed contract.js
var contractScript []byte

// The renderer, made by "make reference-asset".
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

// referencePlaceholder is the address of the service in the contract.
const referencePlaceholder = "https://shop.example"

// write writes the page of the service at base.
func write(base string) ([]byte, error) {
	shown, err := read(gen.OpenAPIJSON(), func(description string) string { return strings.ReplaceAll(description, referencePlaceholder, base) })
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
