package discovery

import (
	"encoding/json"

	"github.com/labstack/echo/v4"
)

// indexLinks is the Link header of the first page.
const indexLinks = `</openapi.json>; rel="service-desc"; type="application/json", ` +
	`</docs>; rel="service-doc"; type="text/html", ` +
	`</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`

// index is what the address of the service itself answers: where to go on, as
// JSON, or as a page where that is preferred.
type index struct {
	Name        string     `json:"name"`
	Version     string     `json:"version"`
	Description string     `json:"description"`
	Links       []entrance `json:"links"`
}

func (o Options) index(c echo.Context) error {
	it := index{title, o.Contract.Version, summary, entrances(o.BaseURL(c.Request()))}
	c.Response().Header().Set("Link", indexLinks)
	mediaType := preferred(c, typeJSON, typeHTML)
	var body []byte
	var err error
	if mediaType == typeHTML {
		body, err = page("index", it)
	} else {
		body, err = json.Marshal(it)
	}
	if err != nil {
		return err
	}
	return conditional(c, mediaType, body)
}
