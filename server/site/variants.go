package site

import (
	"bytes"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// assortment is what is sold of a product with variants, and which of it a page is about. A product of which no variant
// is sold is shown as one without variants that is sold out.
type assortment struct {
	product *api.Product
	sold    []api.ProductVariant
	chosen  *api.ProductVariant // nil for none
}

// assortmentOf returns what is sold of a product. The variant with the id is chosen, or the only one: there is no other choice.
func assortmentOf(p *api.Product, id string) *assortment {
	a := &assortment{product: p}
	for _, each := range p.Variants {
		if each.Active {
			a.sold = append(a.sold, each)
		}
	}
	for i := range a.sold {
		if a.sold[i].VariantId == id || len(a.sold) == 1 {
			a.chosen = &a.sold[i]
		}
	}
	return a
}

// variantIn returns the id of a variant that an address names, "" for one that the answer about its product does not have:
// callers make no pages with ids that they make up.
func variantIn(found answer, named string) string {
	id, err := uuid.Parse(named)
	if err != nil || !bytes.Contains(found, []byte(`"variantId":"`+id.String()+`"`)) {
		return ""
	}
	return id.String()
}

// path is the path of a page with a variant chosen.
func (a *assortment) path(variant *api.ProductVariant) string {
	return "/products/" + a.product.Slug + "?variant=" + variant.VariantId
}

// values are those of a variant, in the order of the options.
func (a *assortment) values(variant *api.ProductVariant) (all []string) {
	for _, o := range a.product.Options {
		all = append(all, variant.Attributes[o.Name])
	}
	return all
}

// name is that of the product with the values of a variant.
func (a *assortment) name(variant *api.ProductVariant) string {
	return strings.Join(append([]string{a.product.Name}, a.values(variant)...), ", ")
}

// option is an option of a product as a group of links.
type option struct {
	Name   string
	Values []optionValue
}

// optionValue leads to a variant with a value.
type optionValue struct {
	Text, Href       string
	Current, SoldOut bool
}

// options are the options with the values that are sold. A value leads to the variant that has the other chosen values too,
// else to the first that has it.
func (a *assortment) options() (all []option) {
	for _, o := range a.product.Options {
		group := option{Name: o.Name}
		for _, value := range o.Values {
			first, kept, inStock := -1, -1, false
			for i := range a.sold {
				each := &a.sold[i]
				if each.Attributes[o.Name] != value {
					continue
				}
				inStock = inStock || each.Stock > 0
				if first < 0 {
					first = i
				}
				if a.keepsOthers(each, o.Name) {
					kept = i
				}
			}
			if first < 0 {
				continue
			}
			if kept < 0 {
				kept = first
			}
			current := a.chosen != nil && a.chosen.Attributes[o.Name] == value
			group.Values = append(group.Values, optionValue{value, a.path(&a.sold[kept]), current, !inStock})
		}
		if len(group.Values) > 0 {
			all = append(all, group)
		}
	}
	return all
}

// keepsOthers reports whether a variant has the chosen values of all options but one.
func (a *assortment) keepsOthers(variant *api.ProductVariant, but string) bool {
	return a.chosen != nil && !slices.ContainsFunc(a.product.Options, func(o api.ProductOption) bool {
		return o.Name != but && variant.Attributes[o.Name] != a.chosen.Attributes[o.Name]
	})
}

// put shows on the page of a product what is sold of it, and what is chosen.
func (a *assortment) put(view *productView, v *visit) {
	w := v.words
	view.Options = a.options()
	for i := range a.sold {
		each := &a.sold[i]
		view.Variants = append(view.Variants, variantLine{
			Href: a.path(each), Name: strings.Join(a.values(each), ", "), SKU: wire.OrEmpty(each.Sku), Price: w.Money(each.PriceOere), Stock: w.stock(each.Stock),
		})
	}
	if a.chosen == nil {
		view.Stock = w.stockOf(a.product.Stock, len(a.sold))
		return
	}
	view.Price, view.Stock = w.Money(a.chosen.PriceOere), w.stock(a.chosen.Stock)
	if a.chosen.Sku != nil {
		view.Basics = append(view.Basics, fact{w.SKU, *a.chosen.Sku, "", ""})
	}
	if address := v.imageSrc(wire.OrEmpty(a.chosen.Image)); address != "" {
		first := image{address, a.name(a.chosen)}
		if i := slices.IndexFunc(view.Images, func(other image) bool { return other.URL == address }); i >= 0 {
			first = view.Images[i]
			view.Images = slices.Delete(view.Images, i, i+1)
		}
		view.Images = slices.Insert(view.Images, 0, first)
	}
}

// variantLine is a variant in a list of all of a product.
type variantLine struct {
	Href, Name, SKU, Price string
	Stock                  stockView
}

// knownOptions are the options that search engines know, by the names that shops give them.
var knownOptions = map[string]string{
	"farve": "color", "color": "color", "colour": "color", "størrelse": "size", "size": "size", "materiale": "material", "material": "material",
}

// knownOption is the name of an option as search engines know it, "" for another one.
func knownOption(o *api.ProductOption) string { return knownOptions[strings.ToLower(o.Name)] }

// knownValues are the values of a variant by the names of options that search engines know. Of two options with one meaning
// the first counts.
func (a *assortment) knownValues(variant *api.ProductVariant) map[string]string {
	all := map[string]string{}
	for i := range a.product.Options {
		o := &a.product.Options[i]
		if name := knownOption(o); name != "" && all[name] == "" {
			all[name] = variant.Attributes[o.Name]
		}
	}
	return all
}
