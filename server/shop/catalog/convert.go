package catalog

import (
	"encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

// toProduct returns a product with addresses at base: the address of the service,
// or a mark.
func toProduct(r *db.ProductRecord, base string) (api.Product, error) {
	images, err := imagesOf(r)
	if err != nil {
		return api.Product{}, err
	}
	for i := range images {
		images[i].Url = wire.Absolute(base, images[i].Url)
	}
	a, err := assortmentOf(r)
	if err != nil {
		return api.Product{}, err
	}
	priceMax := r.PriceOere
	wire.Set(&priceMax, r.PriceMaxOere)
	for i, v := range a.variants {
		if v.Image != nil {
			a.variants[i].Image = new(wire.Absolute(base, *v.Image))
		}
	}
	return api.Product{
		Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Brand: r.Brand, Description: r.Description,
		PriceDkk: r.PriceOere, Stock: r.Stock, Featured: r.Featured, FrameColor: r.FrameColor, LensColor: r.LensColor,
		Images:    urls(images),
		Category:  api.ProductCategory{Slug: r.CategorySlug, Name: r.CategoryName, Description: r.CategoryDescription},
		CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, ImageDetails: images, Url: wire.Absolute(base, search.PagePath(r.Slug)),
		Options: a.options, Variants: a.variants, PriceMaxOere: priceMax, VariantsVersion: r.VariantsVersion,
	}, nil
}

// audited is a product in the audit: with the images as they are stored, and
// without the address of its page. The address of the service depends on the
// request. Price and stock of a product with variants are left out: they follow from these.
type audited struct {
	api.Product
	URL             *string                   `json:"url,omitempty"` // this and those below hide that of the product
	PriceMaxOere    *int64                    `json:"priceMaxOere,omitempty"`
	VariantsVersion *int64                    `json:"variantsVersion,omitempty"`
	PriceDkk        *int64                    `json:"priceDkk,omitempty"`
	Stock           *int64                    `json:"stock,omitempty"`
	Variants        map[string]auditedVariant `json:"variants"` // by id
}

type auditedVariant struct {
	api.ProductVariant
	VariantID *string `json:"variantId,omitempty"` // hides that of the variant
	Position  int     `json:"position"`
}

func toAudited(r *db.ProductRecord) (audited, error) {
	product, err := toProduct(r, "")
	a := audited{Product: product, Variants: map[string]auditedVariant{}}
	if r.VariantCount == 0 {
		a.PriceDkk, a.Stock = &r.PriceOere, &r.Stock
	}
	for i, v := range product.Variants {
		a.Variants[v.VariantId] = auditedVariant{ProductVariant: v, Position: i + 1}
	}
	return a, err
}

func identity(r *db.ProductRecord) api.IdAndSlug {
	return api.IdAndSlug{Id: r.ID.String(), Slug: r.Slug, UpdatedAt: wire.TimeOf(r.UpdatedAt)}
}

func productChanged(r *db.ProductRecord, changes []api.AuditChange, warnings []api.ChangeWarning) api.ProductChanged {
	return api.ProductChanged{Id: r.ID.String(), Slug: r.Slug, UpdatedAt: wire.TimeOf(r.UpdatedAt), Changes: changes, Warnings: warnings}
}

// fromCreate returns the record that a request describes, without the fields
// that the database decides: id, category and timestamps. base is the address of the
// service as the caller knows it.
func fromCreate(b *api.ProductsCreateRequest, base string) db.ProductRecord {
	return db.ProductRecord{
		Slug: b.Slug, Name: b.Name, Description: b.Description, PriceOere: b.PriceDkk, Stock: b.Stock,
		Featured: b.Featured != nil && *b.Featured,
		Brand:    wire.ValueOrNil(b.Brand), FrameColor: wire.ValueOrNil(b.FrameColor), LensColor: wire.ValueOrNil(b.LensColor),
		AnswerSummary: wire.ValueOrNil(b.AnswerSummary),
		Attributes:    or(b.Attributes, emptyObject), ComparisonFacts: or(b.ComparisonFacts, emptyObject),
		Faq: or(b.Faq, emptyArray), UseCases: or(b.UseCases, emptyArray),
		Images: storedImages(b.Images, nil, base), Options: emptyArray, Variants: emptyArray,
	}
}

// applyPatch sets the fields that the patch names, except the category. base is the
// address of the service as the caller knows it.
func applyPatch(r *db.ProductRecord, p *api.ProductPatch, base string) error {
	wire.Set(&r.Name, p.Name)
	wire.Set(&r.Description, p.Description)
	wire.Set(&r.Featured, p.Featured)
	wire.SetOrClear(&r.Brand, p.Brand)
	wire.SetOrClear(&r.FrameColor, p.FrameColor)
	wire.SetOrClear(&r.LensColor, p.LensColor)
	wire.SetOrClear(&r.AnswerSummary, p.AnswerSummary)
	r.Attributes = or(p.Attributes, r.Attributes)
	r.ComparisonFacts = or(p.ComparisonFacts, r.ComparisonFacts)
	r.Faq = or(p.Faq, r.Faq)
	r.UseCases = or(p.UseCases, r.UseCases)
	if err := setPriceAndStock(r, p.PriceDkk, p.Stock); err != nil || p.Images == nil {
		return err
	}
	known, err := imagesOf(r)
	r.Images = storedImages(p.Images, known, base)
	return err
}

var (
	emptyObject = json.RawMessage("{}")
	emptyArray  = json.RawMessage("[]")
)

func or(v, otherwise json.RawMessage) json.RawMessage {
	if v == nil {
		return otherwise
	}
	return v
}

func toInsert(r *db.ProductRecord, doc search.Vector) db.ProductInsertParams {
	return db.ProductInsertParams{
		ID: r.ID, Slug: r.Slug, Name: r.Name, NameSort: text.Sort(r.Name), Brand: r.Brand, BrandKey: text.CasePtr(r.Brand),
		Description: r.Description, PriceOere: r.PriceOere, Stock: r.Stock, Featured: r.Featured,
		FrameColor: r.FrameColor, FrameColorKey: text.CasePtr(r.FrameColor),
		LensColor: r.LensColor, LensColorKey: text.CasePtr(r.LensColor), CategoryID: r.CategoryID,
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, Images: r.Images, Search: doc.Text, Options: r.Options, VariantsVersion: r.VariantsVersion,
		VariantCount: r.VariantCount, PriceMaxOere: r.PriceMaxOere, Skus: r.Skus, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
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
		Description: r.Description, PriceOere: r.PriceOere, Stock: changedStock(before, r), Featured: r.Featured,
		FrameColor: r.FrameColor, FrameColorKey: text.CasePtr(r.FrameColor),
		LensColor: r.LensColor, LensColorKey: text.CasePtr(r.LensColor), CategoryID: r.CategoryID,
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, Images: r.Images, Search: vector,
		Options: r.Options, VariantsVersion: r.VariantsVersion, At: r.UpdatedAt,
	}
}
