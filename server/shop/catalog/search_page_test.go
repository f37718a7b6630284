package catalog_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// fill adds n products, many with the same names, prices and times, by SQL.
func fill(t *testing.T, s *servertest.Server, n int) {
	t.Helper()
	s.OK(t, s.Key(t, "categories:write"), "categories.upsert", object{"slug": "kasse", "name": "Kasser"}, nil)
	s.Execute(t, `INSERT INTO products (id, slug, name, name_sort, description, price_oere, stock, featured, category_id, attributes, faq, use_cases,
			comparison_facts, images, search, created_at, updated_at)
		SELECT gen_random_uuid(), 'p-' || n, 'Ting ' || n % 700, 'ting ' || n % 700, 'En ting i en kasse.', 100 + n % 90, 1, false, c.id,
			json_build_object('rest', n % 3), '[]', '[]', '{}', '[]', 'ting:1A kasse:2'::tsvector,
			timestamptz '2026-01-01Z' + n % 50 * interval '1 hour', timestamptz '2026-02-01Z' + n % 40 * interval '1 hour'
		FROM generate_series(1, `+fmt.Sprint(n)+`) n JOIN categories c ON c.slug = 'kasse'`)
	s.Execute(t, `INSERT INTO search_words VALUES ('ting'), ('kasse')`)
	servertest.Eventually(t, 20*time.Second, func() bool { return int(pageOf(t, s, object{"limit": 1}).Total) >= n })
}

func pageOf(t *testing.T, s *servertest.Server, body object) api.SearchPage {
	t.Helper()
	return replyOf(t, s, body).Page
}

func replyOf(t *testing.T, s *servertest.Server, body object) (reply api.ProductsSearchReply) {
	t.Helper()
	if err := json.Unmarshal(s.OK(t, "", "products.search", body, nil).Body, &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

func TestTheTotalIsCountedUpToTenThousand(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	fill(t, s, 10_100)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, c := range []struct {
			body  object
			total int64
			exact bool
		}{
			{object{}, 10_100, true},
			{object{"sort": "price_desc"}, 10_100, true},
			{object{"q": "  "}, 10_100, true},
			{object{"inStock": true}, 10_000, false},
			{object{"q": "ting"}, 10_000, false},
			{object{"q": "ting kasser"}, 10_000, false},
			{object{"categorySlug": "kasse"}, 10_000, false},
			{object{"minPriceOere": 101}, 9_988, true},
			{object{"q": "ting", "minPriceOere": 101}, 9_988, true},
			{object{"q": "ting", "minPriceOere": 101, "offset": 9_900}, 9_988, true},
			{object{"q": "ting", "minPriceOere": 101, "offset": 10_000}, 9_988, true},
			{object{"attributes": object{"rest": 0}, "limit": 1}, 3_366, true},
			{object{"sort": "newest", "attributes": object{"rest": []any{0, 1}}}, 6_733, true},
		} {
			if page := pageOf(t, s, c.body); page.Total != c.total || page.TotalIsExact != c.exact {
				t.Errorf("%v: %d, exact %v; want %d, %v", c.body, page.Total, page.TotalIsExact, c.total, c.exact)
			}
		}
		for _, c := range []struct {
			offset, limit int
			next          int64 // 0 for none
			cursor        bool
		}{{0, 20, 20, true}, {9_900, 100, 10_000, true}, {9_950, 100, 0, true}, {10_000, 99, 0, true}, {10_000, 100, 0, false}} {
			page := pageOf(t, s, object{"offset": c.offset, "limit": c.limit})
			if next := page.NextOffset; next == nil && c.next != 0 || next != nil && *next != c.next || (page.NextCursor != nil) != c.cursor {
				t.Errorf("after %d and %d: %v, cursor %v", c.offset, c.limit, next, page.NextCursor)
			}
		}
	})
}

func TestThePageSaysWhatWasFoundHow(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for name, c := range map[string]struct {
			body     object
			total    int64
			respelt  string
			messages []string
		}{
			"everything":               {object{}, 4, "", nil},
			"words":                    {object{"q": "løbesko"}, 2, "", []string{"simple_ranking"}},
			"words in another order":   {object{"q": "løbesko", "sort": "name"}, 2, "", nil},
			"a misspelt word":          {object{"q": "Batteir AA"}, 1, "batteri aa", nil},
			"misspelt, after the end":  {object{"q": "batteir", "offset": 5}, 1, "batteri", nil},
			"nothing similar":          {object{"q": "qqqqqq"}, 0, "", []string{"unknown_word"}},
			"similar, but filtered":    {object{"q": "batteir", "categorySlug": "sko"}, 0, "", []string{"filters_exclude"}},
			"punctuation":              {object{"q": "!!!"}, 0, "", []string{"unknown_word"}},
			"unknown category":         {object{"categorySlug": "skoo"}, 0, "", []string{"unknown_category"}},
			"unknown brand":            {object{"brand": "Fjordd", "q": "sko"}, 0, "", []string{"unknown_brand"}},
			"a colour is no brand":     {object{"brand": "blå"}, 0, "", []string{"unknown_brand"}},
			"unknown brands":           {object{"brands": []string{"a", "b"}, "sort": "newest"}, 0, "", []string{"unknown_brand"}},
			"one brand is known":       {object{"brands": []string{"a", "Fjord"}, "featured": false, "q": "støvle", "inStock": true, "maxPriceOere": 1}, 0, "", []string{"filters_exclude"}},
			"unknown, beside known":    {object{"brands": []string{"fjord"}, "brand": "b"}, 0, "", []string{"unknown_brand"}},
			"empty range":              {object{"minPriceOere": 2, "maxPriceOere": 1}, 0, "", []string{"empty_range"}},
			"all reasons":              {object{"minPriceOere": 2, "maxPriceOere": 1, "categorySlug": "x", "brand": "x", "brands": []string{"x"}}, 0, "", []string{"empty_range", "unknown_category", "unknown_brand", "unknown_brand"}},
			"each finds something":     {object{"categorySlug": "batterier", "brand": "fjord"}, 0, "", []string{"filters_exclude"}},
			"no words but punctuation": {object{"q": "?", "categorySlug": "x"}, 0, "", []string{"unknown_category", "unknown_word"}},
		} {
			page := pageOf(t, s, c.body)
			matched, read := api.SearchMatchedExact, ""
			if c.respelt != "" {
				matched = api.SearchMatchedSimilar
			}
			if page.Respelled != nil {
				read = *page.Respelled
			}
			var codes []string
			for _, m := range page.Messages {
				codes = append(codes, m.Code)
			}
			if strings.HasSuffix(t.Name(), "/index") {
				c.messages = slices.DeleteFunc(c.messages, func(code string) bool { return code == "simple_ranking" })
			}
			if page.Total != c.total || !page.TotalIsExact || page.Matched != matched || read != c.respelt || !slices.Equal(codes, c.messages) {
				t.Errorf("%s: %+v, read as %q", name, page, read)
			}
			if page.NextOffset != nil || page.NextCursor != nil {
				t.Errorf("%s: there is no next page: %+v", name, page)
			}
		}
	})
}

func TestAHitHasASummaryACurrencyAndATime(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	s.OK(t, s.Key(t, "products:write"), "products.update", object{"slug": "stoevle", "patch": object{"answerSummary": "Varm <og> tør."}}, nil)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		var hits []object
		s.OK(t, "", "products.search", object{"slugs": []string{"stoevle", "loebesko"}}, &hits)
		servertest.WantFields(t, "without", hits[0], object{"answerSummary": nil, "currency": "DKK", "updatedAt": s.Product(t, "loebesko").UpdatedAt})
		servertest.WantFields(t, "with", hits[1], object{"answerSummary": "Varm <og> tør.", "currency": "DKK", "updatedAt": s.Product(t, "stoevle").UpdatedAt})
	})
}

// Over MCP the page is part of the structured content.
func TestThePageOverMCP(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	outcome := s.CallMCP(t, "", "products_search", object{"q": "batteir"})
	var reply api.ProductsSearchReply
	if err := json.Unmarshal(outcome.Reply.Body, &reply); err != nil || outcome.Refused || reply.Page.Total != 1 || *reply.Page.Respelled != "batteri" {
		t.Errorf("%v %s", err, outcome.Reply.Body)
	}
}
