package insight_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/test/servertest"
)

// Pages of any size make the whole list, in the order of stock, name and id, with the index and without.
func TestLowStock(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for i := range productCount {
		s.OK(t, s.key, "products.update", object{"slug": fmt.Sprintf("p%d", i), "patch": object{"stock": []int{4, 0, 3, 3, 101, 0}[i]}}, nil)
	}
	s.OK(t, s.key, "products.delete", object{"slug": "p5", "confirm": true}, nil)
	sold := s.buy(t, []object{{"slug": "p2", "quantity": 1}}, "", nil)
	s.move(t, sold, "paid")
	old := s.buy(t, []object{{"slug": "p3", "quantity": 1}}, "", nil)
	s.move(t, old, "paid")
	s.Execute(t, "UPDATE orders SET created_at = created_at - interval '30 days 1 second' WHERE id = $1", old)
	unaided := shop{s.Beside(t, servertest.Options{Memory: &server.MemoryOptions{}}), s.key}

	item := func(slug string, stock, sold int, cover any) object {
		p := s.Product(t, slug)
		return object{"productId": p.Id, "slug": slug, "name": p.Name, "variantId": nil, "variantSku": nil, "variantAttributes": nil, "stock": stock, "soldLast30Days": sold, "daysOfCover": cover}
	}
	want := []object{item("p1", 0, 0, nil), item("p2", 2, 1, 60), item("p3", 2, 0, nil), item("p0", 4, 0, nil)}
	for _, w := range []shop{s, unaided} {
		for limit := 1; limit <= 5; limit++ {
			wantSame(t, fmt.Sprintf("pages of %d", limit), w.lowStock(t, object{"threshold": 100, "limit": limit}), want)
		}
		made, err := paging.EncodeCursor("analytics.low_stock", int64(100), search.Scarce{Name: "\x00"})
		if err != nil {
			t.Fatal(err)
		}
		w.Refused(t, w.key, "analytics.low_stock", object{"threshold": 100, "cursor": made}, problem.ValidationFailed)
		wantSame(t, "summary without a threshold", w.summary(t, object{})["catalog"], object{"totalProducts": 5, "lowStock": []object{}, "lowStockCount": 3})
		catalogue := w.summary(t, object{"lowStockThreshold": 2})["catalog"].(object)
		servertest.WantFields(t, "summary", catalogue, object{"totalProducts": 5, "lowStockCount": 3})
		if list := catalogue["lowStock"].([]any); len(list) != 3 || list[0].(object)["slug"] != "p1" {
			t.Errorf("low stock: %v", list)
		}
	}
}

// lowStock returns the items of all pages of analytics.low_stock.
func (s shop) lowStock(t *testing.T, body object) (all []object) {
	t.Helper()
	for {
		var page struct {
			Items      []object
			NextCursor *string
		}
		s.OK(t, s.key, "analytics.low_stock", body, &page)
		if all = append(all, page.Items...); page.NextCursor == nil {
			return all
		}
		body = servertest.With(body, object{"cursor": *page.NextCursor})
	}
}

// What runs out is narrowed to a category, a brand and what sells, and ordered by how long it lasts: on pages of any size, with the
// index and without.
func TestLowStockThatSells(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, sale := range []struct {
		product, pieces int
		ago             string
	}{{0, 30, "1 day"}, {1, 10, "29 days"}, {2, 3, "40 days"}, {3, 60, "2 days"}, {4, 5, "3 days"}} {
		order := s.buy(t, []object{{"slug": fmt.Sprint("p", sale.product), "quantity": sale.pieces}}, "", nil)
		s.move(t, order, "paid")
		if sale.product == 4 {
			s.move(t, order, "cancelled")
		}
		s.Execute(t, "UPDATE orders SET created_at = created_at - $2::interval WHERE id = $1", order, sale.ago)
	}
	for i, stock := range []int{20, 3, 1, 0, 2, 7} { // for 20, 9, -, 0, - and - days
		s.OK(t, s.key, "products.update", object{"slug": fmt.Sprint("p", i), "patch": object{"stock": stock, "brand": []string{"Ørn", "Falk"}[i/3]}}, nil)
	}
	unaided := shop{s.Beside(t, servertest.Options{Memory: &server.MemoryOptions{}}), s.key}
	for _, w := range []shop{s, unaided} {
		for _, c := range []struct {
			body object
			want []string
		}{
			{object{}, []string{"p3", "p2", "p4", "p1", "p5", "p0"}},
			{object{"sort": "days_of_cover"}, []string{"p3", "p1", "p0", "p2", "p4", "p5"}},
			{object{"sort": "days_of_cover", "threshold": 7}, []string{"p3", "p1", "p2", "p4", "p5"}},
			{object{"categorySlug": "etuier"}, []string{"p3", "p1", "p5"}},
			{object{"brand": "ørn", "sort": "days_of_cover"}, []string{"p1", "p0", "p2"}},
			{object{"brand": "ørn", "categorySlug": "etuier"}, []string{"p1"}},
			{object{"brand": "Ugle"}, nil},
			{object{"soldWithinDays": 7}, []string{"p3", "p0"}},
			{object{"soldWithinDays": 41}, []string{"p3", "p2", "p1", "p0"}},
			{object{"soldWithinDays": 41, "sort": "days_of_cover"}, []string{"p3", "p1", "p0", "p2"}},
			{object{"soldWithinDays": 30, "categorySlug": "briller", "sort": "days_of_cover"}, []string{"p0"}},
		} {
			for limit := 1; limit <= 6; limit += 2 {
				var got []string
				for _, item := range w.lowStock(t, servertest.With(object{"threshold": 100, "limit": limit}, c.body)) {
					got = append(got, item["slug"].(string))
				}
				wantSame(t, fmt.Sprintf("%v, pages of %d", c.body, limit), got, c.want)
			}
		}
		var page struct{ NextCursor string }
		body := object{"threshold": 100, "limit": 1, "sort": "days_of_cover"}
		w.OK(t, w.key, "analytics.low_stock", body, &page)
		for _, other := range []object{{"sort": "stock"}, {"soldWithinDays": 7}, {"brand": "Falk"}, {"threshold": 99}} {
			w.Refused(t, w.key, "analytics.low_stock", servertest.With(servertest.With(body, object{"cursor": page.NextCursor}), other), problem.ValidationFailed)
		}
		w.Refused(t, w.key, "analytics.low_stock", object{"categorySlug": "missing"}, problem.CategoryNotFound)
	}
	for _, bad := range []object{{"soldWithinDays": 0}, {"soldWithinDays": 366}, {"sort": "name"}} {
		s.Refused(t, s.key, "analytics.low_stock", bad, problem.ValidationFailed)
	}
}

func TestTopProductsRefusals(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.Refused(t, s.key, "analytics.top_products", object{"by": "revenue", "categorySlug": "missing"}, problem.CategoryNotFound)
	s.OK(t, s.key, "categories.upsert", object{"slug": "tom", "name": "Tom"}, nil)
	wantSame(t, "an empty category", s.list(t, "analytics.top_products", object{"by": "revenue", "categorySlug": "tom"}), []object{})
}

// A product that was deleted still sold.
func TestTopProductsThatAreDeleted(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.move(t, s.buy(t, []object{{"slug": "p1", "quantity": 1}}, "", object{"aiAgentSource": "claude"}), "paid")
	s.OK(t, s.key, "products.delete", object{"slug": "p1", "confirm": true}, nil)
	var activity object
	s.OK(t, s.key, "analytics.agent_activity", object{"limit": 1}, &activity)
	if list := activity["topProducts"].([]any); len(list) != 1 || list[0].(object)["slug"] != nil || list[0].(object)["quantity"] != 1.0 {
		t.Errorf("of agents: %v", list)
	}
	for _, body := range []object{{"by": "revenue"}, {"by": "quantity", "categorySlug": "etuier"}} {
		if list := s.list(t, "analytics.top_products", body); len(list) != 1 || list[0]["slug"] != "p1" || list[0]["deleted"] != true {
			t.Errorf("%v: %v", body, list)
		}
	}
	if list := s.list(t, "analytics.top_products", object{"by": "revenue", "categorySlug": "briller"}); len(list) != 0 {
		t.Errorf("another category: %v", list)
	}
}

// The best products of a category that is too large to be read are found among all that sold.
func TestTopProductsOfALargeCategory(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for i := range productCount {
		s.move(t, s.buy(t, []object{{"slug": fmt.Sprint("p", i), "quantity": 1 + i}}, "", nil), "paid")
	}
	s.OK(t, s.key, "products.delete", object{"slug": "p3", "confirm": true}, nil)
	slugs := func(body object) (slugs []string) {
		t.Helper()
		for _, p := range s.list(t, "analytics.top_products", body) {
			slugs = append(slugs, p["slug"].(string))
		}
		return slugs
	}
	for _, category := range []string{"briller", "etuier"} {
		for _, by := range []string{"revenue", "quantity"} {
			body := object{"by": by, "categorySlug": category}
			few := slugs(body)
			if category == "briller" {
				s.copied(t, "products", `SELECT id, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || $1::text || n)
					FROM products, generate_series(1, 10000) n WHERE slug = 'p0'`, by)
			}
			wantSame(t, category+" by "+by, slugs(body), few)
			wantSame(t, "the first", slugs(servertest.With(body, object{"limit": 1})), few[:1])
		}
	}
}

// Goods that came back are not sold: of a free order that was refunded, and, for how long the stock lasts, of a paid one that was
// cancelled. It makes no difference how long ago the orders were placed.
func TestWhatCameBackIsNotSold(t *testing.T) {
	t.Parallel()
	ways := []struct {
		code             string
		path             []string
		sold, soldLately int
		revenue          bool
	}{
		{"", []string{"paid"}, 30, 30, true},
		{"", []string{"paid", "cancelled"}, 30, 0, true},
		{"", []string{"paid", "cancelled", "refunded"}, 0, 0, false},
		{"FREE", []string{"paid", "processing"}, 30, 30, false},
		{"FREE", []string{"paid", "refunded"}, 0, 0, false},
		{"FREE", []string{"paid", "processing", "cancelled"}, 30, 0, false},
	}
	for _, ago := range []string{"1 second", "40 minutes", "2 days", "29 days 23 hours"} {
		t.Run(ago, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, servertest.Options{})
			for i, way := range ways {
				slug := fmt.Sprintf("p%d", i)
				order := s.buy(t, []object{{"slug": slug, "quantity": 30}}, way.code, nil)
				s.move(t, order, way.path...)
				s.Execute(t, "UPDATE orders SET created_at = created_at - $2::interval WHERE id = $1", order, ago)
				s.OK(t, s.key, "products.update", object{"slug": slug, "patch": object{"stock": 60}}, nil)
			}
			sold, brought := map[any]float64{}, map[any]float64{}
			for _, p := range s.list(t, "analytics.top_products", object{"by": "quantity"}) {
				sold[p["productId"]], brought[p["productId"]] = p["quantity"].(float64), p["revenueOere"].(float64)
			}
			summed := map[any]float64{}
			for _, p := range s.summary(t, object{"topProductsLimit": 20})["topProducts"].([]any) {
				summed[p.(object)["productId"]] = p.(object)["totalSold"].(float64)
			}
			var low struct{ Items []object }
			s.OK(t, s.key, "analytics.low_stock", object{"threshold": 100}, &low)
			if len(low.Items) != len(ways) {
				t.Fatalf("%v", low.Items)
			}
			for i, way := range ways {
				id := s.Product(t, fmt.Sprintf("p%d", i)).Id
				if sold[id] != float64(way.sold) || summed[id] != float64(way.sold) || brought[id] > 0 != way.revenue {
					t.Errorf("%s %v: %v and %v pieces for %v ore, want %d", way.code, way.path, sold[id], summed[id], brought[id], way.sold)
				}
				want := object{"soldLast30Days": way.soldLately, "daysOfCover": nil}
				if way.soldLately > 0 {
					want["daysOfCover"] = 60
				}
				for _, item := range low.Items {
					if item["productId"] == id {
						servertest.WantFields(t, fmt.Sprintf("%s %v", way.code, way.path), item, want)
					}
				}
			}
		})
	}
}
