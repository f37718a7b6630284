package insight_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/test/servertest"
)

// sizes gives a product variants with these stocks, of which the last is not sold, and returns their ids by size.
func (s shop) sizes(t *testing.T, slug string, stocks ...int) map[string]string {
	t.Helper()
	names := []string{"S", "M", "L", "XL"}[:len(stocks)]
	var variants []object
	for i, stock := range stocks {
		variants = append(variants, object{"sku": slug + "-" + names[i], "attributes": object{"Size": names[i]}, "stock": stock, "active": i < len(stocks)-1})
	}
	var set struct {
		Variants []struct{ VariantID, Sku string }
	}
	s.OK(t, s.key, "products.set_variants", object{"slug": slug, "options": []object{{"name": "Size", "values": names}}, "variants": variants}, &set)
	ids := map[string]string{}
	for i, v := range set.Variants {
		ids[names[i]] = v.VariantID
	}
	return ids
}

// sell has pieces of a product bought and paid some time ago, and returns the order.
func (s shop) sell(t *testing.T, slug string, pieces int, ago string) string {
	t.Helper()
	order := s.buy(t, []object{{"slug": slug, "quantity": pieces}}, "", nil)
	s.move(t, order, "paid")
	s.Execute(t, "UPDATE orders SET created_at = created_at - $2::interval WHERE id = $1", order, ago)
	return order
}

// A product with variants is not low itself: those that are sold are. They are listed among the products, with the index and
// without, and what they sold is their own.
func TestLowStockOfVariants(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	small, medium, large := s.sell(t, "p0", 30, "1 day"), s.sell(t, "p0", 10, "1 day"), s.sell(t, "p0", 3, "40 days")
	s.move(t, medium, "cancelled")
	s.sell(t, "p1", 30, "2 days")
	ids := s.sizes(t, "p0", 3, 0, 9, 1)
	for size, order := range map[string]string{"S": small, "M": medium, "L": large} {
		s.Execute(t, "UPDATE order_items SET variant_id = $2 WHERE order_id = $1", order, ids[size])
	}
	s.sizes(t, "p2", 0) // none is sold
	s.sizes(t, "p4", 1, 0)
	s.OK(t, s.key, "products.delete", object{"slug": "p4", "confirm": true}, nil)
	s.sizes(t, "p5", 101, 2, 0)
	for slug, stock := range map[string]int{"p1": 1, "p3": 50} {
		s.OK(t, s.key, "products.update", object{"slug": slug, "patch": object{"stock": stock, "brand": "Falk"}}, nil)
	}
	unaided := shop{s.Beside(t, servertest.Options{Memory: &server.MemoryOptions{}}), s.key}
	s.OK(t, s.key, "products.adjust_stock", object{"slug": "p0", "variantId": ids["S"], "delta": -1}, nil)
	for _, w := range []shop{s, unaided} {
		for _, c := range []struct {
			body object
			want []string
		}{
			{object{}, []string{"p0-M", "p1", "p0-S", "p5-M", "p0-L", "p3"}},
			{object{"threshold": 2}, []string{"p0-M", "p1", "p0-S", "p5-M"}},
			{object{"sort": "days_of_cover"}, []string{"p1", "p0-S", "p0-M", "p5-M", "p0-L", "p3"}},
			{object{"soldWithinDays": 7}, []string{"p1", "p0-S"}},
			{object{"soldWithinDays": 41, "sort": "days_of_cover"}, []string{"p1", "p0-S", "p0-L"}},
			{object{"categorySlug": "briller"}, []string{"p0-M", "p0-S", "p0-L"}},
			{object{"brand": "falk"}, []string{"p1", "p3"}},
		} {
			for limit := 1; limit <= 7; limit += 2 {
				var got []string
				for _, item := range w.lowStock(t, servertest.With(object{"threshold": 100, "limit": limit}, c.body)) {
					name := item["slug"].(string)
					if sku, ok := item["variantSku"].(string); ok {
						name = sku
					}
					got = append(got, name)
				}
				wantSame(t, fmt.Sprintf("%v, pages of %d", c.body, limit), got, c.want)
			}
		}
		p := s.Product(t, "p0")
		item := func(size string, stock, sold int, cover any) object {
			return object{"productId": p.Id, "slug": "p0", "name": p.Name, "variantId": ids[size], "variantSku": "p0-" + size,
				"variantAttributes": object{"Size": size}, "stock": stock, "soldLast30Days": sold, "daysOfCover": cover}
		}
		wantSame(t, "items", w.lowStock(t, object{"categorySlug": "briller", "threshold": 100}), []object{item("M", 0, 0, nil), item("S", 2, 30, 2), item("L", 9, 0, nil)})
		wantSame(t, "summary", w.summary(t, object{"lowStockThreshold": 0})["catalog"], object{"totalProducts": 5, "lowStockCount": 1, "lowStock": []object{{
			"slug": "p0", "name": p.Name, "brand": p.Brand, "variantId": ids["M"], "variantSku": "p0-M", "variantAttributes": object{"Size": "M"}, "stock": 0}}})
		wantSame(t, "summary without a threshold", w.summary(t, object{})["catalog"].(object)["lowStockCount"], 4)
	}
	s.OK(t, s.key, "products.set_variants", object{"slug": "p0", "options": []object{}, "variants": []object{}}, nil)
	wantSame(t, "without variants again", len(s.lowStock(t, object{"threshold": 100})), 4)
}

// The best variants of all products, of a category, and of one that is too large to be read: with what was sold of a product
// before it had any, and with variants that are gone.
func TestTopProductsByVariant(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	small, medium, gone := s.sell(t, "p0", 4, "1 day"), s.sell(t, "p0", 3, "2 days"), s.sell(t, "p0", 2, "3 days")
	s.sell(t, "p0", 1, "4 days")
	s.sell(t, "p1", 4, "1 day")
	ids := s.sizes(t, "p0", 9, 9, 9)
	for order, id := range map[string]string{small: ids["S"], medium: ids["M"], gone: "not an id"} {
		s.Execute(t, "UPDATE order_items SET variant_id = $2 WHERE order_id = $1", order, id)
	}
	s.move(t, s.buy(t, []object{{"slug": "p0", "variantId": ids["S"], "quantity": 1}}, "", nil), "paid")
	s.sizes(t, "p0", 7, 7)
	s.OK(t, s.key, "products.set_variants", object{"slug": "p0", "options": []object{}, "variants": []object{{"sku": "new", "attributes": object{}, "stock": 1}}}, nil)
	row := func(slug string, id, sku any, attributes object, pieces int) object {
		p := s.Product(t, slug)
		return object{"productId": p.Id, "slug": slug, "productName": p.Name, "variantId": id, "variantSku": sku, "variantAttributes": attributes,
			"deleted": false, "quantity": pieces, "revenueOere": pieces * map[string]int{"p0": 1999, "p1": 5332}[slug]}
	}
	ofP0 := []object{row("p0", ids["S"], "p0-S", object{"Size": "S"}, 5), row("p0", ids["M"], "p0-M", object{"Size": "M"}, 3),
		row("p0", "not an id", nil, nil, 2), row("p0", nil, nil, nil, 1)}
	ofP1 := row("p1", nil, nil, nil, 4)
	compare := func() {
		t.Helper()
		for _, c := range []struct {
			body object
			want []object
		}{
			{object{}, []object{row("p0", nil, nil, nil, 11), ofP1}},
			{object{"byVariant": true}, []object{ofP0[0], ofP1, ofP0[1], ofP0[2], ofP0[3]}},
			{object{"byVariant": true, "by": "revenue", "limit": 2}, []object{ofP1, ofP0[0]}},
			{object{"byVariant": true, "categorySlug": "briller"}, ofP0},
			{object{"byVariant": true, "categorySlug": "etuier"}, []object{ofP1}},
		} {
			wantSame(t, fmt.Sprint(c.body), s.list(t, "analytics.top_products", servertest.With(object{"by": "quantity"}, c.body)), c.want)
		}
	}
	compare()
	s.copied(t, "products", `SELECT id, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || n, 'variant_count', 0) FROM products, generate_series(1, 10000) n WHERE slug = 'p0'`)
	s.Execute(t, "CALL insight_rebuild()")
	compare()
}
