package discovery

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/wire"
)

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
