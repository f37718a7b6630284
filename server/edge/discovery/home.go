package discovery

import (
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
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
