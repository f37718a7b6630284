package catalog

import (
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search"
)

func toInsert(r *db.ProductRecord, doc search.Vector) db.ProductInsertParams {
	return db.ProductInsertParams{
		ID: r.ID, Slug: r.Slug, Name: r.Name, NameSort: text.Sort(r.Name), Brand: r.Brand, BrandKey: text.CasePtr(r.Brand),
		Description: r.Description, PriceOere: r.PriceOere, Stock: r.Stock, Featured: r.Featured,
		FrameColor: r.FrameColor, FrameColorKey: text.CasePtr(r.FrameColor),
		LensColor: r.LensColor, LensColorKey: text.CasePtr(r.LensColor), CategoryID: r.CategoryID,
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, Images: r.Images, Search: doc.Text, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

// toUpdate returns the update of a locked product. It leaves the search vector
// unchanged if doc is nil.
func toUpdate(before, r *db.ProductRecord, doc *search.Vector) db.ProductUpdateParams {
	var vector *string
	if doc != nil {
		vector = &doc.Text
	}
	return db.ProductUpdateParams{
		ID: r.ID, Name: r.Name, NameSort: text.Sort(r.Name), Brand: r.Brand, BrandKey: text.CasePtr(r.Brand),
		Description: r.Description, PriceOere: r.PriceOere, Stock: changedStock(before.Stock, r.Stock), Featured: r.Featured,
		FrameColor: r.FrameColor, FrameColorKey: text.CasePtr(r.FrameColor),
		LensColor: r.LensColor, LensColorKey: text.CasePtr(r.LensColor), CategoryID: r.CategoryID,
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, Images: r.Images, Search: vector, At: r.UpdatedAt,
	}
}
