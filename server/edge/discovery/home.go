package discovery

// homeLinks is the Link header of the home page.
const homeLinks = `</openapi.json>; rel="service-desc"; type="application/json", ` +
	`</docs>; rel="service-doc"; type="text/html", ` +
	`</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`

// home is the home page: links to everything else, as HTML where that is
// preferred, else as JSON.
type home struct {
	Name        string     `json:"name"`
	Version     string     `json:"version"`
	Description string     `json:"description"`
	Links       []entrance `json:"links"`
}

func (o *Options) home(base, mediaType string) ([]byte, error) {
	return pageOrJSON("home", home{title, o.Contract.Version, summary, entrances(base)}, mediaType)
}
