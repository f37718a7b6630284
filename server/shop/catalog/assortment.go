package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// assortment is what a buyer chooses from, and the variants, which are what is sold. Both are empty for a
// product without variants.
type assortment struct {
	options  []api.ProductOption
	variants []api.ProductVariant // images as they are stored
}

func assortmentOf(r *db.ProductRecord) (a assortment, err error) {
	a = assortment{[]api.ProductOption{}, []api.ProductVariant{}}
	if r.VariantCount == 0 {
		return a, nil
	}
	return a, errors.Join(json.Unmarshal(r.Options, &a.options), json.Unmarshal(r.Variants, &a.variants))
}

// put gives a record the assortment, and what follows from it, as the triggers of product_variants do. Without variants
// the price and the stock stay.
func (a assortment) put(r *db.ProductRecord) (err error) {
	if r.Options, err = wire.Marshal(a.options); err != nil {
		return err
	}
	if r.Variants, err = wire.Marshal(a.variants); err != nil {
		return err
	}
	r.VariantCount, r.Skus, r.PriceMaxOere = int32(len(a.variants)), strings.Join(a.skus(), "\n"), nil //nolint:gosec // at most 500
	r.VariantsVersion++
	if len(a.variants) == 0 {
		return nil
	}
	r.Stock = 0
	var lowest, highest int64
	for _, v := range a.variants {
		if !v.Active {
			continue
		}
		if lowest == 0 || v.PriceOere < lowest {
			lowest = v.PriceOere
		}
		highest = max(highest, v.PriceOere)
		r.Stock += v.Stock
	}
	if lowest > 0 {
		r.PriceOere, r.PriceMaxOere = lowest, &highest
	}
	return nil
}

// skus returns those of the variants, in their order.
func (a assortment) skus() []string {
	var all []string
	for _, v := range a.variants {
		if v.Sku != nil {
			all = append(all, *v.Sku)
		}
	}
	return all
}

// onePrice returns the price that all active variants have, 0 if they have several or there is none.
func (a assortment) onePrice() (price int64) {
	for _, v := range a.variants {
		if v.Active && price != 0 && v.PriceOere != price {
			return 0
		}
		if v.Active {
			price = v.PriceOere
		}
	}
	return price
}

// setPriceAndStock sets what a patch says of a product. Of one with variants that is what it has already, or the price of
// all that are sold.
func setPriceAndStock(r *db.ProductRecord, price, stock *int64) error {
	if r.VariantCount == 0 {
		wire.Set(&r.PriceOere, price)
		wire.Set(&r.Stock, stock)
		return nil
	}
	if stock != nil && *stock != r.Stock {
		return hasVariants("The stock is the sum of the stock of its variants.")
	}
	if price == nil || *price == r.PriceOere {
		return nil
	}
	a, err := assortmentOf(r)
	if err != nil {
		return err
	}
	was := a.onePrice()
	if was == 0 {
		return hasVariants("The price is the lowest of the prices of its variants.")
	}
	for i := range a.variants {
		if a.variants[i].Active {
			a.variants[i].PriceOere = *price
		}
	}
	return a.put(r)
}

func hasVariants(detail string) error {
	return problem.New(problem.HasVariants, detail, "Leave price and stock of the product as they are, or set those of its variants with products.set_variants.").
		Then(problem.Leave{}, problem.Or("products.set_variants"))
}

// sameVariants reports whether two records of one product have the same options and variants.
func sameVariants(a, b *db.ProductRecord) bool {
	if a.VariantCount != b.VariantCount || a.VariantCount == 0 {
		return a.VariantCount == b.VariantCount
	}
	before, err := assortmentOf(a)
	after, failed := assortmentOf(b)
	return err == nil && failed == nil && reflect.DeepEqual(before, after)
}

// holders returns the products whose variants have the skus of a record.
func holders(ctx context.Context, q *db.Queries, skus []string) (map[string]db.SkuHoldersRow, error) {
	held := map[string]db.SkuHoldersRow{}
	if len(skus) == 0 {
		return held, nil
	}
	rows, err := q.SkuHolders(ctx, skus)
	for _, row := range rows {
		held[row.Sku] = row
	}
	return held, err
}

// checkSkus refuses skus that another product has. path precedes the names of the fields.
func (a assortment) checkSkus(held map[string]db.SkuHoldersRow, product uuid.UUID, path string) error {
	for i, v := range a.variants {
		if v.Sku == nil {
			continue
		}
		if holder, taken := held[*v.Sku]; taken && holder.ProductID != product {
			return skuTaken(*v.Sku, holder.Slug, variantField(path, i, "sku"))
		}
	}
	return nil
}

func skuTaken(sku, slug, field string) error {
	p := problem.Newf(problem.SkuTaken, "The product %q has a variant with the sku %q.", slug, sku)
	p.Resolution = `Set "` + field + `" to another value, or change that product with products.set_variants.`
	return p.Then(problem.Set(field, ""), problem.Or("products.set_variants"))
}

// position returns the index of the variant with the id, or -1.
func (a assortment) position(id string) int {
	return slices.IndexFunc(a.variants, func(v api.ProductVariant) bool { return strings.EqualFold(v.VariantId, id) })
}

// putVariants gives a record the options and variants that it had, or else the price and the stock.
func (from *audited) putVariants(r *db.ProductRecord) error {
	now, err := assortmentOf(r)
	if err != nil {
		return err
	}
	a := assortment{options: orNone(from.Options), variants: []api.ProductVariant{}}
	for _, id := range slices.SortedFunc(maps.Keys(from.Variants), func(x, y string) int {
		return cmp.Or(from.Variants[x].Position-from.Variants[y].Position, strings.Compare(x, y))
	}) {
		v := from.Variants[id].ProductVariant
		v.VariantId = id
		if !fits(v.Attributes, a.options) {
			return cannotPutBack("a variant would not have a value of each option")
		}
		a.variants = append(a.variants, v)
	}
	if len(a.variants) == 0 && len(a.options) > 0 {
		return cannotPutBack("there would be options without variants")
	}
	if !reflect.DeepEqual(a, now) {
		if err := a.put(r); err != nil {
			return err
		}
	}
	if len(a.variants) == 0 {
		wire.Set(&r.PriceOere, from.PriceDkk)
		wire.Set(&r.Stock, from.Stock)
	}
	return nil
}

func cannotPutBack(why string) error {
	return problem.New(problem.NotRevertible, "Some of these fields cannot be put back without the others: "+why+".", `Remove "fields" from the body.`).
		Then(problem.Remove("fields"))
}
