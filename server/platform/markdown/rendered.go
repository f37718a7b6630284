package markdown

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html/template"
)

// Version is that of the HTML that this package writes. A change of what HTML returns raises it: HTML that
// was stored before is then written anew.
const Version = 1

// Rendered are texts with their HTML, as they are stored beside the texts.
type Rendered struct {
	Version int                      `json:"version"`
	HTML    map[string]template.HTML `json:"html"` // by the digest of the text
}

// Render returns texts with their HTML, as JSON.
func Render(texts ...string) (json.RawMessage, error) {
	r := Rendered{Version, map[string]template.HTML{}}
	for _, text := range texts {
		r.HTML[digest(text)] = HTML(text)
	}
	return json.Marshal(r)
}

// ReadRendered reads what Render returned. What another version has rendered counts as not rendered, and so
// does no text.
func ReadRendered(stored json.RawMessage) (r Rendered) {
	if err := json.Unmarshal(stored, &r); err != nil || r.Version != Version {
		return Rendered{}
	}
	return r
}

// Of returns the HTML of a text, rendered now if it is not stored.
func (r Rendered) Of(text string) template.HTML {
	if stored, found := r.HTML[digest(text)]; found {
		return stored
	}
	return HTML(text)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
