package tools

import (
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

// section is an entry of x-sections.
type section struct {
	Key   string         `json:"key"`
	Props map[string]any `json:"props"` // a reference
}

// sections returns the schemas of the props of each kind of section, in the form
// that models read.
func (d *document) sections(list []section) ([]contract.SectionSchema, error) {
	var all []contract.SectionSchema
	for _, s := range list {
		schema, err := inline(standalone(s.Props, d.Components.Schemas))
		if err != nil {
			return nil, err
		}
		text, err := wire.Marshal(schema)
		if err != nil {
			return nil, err
		}
		all = append(all, contract.SectionSchema{Key: s.Key, Schema: text})
	}
	return all, nil
}
