package catalog

import (
	"bytes"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
)

// Item is a product to create or, when its slug exists, to change. A nil field
// of the body is left out: an existing product keeps its value.
type Item struct {
	ID   uuid.UUID // of the product if the item creates it; the zero UUID means a new one
	Body api.ProductsCreateRequest
}

// NewItem reads a body of products.create from the bytes that were sent and
// those that the schema returned: a default that the schema filled in does not
// count as sent.
func NewItem(sent, checked []byte) (Item, error) {
	var item Item
	if err := json.Unmarshal(checked, &item.Body); err != nil {
		return item, err
	}
	if bytes.Equal(sent, checked) {
		return item, nil
	}
	var named struct {
		Featured json.RawMessage `json:"featured"`
	}
	if err := json.Unmarshal(sent, &named); err != nil {
		return item, err
	}
	if named.Featured == nil {
		item.Body.Featured = nil
	}
	return item, nil
}

// patch returns the item as the patch that it applies to an existing product.
func (i *Item) patch() *api.ProductPatch {
	b := &i.Body
	return &api.ProductPatch{
		Name: &b.Name, Description: &b.Description, PriceDkk: &b.PriceDkk, Stock: &b.Stock, Featured: b.Featured,
		Brand: b.Brand, FrameColor: b.FrameColor, LensColor: b.LensColor, AnswerSummary: b.AnswerSummary,
		Attributes: b.Attributes, ComparisonFacts: b.ComparisonFacts, Faq: b.Faq, UseCases: b.UseCases, Images: b.Images,
	}
}
