package site

import (
	"context"
	"errors"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
)

// card is a product in a list.
type card struct {
	Href, Name, Brand, Price string
	Image                    string // "" for none
	Stock                    stockView
	Lang                     lang // of its name
}

// ShortName is the name where there is little room.
func (c card) ShortName() string { return shorten(c.Name, maxCardName) }

// cards returns the products that were found. images are those of products whose
// first image is not shown.
func (v *visit) cards(hits []api.ProductHit, images map[string]string) []card {
	all := make([]card, len(hits))
	for i := range hits {
		h := &hits[i]
		image := v.shownImage(orEmpty(h.FirstImage))
		if image == "" {
			image = images[h.Slug]
		}
		if len(image) > maxCardImage {
			image = ""
		}
		all[i] = card{
			Href: "/products/" + h.Slug, Name: h.Name, Brand: shorten(orEmpty(h.Brand), maxCardBrand), Price: v.words.Money(h.PriceDkk),
			Image: image, Stock: v.words.stock(h.Stock), Lang: v.shopLang(),
		}
	}
	return all
}

// otherImages returns the first image that is shown, by the slugs of the products, of
// those found products whose very first one is not.
func (v *visit) otherImages(ctx context.Context, found answer) (map[string]string, error) {
	var got struct {
		Result []struct{ Slug, FirstImage string }
	}
	if err := found.into(&got); err != nil {
		return nil, err
	}
	images := map[string]string{}
	for _, hit := range got.Result {
		if hit.FirstImage == "" || v.shownImage(hit.FirstImage) != "" {
			continue
		}
		product, err := v.ask(ctx, "products.get", api.ProductsGetRequest{Slug: hit.Slug})
		if p, refused := errors.AsType[*problem.Error](err); refused && p.Code == problem.ProductNotFound {
			continue // deleted since it was found
		}
		if err != nil {
			return nil, err
		}
		var whole struct{ Result struct{ Images []string } }
		if err := product.into(&whole); err != nil {
			return nil, err
		}
		for _, address := range whole.Result.Images {
			if image := v.shownImage(address); image != "" {
				images[hit.Slug] = image
				break
			}
		}
	}
	return images, nil
}
