package catalog_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// eachWay runs a test with the index of a server and with the database alone.
func eachWay(t *testing.T, s *servertest.Server, test func(t *testing.T, s *servertest.Server)) {
	t.Helper()
	for name, server := range map[string]*servertest.Server{"index": s, "database": s.Beside(t, servertest.Options{Unaided: true})} {
		t.Run(name, func(t *testing.T) { test(t, server) })
	}
}

func TestASearchForGivenProducts(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	key := s.Key(t, "products:write")
	id := func(slug string) string { return s.Product(t, slug).Id }
	shoe, boot, battery, deleted := id("loebesko"), id("stoevle"), id("aa-batteri"), id("creme-sko")
	s.OK(t, key, "products.delete", object{"slug": "creme-sko", "confirm": true}, nil)
	many := []string{shoe}
	for range 99 {
		many = append(many, uuid.NewString())
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for name, c := range map[string]struct {
			body object
			want []string
		}{
			"ids by name":          {object{"ids": []string{boot, shoe}}, []string{"loebesko", "stoevle"}},
			"in another case":      {object{"ids": []string{strings.ToUpper(shoe)}}, []string{"loebesko"}},
			"twice":                {object{"ids": []string{shoe, shoe}}, []string{"loebesko"}},
			"deleted and unknown":  {object{"ids": []string{deleted, uuid.NewString(), "no-uuid", boot}}, []string{"stoevle"}},
			"none that exists":     {object{"ids": []string{"no-uuid"}}, []string{}},
			"a hundred":            {object{"ids": many}, []string{"loebesko"}},
			"ids and words":        {object{"ids": []string{shoe, battery}, "q": "løbesko"}, []string{"loebesko"}},
			"ids and stock":        {object{"ids": []string{shoe, battery}, "inStock": true}, []string{"loebesko"}},
			"slugs":                {object{"slugs": []string{"stoevle", "aa-batteri", "creme-sko", "no Slug"}}, []string{"aa-batteri", "stoevle"}},
			"slugs and ids":        {object{"slugs": []string{"stoevle", "aa-batteri"}, "ids": []string{shoe, battery}}, []string{"aa-batteri"}},
			"slugs and a category": {object{"slugs": []string{"stoevle", "aa-batteri"}, "categorySlug": "sko"}, []string{"stoevle"}},
			"a limit":              {object{"ids": []string{shoe, boot, battery}, "limit": 2}, []string{"aa-batteri", "loebesko"}},
			"an offset":            {object{"ids": []string{shoe, boot, battery}, "offset": 2}, []string{"stoevle"}},
		} {
			if got := search(t, s, c.body); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	})
}

// The usual limit never cuts ids or slugs, whether it is left out or sent, as clients do that know the default.
func TestAsManyProductsAsAreAskedForAreReturned(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	fill(t, s, 130)
	slugs := servertest.One[[]string](t, s, "SELECT array_agg(slug ORDER BY name_sort) FROM (SELECT * FROM products ORDER BY name_sort LIMIT 100) p")
	ids := servertest.One[[]string](t, s, "SELECT array_agg(id::text ORDER BY name_sort) FROM (SELECT * FROM products ORDER BY name_sort LIMIT 100) p")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, c := range []struct {
			body object
			want int
		}{{object{"slugs": slugs}, 100}, {object{"ids": ids}, 100}, {object{"ids": ids, "slugs": slugs[:30]}, 30}, {object{"ids": ids, "limit": 7}, 7}, {object{}, 20},
			{object{"ids": ids, "limit": 20}, 100}, {object{"slugs": slugs[:21], "limit": 20}, 21}, {object{"limit": 20}, 20}, {object{"slugs": slugs, "limit": 21}, 21},
		} {
			if got := search(t, s, c.body); !slices.Equal(got, slugs[:c.want]) {
				t.Errorf("%d products, want %d", len(got), c.want)
			}
		}
	})
}

func TestASearchByBrands(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	s.OK(t, s.Key(t, "products:write"), "products.update", object{"slug": "aa-batteri", "patch": object{"brand": "Volt"}}, nil)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for name, c := range map[string]struct {
			body object
			want []string
		}{
			"several":           {object{"brands": []string{"FJORD", "volt"}}, []string{"aa-batteri", "loebesko", "stoevle"}},
			"one of them known": {object{"brands": []string{"ingen", "volt"}}, []string{"aa-batteri"}},
			"none known":        {object{"brands": []string{"ingen", "Løbesko"}}, []string{}},
			"with brand":        {object{"brands": []string{"fjord", "volt"}, "brand": "Volt"}, []string{"aa-batteri"}},
			"without brand":     {object{"brands": []string{"fjord"}, "brand": "Volt"}, []string{}},
			"blank brand":       {object{"brands": []string{"volt"}, "brand": " "}, []string{"aa-batteri"}},
			"and words":         {object{"brands": []string{"fjord", "volt"}, "q": "støvle"}, []string{"stoevle"}},
		} {
			if got := search(t, s, c.body); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	})
}

func TestASearchByAttributes(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	key := s.Key(t, "products:write")
	for slug, attributes := range map[string]object{
		"loebesko": {"Sål": "Gummi", "størrelse": []any{38, 39.5, "Æ"}, "vandtæt": true, "vægt": 250.0},
		"stoevle":  {"sål": "gummi og læder", "vandtæt": false, "vægt": 1e3, "kode": "007", "dybde": json.Number("-0.0")},
	} {
		s.OK(t, key, "products.update", object{"slug": slug, "patch": object{"attributes": attributes}}, nil)
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for name, c := range map[string]struct {
			attributes object
			want       []string
		}{
			"a text":                {object{"sål": "GUMMI"}, []string{"creme-sko", "loebesko"}},
			"the name in capitals":  {object{"SÅL": "gummi"}, []string{"creme-sko", "loebesko"}},
			"only the whole value":  {object{"sål": "læder"}, []string{}},
			"a list":                {object{"sål": []any{"gummi og læder", "filt"}}, []string{"stoevle"}},
			"one of an array":       {object{"størrelse": 38}, []string{"loebesko"}},
			"a number as a text":    {object{"størrelse": "39.5"}, []string{"loebesko"}},
			"a letter of an array":  {object{"størrelse": "æ"}, []string{"loebesko"}},
			"another way to write":  {object{"vægt": 2.5e2}, []string{"loebesko"}},
			"a number with decimal": {object{"vægt": []any{1000.0, 250}}, []string{"loebesko", "stoevle"}},
			"a number is no text":   {object{"kode": 7}, []string{}},
			"digits":                {object{"kode": "007"}, []string{"stoevle"}},
			"minus zero":            {object{"dybde": 0}, []string{"stoevle"}},
			"true":                  {object{"vandtæt": true}, []string{"loebesko"}},
			"either":                {object{"vandtæt": []any{true, false}}, []string{"loebesko", "stoevle"}},
			"several":               {object{"vandtæt": []any{true, false}, "sål": "gummi"}, []string{"loebesko"}},
			"the name of another":   {object{"model": "gummi"}, []string{}},
			"unknown":               {object{"findes ikke": 1}, []string{}},
		} {
			if got := search(t, s, object{"attributes": c.attributes}); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
		if got := search(t, s, object{"attributes": object{}}); len(got) != 4 {
			t.Errorf("an empty filter: %v", got)
		}
		if got := search(t, s, object{"attributes": object{"sål": "gummi"}, "q": "løbesko", "brand": "fjord"}); !slices.Equal(got, []string{"loebesko"}) {
			t.Errorf("with words and a brand: %v", got)
		}
	})
}

func TestASearchForWhatChanged(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	key := s.Key(t, "products:write")
	before := s.Product(t, "stoevle").UpdatedAt
	s.OK(t, key, "products.update", object{"slug": "stoevle", "patch": object{"stock": 77}}, nil)
	changed := s.Product(t, "stoevle").UpdatedAt
	later := func(by time.Duration) string { return changed.Add(by).Format("2006-01-02T15:04:05.000000Z") }
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for since, want := range map[string][]string{
			changed.String(): {"stoevle"}, later(-time.Microsecond): {"stoevle"}, later(time.Microsecond): {}, later(time.Hour): {},
			"0000-01-01T00:00Z": {"aa-batteri", "creme-sko", "loebesko", "stoevle"}, "9999-12-31T23:59:59.9999Z": {},
		} {
			if got := search(t, s, object{"updatedSince": since}); !slices.Equal(got, want) {
				t.Errorf("since %s: %v, want %v", since, got, want)
			}
		}
		if got := search(t, s, object{"updatedSince": wire.TimeOf(before.Time), "q": "støvle"}); !slices.Equal(got, []string{"stoevle"}) {
			t.Errorf("with words: %v", got)
		}
	})
}
