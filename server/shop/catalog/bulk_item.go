package catalog

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// Item is a product to create or, when its slug exists, to change. A nil field
// of the body is left out: an existing product keeps its value.
type Item struct {
	ID   uuid.UUID // of the product if the item creates it; the zero UUID means a new one
	Path string    // what precedes the names of its fields in the caller's body, such as "items[3]."
	Body api.ProductsBulkItem
	New  *api.ProductsBulkItem // takes the place of Body if the item creates the product; nil for the same

	MergeAttributes bool // an existing product keeps the attributes that Body does not name
}

// creates returns the item as it is for a product that it creates.
func (i *Item) creates() *Item {
	if i.New == nil {
		return i
	}
	return &Item{ID: i.ID, Path: i.Path, Body: *i.New}
}

// merged returns the attributes of the item, with those that an existing product has besides.
func (i *Item) merged(existing json.RawMessage) (api.Attributes, error) {
	if !i.MergeAttributes || i.Body.Attributes == nil {
		return i.Body.Attributes, nil
	}
	var own map[string]json.RawMessage
	if err := json.Unmarshal(i.Body.Attributes, &own); err != nil {
		return nil, err
	}
	return wire.WithMembers(existing, own)
}

// record returns what the item creates, without the id and the category.
func (i *Item) record() (db.ProductRecord, error) {
	if err := i.checkCreation(); err != nil {
		return db.ProductRecord{}, err
	}
	record := db.ProductRecord{
		Slug: i.Body.Slug, Attributes: emptyObject, ComparisonFacts: emptyObject, Faq: emptyArray, UseCases: emptyArray, Images: emptyArray,
	}
	err := applyPatch(&record, i.patch(), "")
	return record, err
}

// checkCreation refuses an item that lacks a field that a new product needs.
func (i *Item) checkCreation() error {
	b := &i.Body
	var faults []schema.Fault
	for _, field := range []struct {
		name, wanted string
		given        bool
	}{
		{"name", "a string", b.Name != nil}, {"description", "a string", b.Description != nil},
		{"priceDkk", "a whole number of ore", b.PriceDkk != nil}, {"stock", "a whole number", b.Stock != nil},
	} {
		if !field.given {
			faults = append(faults, schema.Fault{
				Pointer: "/" + field.name, Code: schema.CodeRequired, Detail: "is required for a new product",
				Fix: fmt.Sprintf("Add %q to the body, as %s.", i.Path+field.name, field.wanted),
			})
		}
	}
	switch {
	case len(faults) > 0:
		return problem.InvalidBody(faults)
	case b.CategoryId == nil && b.CategorySlug == nil:
		return categoryRequired(i.Path)
	}
	return nil
}

// patch returns the item as the patch that it applies to a product.
func (i *Item) patch() *api.ProductPatch {
	b := &i.Body
	return &api.ProductPatch{
		Name: b.Name, Description: b.Description, PriceDkk: b.PriceDkk, Stock: b.Stock, Featured: b.Featured,
		Brand: b.Brand, FrameColor: b.FrameColor, LensColor: b.LensColor, AnswerSummary: b.AnswerSummary,
		Attributes: b.Attributes, ComparisonFacts: b.ComparisonFacts, Faq: b.Faq, UseCases: b.UseCases, Images: b.Images,
	}
}
