package discovery

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

func (o *Options) index(base, mediaType string) ([]byte, error) {
	return pageOrJSON("index", index{title, o.Contract.Version, summary, entrances(base)}, mediaType)
}
