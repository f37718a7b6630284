package site

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
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

// cardImage is an image in a list, "" for one with a long address.
func cardImage(address string) string {
	if len(address) > maxCardImage {
		return ""
	}
	return address
}

// foundProducts are products that were found.
type foundProducts struct {
	api.ProductsSearchReply
	images map[string]string // of those whose first image is not shown, the first that is, by slugs
}

// search finds products.
func (v *visit) search(ctx context.Context, arguments map[string]any) (*foundProducts, error) {
	text, err := v.ask(ctx, "products.search", arguments)
	if err != nil {
		return nil, err
	}
	found := &foundProducts{images: map[string]string{}}
	if err := text.into(&found.ProductsSearchReply); err != nil {
		return nil, err
	}
	for i := range found.Result {
		if hit := &found.Result[i]; wire.OrEmpty(hit.FirstImage) != "" && v.imageSrc(*hit.FirstImage) == "" {
			if found.images[hit.Slug], err = v.otherImage(ctx, hit.Slug); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// otherImage returns the first image of a product that is shown, "" if there is none.
func (v *visit) otherImage(ctx context.Context, slug string) (string, error) {
	text, err := v.ask(ctx, "products.get", api.ProductsGetRequest{Slug: slug})
	if p, refused := errors.AsType[*problem.Error](err); refused && p.Code == problem.ProductNotFound {
		return "", nil // deleted since it was found
	}
	if err != nil {
		return "", err
	}
	var product struct{ Result struct{ Images []string } }
	if err := text.into(&product); err != nil {
		return "", err
	}
	for _, address := range product.Result.Images {
		if image := v.imageSrc(address); image != "" {
			return image, nil
		}
	}
	return "", nil
}

// cards returns the products that were found.
func (v *visit) cards(found *foundProducts) []card {
	all := make([]card, len(found.Result))
	for i := range found.Result {
		h := &found.Result[i]
		image := v.imageSrc(wire.OrEmpty(h.FirstImage))
		if image == "" {
			image = found.images[h.Slug]
		}
		all[i] = card{
			Href: "/products/" + h.Slug, Name: h.Name, Brand: shorten(wire.OrEmpty(h.Brand), maxCardBrand), Price: v.words.priceFrom(h.PriceDkk, h.PriceMaxOere),
			Image: cardImage(image), Stock: v.words.stockOf(h.Stock, int(h.VariantCount)), Lang: v.shopLang(),
		}
	}
	return all
}

// imageSrc returns the address of an image as a page refers to it: a path for
// one of the shop itself. It is "" for one that is not shown: neither of the shop
// nor https.
func (v *visit) imageSrc(address string) string { return imageSrc(v.base, address) }

// logo returns the address of the logo of the shop as a page refers to it, "" for none.
func (v *visit) logo() string { return v.imageSrc(v.absolute(v.frame.Shop.Logo)) }

func imageSrc(base, address string) string {
	if path, own := strings.CutPrefix(address, base+"/"); own && !strings.HasPrefix(path, "/") {
		return "/" + path
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// absolute returns the whole address of an image that a page refers to.
func (v *visit) absolute(address string) string { return absolute(v.base, address) }

func absolute(base, address string) string {
	if strings.HasPrefix(address, "/") {
		return base + address
	}
	return address
}
