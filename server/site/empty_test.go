package site_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// A shop with nothing in it has pages that say so, without empty lists and forms.
func TestAnEmptyShop(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	for path, want := range map[string]string{
		"/": "The shop is being stocked.", "/products": "There are no products here yet.", "/services": "There are no services at the moment.",
		"/products?page=2": "There are no products here yet.", "/products?q=metal": "No products match",
	} {
		page := visit(t, s, path, "Accept-Language", "en")
		if page.Status != 200 || !strings.Contains(page.main(), want) {
			t.Errorf("%s: %d %s", path, page.Status, page.main())
		}
		if plain := markdownOf(t, s, path); !strings.Contains(plain, "\n") || strings.Contains(plain, "<no value>") {
			t.Errorf("%s: %s", path, plain)
		}
		for _, list := range []string{"ul", "dl"} {
			for _, n := range page.all(list) {
				if text(n) == "" {
					t.Errorf("%s has an empty %s", path, list)
				}
			}
		}
	}
	if page := visit(t, s, "/products"); len(page.all("select")) != 0 {
		t.Error("there is a form that filters nothing")
	}
	s.OK(t, s.Key(t, "categories:write"), "categories.upsert", object{"slug": "tom", "name": "Tom"}, nil)
	if page := visit(t, s, "/categories/tom", "Accept-Language", "en"); !strings.Contains(page.main(), "There are no products here yet.") {
		t.Error(page.main())
	}
}

// A page after the last one says so and leads back.
func TestPagesBeyondTheEnd(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path, back := range map[string]string{
		"/products?categorySlug=briller&page=9": "/products?categorySlug=briller", "/services?page=2": "/services", "/products?brand=Fjord&page=9": "/products?brand=Fjord",
	} {
		page := visit(t, s, path, "Accept-Language", "en")
		if !strings.Contains(page.main(), "The list ends on an earlier page.") || !slices.Contains(page.links(), back) || strings.Contains(page.main(), "Page 9") {
			t.Errorf("%s: %s %v", path, page.main(), page.links())
		}
	}
}
