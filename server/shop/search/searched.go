package search

import (
	"bytes"
	"encoding/json"

	"github.com/storefront/storefront/gen/db"
)

// The fields of a product that are searched.
const (
	inName = iota
	inBrand
	inSlug
	inColor
	inDescription
	inAttributes
	searched
)

// searchable holds all texts of a product that are searched, in memory and in
// PostgreSQL.
type searchable struct {
	name, slug, description string
	brand, frame, lens      *string
	attributes              json.RawMessage
}

func searchableOf(r *db.ProductRecord) searchable {
	return searchable{r.Name, r.Slug, r.Description, r.Brand, r.FrameColor, r.LensColor, r.Attributes}
}

// each calls fn with every text and the field that it is in.
func (s *searchable) each(fn func(in int, text string)) {
	fn(inName, s.name)
	fn(inBrand, orEmpty(s.brand))
	fn(inSlug, s.slug)
	fn(inColor, orEmpty(s.frame))
	fn(inColor, orEmpty(s.lens))
	fn(inDescription, s.description)
	attributeTexts(s.attributes, func(text string) { fn(inAttributes, text) })
}

// same reports whether two products are found by the same words.
func (s *searchable) same(t *searchable) bool {
	return s.name == t.name && s.slug == t.slug && s.description == t.description && orEmpty(s.brand) == orEmpty(t.brand) &&
		orEmpty(s.frame) == orEmpty(t.frame) && orEmpty(s.lens) == orEmpty(t.lens) && bytes.Equal(s.attributes, t.attributes)
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
