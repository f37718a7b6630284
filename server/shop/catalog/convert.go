package catalog

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

var (
	emptyObject = json.RawMessage("{}")
	emptyArray  = json.RawMessage("[]")
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
	return api.Product{
		Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Brand: r.Brand, Description: r.Description,
		PriceDkk: r.PriceOere, Stock: r.Stock, Featured: r.Featured, FrameColor: r.FrameColor, LensColor: r.LensColor,
		Images:    urls(images),
		Category:  api.ProductCategory{Slug: r.CategorySlug, Name: r.CategoryName, Description: r.CategoryDescription},
		CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
		Attributes: r.Attributes, AnswerSummary: r.AnswerSummary, Faq: r.Faq, UseCases: r.UseCases,
		ComparisonFacts: r.ComparisonFacts, ImageDetails: images, Url: wire.Absolute(base, search.PagePath(r.Slug)),
	}, nil
}

// audited is a product in the audit: with the images as they are stored, and
// without the address of its page. The address of the service depends on the
// request.
type audited struct {
	api.Product
	URL *string `json:"url,omitempty"` // hides that of the product
}

func toAudited(r *db.ProductRecord) (audited, error) {
	product, err := toProduct(r, "")
	return audited{Product: product}, err
}

// fromCreate returns the record that a request describes, without the fields
// that the database decides: id, category and timestamps.
func fromCreate(b *api.ProductsCreateRequest) db.ProductRecord {
	return db.ProductRecord{
		Slug: b.Slug, Name: b.Name, Description: b.Description, PriceOere: b.PriceDkk, Stock: b.Stock,
		Featured: b.Featured != nil && *b.Featured,
		Brand:    wire.ValueOrNil(b.Brand), FrameColor: wire.ValueOrNil(b.FrameColor), LensColor: wire.ValueOrNil(b.LensColor),
		AnswerSummary: wire.ValueOrNil(b.AnswerSummary),
		Attributes:    or(b.Attributes, emptyObject), ComparisonFacts: or(b.ComparisonFacts, emptyObject),
		Faq: or(b.Faq, emptyArray), UseCases: or(b.UseCases, emptyArray),
		Images: images(b.Images, nil, ""),
	}
}

// applyPatch sets the fields that the patch names, except the category. base is the
// address of the service as the caller knows it.
func applyPatch(r *db.ProductRecord, p *api.ProductPatch, base string) error {
	wire.Set(&r.Name, p.Name)
	wire.Set(&r.Description, p.Description)
	wire.Set(&r.PriceOere, p.PriceDkk)
	wire.Set(&r.Stock, p.Stock)
	wire.Set(&r.Featured, p.Featured)
	wire.SetOrClear(&r.Brand, p.Brand)
	wire.SetOrClear(&r.FrameColor, p.FrameColor)
	wire.SetOrClear(&r.LensColor, p.LensColor)
	wire.SetOrClear(&r.AnswerSummary, p.AnswerSummary)
	r.Attributes = or(p.Attributes, r.Attributes)
	r.ComparisonFacts = or(p.ComparisonFacts, r.ComparisonFacts)
	r.Faq = or(p.Faq, r.Faq)
	r.UseCases = or(p.UseCases, r.UseCases)
	if p.Images == nil {
		return nil
	}
	known, err := imagesOf(r)
	r.Images = images(p.Images, known, base)
	return err
}

func imagesOf(r *db.ProductRecord) ([]api.ImageDetail, error) {
	images := []api.ImageDetail{}
	return images, json.Unmarshal(r.Images, &images)
}

func urls(images []api.ImageDetail) []string {
	out := make([]string, len(images))
	for i, image := range images {
		out[i] = image.Url
	}
	return out
}

// images returns addresses in their stored form. An image that is known at base
// stays as it is, with its details (alt, sourceId).
func images(addresses *api.ImageUrls, known []api.ImageDetail, base string) json.RawMessage {
	list := []api.ImageDetail{}
	if addresses != nil {
		for _, one := range *addresses {
			image := api.ImageDetail{Url: one}
			if at := imageAt(known, one, base); at >= 0 {
				image = known[at]
			}
			list = append(list, image)
		}
	}
	return encode(list)
}

// imageAt returns the index of the image that has this address at base, or -1.
func imageAt(list []api.ImageDetail, url, base string) int {
	return slices.IndexFunc(list, func(i api.ImageDetail) bool { return wire.Absolute(base, i.Url) == url })
}

// encode returns the stored form of images.
func encode(list []api.ImageDetail) json.RawMessage {
	text, _ := json.Marshal(list) // strings always encode
	return text
}

func identity(r *db.ProductRecord) api.IdAndSlug {
	return api.IdAndSlug{Id: r.ID.String(), Slug: r.Slug, UpdatedAt: wire.TimeOf(r.UpdatedAt)}
}

func stamp(t time.Time) string { return wire.TimeOf(t).String() }

func or(v, otherwise json.RawMessage) json.RawMessage {
	if v == nil {
		return otherwise
	}
	return v
}
