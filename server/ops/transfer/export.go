package transfer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// exported is a products.create request that names every field, so that an
// import of it undoes all changes made since.
type exported struct {
	Name            string            `json:"name"`
	Slug            string            `json:"slug"`
	Brand           *string           `json:"brand"`
	Description     string            `json:"description"`
	PriceDkk        int64             `json:"priceDkk"`
	Stock           int64             `json:"stock"`
	Featured        bool              `json:"featured"`
	CategorySlug    string            `json:"categorySlug"`
	FrameColor      *string           `json:"frameColor"`
	LensColor       *string           `json:"lensColor"`
	Images          []string          `json:"images"`
	Attributes      json.RawMessage   `json:"attributes"`
	AnswerSummary   *string           `json:"answerSummary"`
	Faq             json.RawMessage   `json:"faq"`
	UseCases        json.RawMessage   `json:"useCases"`
	ComparisonFacts json.RawMessage   `json:"comparisonFacts"`
	Options         json.RawMessage   `json:"options"`
	Variants        []exportedVariant `json:"variants"`
}

// exportedVariant is one without its id, which is that of this shop: an import finds it by its attributes.
type exportedVariant struct {
	Attributes api.VariantChoice `json:"attributes"`
	Sku        *string           `json:"sku"`
	PriceOere  int64             `json:"priceOere"`
	Stock      int64             `json:"stock"`
	Image      *string           `json:"image"`
	Active     bool              `json:"active"`
}

// ExportProducts writes the live products as JSON Lines, in the order in which
// they were created, and returns their number. What a products.create request
// cannot contain is left out: ids, times, and the texts and source ids of
// images. An import keeps those of existing products.
func ExportProducts(ctx context.Context, st *store.Store, w io.Writer) (int, error) {
	out := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	count := 0
	err := catalog.EveryRecord(ctx, st, func(r *db.ProductRecord) error {
		line, err := export(r)
		if err != nil {
			return err
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
		count++
		return nil
	})
	if err != nil {
		return count, err
	}
	return count, out.Flush()
}

func export(r *db.ProductRecord) (exported, error) {
	var images []api.ImageDetail
	variants := []exportedVariant{}
	if err := errors.Join(json.Unmarshal(r.Images, &images), json.Unmarshal(r.Variants, &variants)); err != nil {
		return exported{}, err
	}
	urls := make([]string, len(images))
	for i, image := range images {
		urls[i] = image.Url
	}
	return exported{
		Name: r.Name, Slug: r.Slug, Brand: r.Brand, Description: r.Description, PriceDkk: r.PriceOere, Stock: r.Stock,
		Featured: r.Featured, CategorySlug: r.CategorySlug, FrameColor: r.FrameColor, LensColor: r.LensColor, Images: urls,
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases, ComparisonFacts: r.ComparisonFacts,
		Options: r.Options, Variants: variants,
	}, nil
}
