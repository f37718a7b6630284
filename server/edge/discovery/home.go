package discovery

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	texttemplate "text/template"

	"github.com/labstack/echo/v4"
	"golang.org/x/net/idna"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// homeLinks is the Link header of the home page.
const homeLinks = `</openapi.json>; rel="service-desc"; type="application/json", ` +
	`</docs>; rel="service-doc"; type="text/html", ` +
	`</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`

// home is the home page for programs: links to everything else.
type home struct {
	Name        string     `json:"name"`
	Version     string     `json:"version"`
	Description string     `json:"description"`
	Links       []entrance `json:"links"`
}

// index responds with links to everything, or with the home page of the shop where
// that is preferred.
func (o *Options) index(c echo.Context) error {
	if form := document.Preferred(c.Request().Header, typeJSON, typeHTML, typeMarkdown); form != typeJSON {
		return o.Home(c)
	}
	c.Response().Header().Add("Vary", "Accept")
	return o.send(c, source{name: "home", write: plain(o.links), mediaTypes: []string{typeJSON}, link: homeLinks})
}

func (o *Options) links(base string) ([]byte, error) {
	return wire.Marshal(home{title, o.Contract.Version, summary, entrances(base)})
}

//go:embed llms.txt
var llmsText string

var llmsTemplate = texttemplate.Must(texttemplate.New("llms.txt").Parse(llmsText))

// llms describes the service for a language model (llmstxt.org).
func (o *Options) llms(base string) ([]byte, error) {
	type meant struct {
		Code problem.Code
		problem.Kind
	}
	about := struct {
		Title, Summary, Base string
		Entrances            []entrance
		Tools                []*contract.Operation
		Problems             []meant
	}{Title: title, Summary: summary, Base: base, Entrances: entrances(base), Tools: o.Contract.Tools()}
	for _, code := range slices.Sorted(maps.Keys(problem.Catalogue)) {
		about.Problems = append(about.Problems, meant{code, problem.Catalogue[code]})
	}
	var out bytes.Buffer
	err := llmsTemplate.Execute(&out, about)
	return out.Bytes(), err
}

// robots allows crawlers to read everything but the console: what is not public needs a key.
func robots(base string) ([]byte, error) {
	return []byte("User-agent: *\nDisallow: /admin\nAllow: /\n\nSitemap: " + base + "/sitemap.xml\n"), nil
}

// pages are the few pages for people.
var pages = template.Must(template.New("").Parse(`
{{- define "top"}}<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.}}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:0 .3em}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}code{background:#333}a{color:#8cf}}</style></head>
<body>{{end}}

{{- define "problems"}}{{template "top" "Problems"}}<h1>Problems</h1><p>Every code that a refusal may have, with its HTTP status.</p>
{{range .Problems}}<h2><a href="problems/{{.Code}}"><code>{{.Code}}</code></a> {{.Status}}</h2><p>{{.Title}}. {{.Meaning}}</p><p>{{.Resolution}}</p>
{{end}}</body></html>
{{end}}

{{- define "problem"}}{{template "top" .Code}}<h1>{{.Title}}</h1><p><code>{{.Code}}</code>, HTTP status {{.Status}}</p>
<h2>What it means</h2><p>{{.Meaning}}</p><h2>What to do</h2><p>{{.Resolution}}</p></body></html>
{{end}}`))

// guard sets headers that keep a browser from running injected scripts.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}

// page renders one of the pages.
func page(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	err := pages.ExecuteTemplate(&out, name, data)
	return out.Bytes(), err
}

// pageOrJSON renders a value as JSON or, with a template, as a page.
func (o *Options) pageOrJSON(template string, value any, mediaType string) ([]byte, error) {
	if mediaType == typeHTML {
		text, err := page(template, value)
		if o.Sandbox {
			text = document.Sandboxed(text)
		}
		return text, err
	}
	return wire.Marshal(value)
}

// serverName is the name of the service among those of its publisher.
const serverName = "storefront"

// longestPublisher is the maximum length of a publisher: a card's name has at
// most 200 characters.
const longestPublisher = 189

// publisher returns the DNS name under which the service is published, and the
// port when the address has one. For an address without such a name, as on a
// developer's machine, the publisher is localhost.
func publisher(base string) (name, port string) {
	u, err := url.Parse(base)
	if err != nil {
		return "localhost", ""
	}
	name, err = idna.Lookup.ToASCII(strings.TrimSuffix(u.Hostname(), "."))
	if _, notAName := netip.ParseAddr(name); err != nil || notAName == nil || name == "" || len(name) > longestPublisher {
		name = "localhost"
	}
	return name, u.Port()
}

// reversed turns shop.example.com into com.example.shop.
func reversed(name string) string {
	labels := strings.Split(name, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}
