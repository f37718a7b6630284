package site

import "github.com/storefront/storefront/gen/api"

// card is a product in a list.
type card struct {
	Href, Name, Brand, Price string
	Image                    string // "" for none
	Stock                    stockView
}

func (v *visit) cards(hits []api.ProductHit) []card {
	all := make([]card, len(hits))
	for i := range hits {
		h := &hits[i]
		all[i] = card{
			Href: "/products/" + h.Slug, Name: h.Name, Brand: orEmpty(h.Brand), Price: v.words.Money(h.PriceDkk),
			Image: v.shownImage(orEmpty(h.FirstImage)), Stock: v.words.stock(h.Stock),
		}
	}
	return all
}
