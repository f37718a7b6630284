package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// maxPage is how many bytes a page and its stylesheet may take together.
const maxPage = 60_000

// long returns a text of so many characters, which no other number has.
func long(i, characters int) string {
	text := fmt.Sprintf("%03d ", i) + strings.Repeat("blåbærgrød & rødgrød ", characters/20+1)
	return strings.TrimSpace(string([]rune(text)[:characters-1])) + "x"
}

// longSlug returns the longest slug.
func longSlug(i int) string { return fmt.Sprintf("%03d-", i) + strings.Repeat("s", 196) }

// Pages that list things are small, even if each text in them is as long as the contract
// allows.
func TestPagesThatListThingsAreSmall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "settings.update_branding", object{"patch": object{
		"storeName": long(0, 100), "tagline": long(0, 200), "announcement": long(0, 200), "supportEmail": strings.Repeat("m", 60) + "@" + strings.Repeat("d", 60) + ".example",
	}}, nil)
	var items []object
	for i := range 40 {
		s.OK(t, key, "categories.upsert", object{"slug": longSlug(i), "name": long(i, 300), "description": long(i, 2000)}, nil)
		s.OK(t, key, "pages.upsert", object{"slug": longSlug(i), "title": long(i, 300), "body": long(i, 500)}, nil)
		s.OK(t, key, "services.create", object{"slug": longSlug(i), "title": long(i, 200), "shortDescription": long(i, 500), "priceString": long(i, 100), "body": long(i, 500), "heroImage": longImage(i)}, nil)
		items = append(items, object{
			"slug": longSlug(i), "name": long(i, 300), "brand": long(i, 300), "frameColor": long(i, 300), "lensColor": long(i, 300), "description": long(i, 3000), "priceDkk": 9007199254740991,
			"stock": 2, "categorySlug": longSlug(i % 30), "featured": true, "images": []string{longImage(i)},
		})
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	items = items[:0]
	for i := range 40 {
		items = append(items, object{"slug": fmt.Sprint("p-", i), "name": long(i, 300), "description": long(i, 3000), "priceDkk": 1, "stock": 1, "categorySlug": longSlug(0), "brand": long(1, 300), "images": []string{longImage(i)}})
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	for _, path := range []string{
		"/", "/products", "/products?page=2", "/products?q=r%C3%B8dgr%C3%B8d&sort=price_desc&inStock=true", "/categories/" + longSlug(0), "/services", "/services?page=2",
		"/products/" + longSlug(0), "/services/" + longSlug(0), "/info/" + longSlug(0), "/info/nowhere",
	} {
		size := pageSize(t, s, path)
		t.Logf("%-60.60s %d bytes", path, size)
		if size > maxPage {
			t.Errorf("%s takes %d bytes", path, size)
		}
	}
}

// longImage is the longest address of an image that a list shows.
func longImage(i int) string {
	return fmt.Sprintf("https://images.example/%03d", i) + strings.Repeat("i", 170) + ".jpg"
}

// pageSize is how many bytes a page and its stylesheet take.
func pageSize(t *testing.T, s *servertest.Server, path string) int {
	t.Helper()
	page := visit(t, s, path, "Accept-Language", "en")
	for _, link := range page.all("link") {
		if attribute(link, "rel") == "stylesheet" {
			return len(page.Body) + len(s.Get(t, attribute(link, "href")).Body)
		}
	}
	t.Fatalf("%s has no stylesheet", path)
	return 0
}

// The pages of the demo shop are much smaller.
func TestThePagesOfTheDemoShopAreSmall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/products", "/products/round-metal", "/categories/solbriller", "/services", "/services/synsproeve", "/info/om-os", "/nowhere"} {
		size := pageSize(t, s, path)
		t.Logf("%-30s %d bytes", path, size)
		if size > maxPage*2/3 {
			t.Errorf("%s takes %d bytes", path, size)
		}
	}
}
