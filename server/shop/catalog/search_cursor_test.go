package catalog_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

var sorts = []string{"name", "price_asc", "price_desc", "newest", "updated"}

func TestTheOrders(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	fill(t, s, 60)
	by := map[string]string{
		"name": "name_sort, id", "price_asc": "price_oere, id", "price_desc": "price_oere DESC, id DESC", "newest": "created_at DESC, id DESC",
		"updated": "updated_at DESC, id DESC", "relevance": "name_sort, id",
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for sort, order := range by {
			want := servertest.One[[]string](t, s, "SELECT array_agg(slug ORDER BY "+order+") FROM products")
			if got := search(t, s, object{"sort": sort, "limit": 100}); !slices.Equal(got, want) {
				t.Errorf("%s: %v\nwant %v", sort, got, want)
			}
			if sort == "relevance" {
				continue
			}
			if got := search(t, s, object{"sort": sort, "limit": 100, "q": "tin kasser"}); !slices.Equal(got, want) {
				t.Errorf("%s with words: %v\nwant %v", sort, got, want)
			}
			if got := search(t, s, object{"sort": sort, "limit": 10, "offset": 15, "categorySlug": "kasse"}); !slices.Equal(got, want[15:25]) {
				t.Errorf("%s from 15 on: %v\nwant %v", sort, got, want[15:25])
			}
		}
	})
}

// walk follows the cursors to the end, each page on another server, and returns
// the slugs in the order in which they come. between is called after each page.
func walk(t *testing.T, servers []*servertest.Server, body object, between func(page int)) (slugs []string) {
	t.Helper()
	for page := 0; ; page++ {
		reply := replyOf(t, servers[page%len(servers)], body)
		for _, hit := range reply.Result {
			slugs = append(slugs, hit.Slug)
		}
		next := reply.Page.NextCursor
		if next == nil {
			return slugs
		}
		if page > 1_000 || len(reply.Result) == 0 {
			t.Fatalf("%d products after %d pages: %+v", len(slugs), page, reply.Page)
		}
		body = servertest.With(body, object{"cursor": *next})
		between(page)
	}
}

// Two replicas with an index and one without take turns, while every third
// product changes its name and price, is deleted, or comes back.
func TestAWalkByCursorDuringChanges(t *testing.T) {
	t.Parallel()
	const many = 3_000
	for _, sort := range append([]string{""}, sorts...) {
		t.Run("sort "+sort, func(t *testing.T) {
			t.Parallel()
			s := servertest.Borrow(t, storetest.Empty)
			fill(t, s, many)
			key := s.Key(t, "products:write")
			servers := []*servertest.Server{s, s.Beside(t, servertest.Options{}), s.Beside(t, servertest.Options{Unaided: true})}
			body := object{"limit": 100}
			if sort != "" {
				body["sort"] = sort
			}
			n := 0
			got := walk(t, servers, body, func(page int) {
				for range 4 {
					n += 3 * 41
					slug := fmt.Sprint("p-", 3*(n%(many/3))/3*3+3)
					switch page % 3 {
					case 0:
						s.OK(t, key, "products.update", object{"slug": slug, "patch": object{"name": "Ny ting", "priceDkk": 100 + n%90}}, nil)
					case 1:
						s.Call(t, key, "products.delete", object{"slug": slug, "confirm": true})
					default:
						s.Call(t, key, "products.restore", object{"slug": slug})
					}
				}
			})
			times := map[string]int{}
			for _, slug := range got {
				times[slug]++
			}
			for i := 1; i <= many; i++ {
				if slug := fmt.Sprint("p-", i); i%3 != 0 && times[slug] != 1 {
					t.Errorf("%s came %d times", slug, times[slug])
				}
			}
		})
	}
}

// A walk returns what one long list would.
func TestAWalkByCursorIsInOrder(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	fill(t, s, 250)
	servers := []*servertest.Server{s, s.Beside(t, servertest.Options{Unaided: true})}
	for _, filter := range []object{{}, {"q": "ting kasser"}, {"attributes": object{"rest": 1}}, {"categorySlug": "kasse", "minPriceOere": 120}, {"q": "tingg"}} {
		for _, sort := range sorts {
			body := servertest.With(filter, object{"sort": sort})
			var want []string
			for offset := 0; offset < 300; offset += 100 {
				want = append(want, search(t, s, servertest.With(body, object{"limit": 100, "offset": offset}))...)
			}
			n := 0
			got := walk(t, servers, servertest.With(body, object{"limit": 7}), func(int) { n++ })
			if !slices.Equal(got, want) || n != (len(want)-1)/7 || len(want) < 50 {
				t.Errorf("%v: %d pages, %v\nwant %v", body, n+1, got, want)
			}
		}
	}
}

// The words that a misspelt one was read as stay the same for the whole walk.
func TestAWalkWithAMisspeltWord(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	fill(t, s, 30)
	key := s.Key(t, "products:write")
	servers := []*servertest.Server{s, s.Beside(t, servertest.Options{Unaided: true})}
	body := object{"q": "kassse", "sort": "price_asc", "limit": 10}
	got := walk(t, servers, body, func(page int) {
		s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("kasse", fmt.Sprint("ny-", page)), object{"name": "Kassse", "priceDkk": 1}), nil)
	})
	slices.Sort(got)
	if len(got) != 30 || len(slices.Compact(got)) != 30 {
		t.Errorf("%d products: %v", len(got), got)
	}
	if page := pageOf(t, s, body); page.Matched != api.SearchMatchedExact || page.Total != 2 {
		t.Errorf("what was created is not found: %+v", page)
	}
}

func TestACursorThatIsNotOfThisSearchIsRefused(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	body := object{"sort": "newest", "limit": 1, "inStock": true}
	next := *pageOf(t, s, body).NextCursor
	foreign, err := paging.EncodeCursor("orders.list", object{"sort": "newest"}, object{"id": "x"})
	if err != nil {
		t.Fatal(err)
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for name, c := range map[string]struct {
			body    object
			pointer string
		}{
			"another filter":    {object{"cursor": next, "sort": "newest"}, "/cursor"},
			"another value":     {object{"cursor": next, "sort": "newest", "inStock": false}, "/cursor"},
			"another sort":      {object{"cursor": next, "sort": "updated", "inStock": true}, "/cursor"},
			"no sort":           {object{"cursor": next, "inStock": true}, "/cursor"},
			"words":             {object{"cursor": next, "sort": "newest", "inStock": true, "q": "sko"}, "/cursor"},
			"relevance":         {object{"cursor": next, "q": "sko"}, "/cursor"},
			"damaged":           {servertest.With(body, object{"cursor": strings.ToLower(next)}), "/cursor"},
			"cut":               {servertest.With(body, object{"cursor": next[:len(next)-1]}), "/cursor"},
			"longer":            {servertest.With(body, object{"cursor": next + "A"}), "/cursor"},
			"a word":            {servertest.With(body, object{"cursor": "next"}), "/cursor"},
			"of another list":   {servertest.With(body, object{"cursor": foreign}), "/cursor"},
			"beside an offset":  {servertest.With(body, object{"cursor": next, "offset": 1}), "/offset"},
			"an empty one":      {servertest.With(body, object{"cursor": ""}), "/cursor"},
			"that is no string": {servertest.With(body, object{"cursor": 5}), "/cursor"},
		} {
			p := s.Refused(t, "", "products.search", c.body, problem.ValidationFailed)
			if len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer {
				t.Errorf("%s: %+v", name, p.Errors)
			}
		}
		for _, made := range []object{{"name": "a\x00b"}, {"near": object{"briller": []string{"' | '"}}}, {"near": object{"": []string{""}}}} {
			p := servertest.With(object{"id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10"}, made)
			text, err := paging.EncodeCursor("products.search, Aa as Å", object{"q": "brilelr", "sort": "name"}, p)
			if err != nil {
				t.Fatal(err)
			}
			s.Call(t, "", "products.search", object{"q": "brilelr", "sort": "name", "cursor": text}).Problem(t, problem.ValidationFailed)
		}
		for list, status := range map[string]int{"products.search": 422, "products.search, Aa as Å": 200} { // the first is of a program before
			text, err := paging.EncodeCursor(list, object{"sort": "name"}, object{"name": "aabenraa", "id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10"})
			if err != nil {
				t.Fatal(err)
			}
			if reply := s.Call(t, "", "products.search", object{"sort": "name", "cursor": text}); reply.Status != status {
				t.Errorf("a cursor of %s: %d %s", list, reply.Status, reply.Body)
			}
		}
		for _, number := range []int64{math.MinInt64, math.MaxInt64} {
			text, err := paging.EncodeCursor("products.search", object{"sort": "newest"}, object{"number": number, "id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10"})
			if err != nil {
				t.Fatal(err)
			}
			replyOf(t, s, object{"sort": "newest", "cursor": text})
		}
		for name, fields := range map[string]object{"as it was": {}, "another limit": {"limit": 2}, "offset 0": {"offset": 0}} {
			reply := replyOf(t, s, servertest.With(servertest.With(body, object{"cursor": next}), fields))
			if len(reply.Result) == 0 || reply.Page.Total != 3 || reply.Page.NextOffset != nil {
				t.Errorf("%s: %+v", name, reply)
			}
		}
	})
}
