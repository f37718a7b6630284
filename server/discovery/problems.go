package discovery

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/problem"
)

// explanation is what the address of a problem's type answers.
type explanation struct {
	Code       problem.Code `json:"code"`
	Status     int          `json:"status"`
	Title      string       `json:"title"`
	Meaning    string       `json:"meaning"`
	Resolution string       `json:"resolution"`
}

var page = template.Must(template.New("problem").Parse(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Code}}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:0 .3em}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}code{background:#333}}</style></head>
<body><h1>{{.Title}}</h1><p><code>{{.Code}}</code>, HTTP status {{.Status}}</p>
<h2>What it means</h2><p>{{.Meaning}}</p><h2>What to do</h2><p>{{.Resolution}}</p></body></html>
`))

// meaning explains a problem's code: as a page, or as JSON where that alone is accepted.
func meaning(c echo.Context) error {
	code := problem.Code(c.Param("code"))
	kind, ok := problem.Catalogue[code]
	if !ok {
		return problem.Newf(problem.ProblemNotFound, "There is no problem with the code %.100q.", string(code))
	}
	e := explanation{code, kind.Status, kind.Title, kind.Meaning, kind.Action}
	c.Response().Header().Add("Vary", "Accept")
	accept := strings.Join(c.Request().Header.Values("Accept"), ",")
	if quality(accept, "application", "json") > quality(accept, "text", "html") {
		return c.JSON(http.StatusOK, e)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, e); err != nil {
		return err
	}
	return c.HTMLBlob(http.StatusOK, out.Bytes())
}
