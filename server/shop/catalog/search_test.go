package catalog_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func search(t testing.TB, s *servertest.Server, body object) []string {
	t.Helper()
	var hits []api.ProductHit
	s.OK(t, "", "products.search", body, &hits)
	slugs := []string{}
	for _, hit := range hits {
		slugs = append(slugs, hit.Slug)
	}
	return slugs
}

// searchShop is a shop with products of known words.
func searchShop(t *testing.T) *servertest.Server {
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "sko", "name": "Fodtøj"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "batterier", "name": "Strøm"}, nil)
	add := func(slug, name string, fields object) {
		base := object{"slug": slug, "name": name, "description": "Uden videre omtale her.", "priceDkk": 10000, "stock": 1, "categorySlug": "sko"}
		s.OK(t, key, "products.create", servertest.With(base, fields), nil)
	}
	add("loebesko", "Løbesko Ærø", object{"brand": "Fjord", "priceDkk": 50000, "frameColor": "Blå"})
	add("aa-batteri", "AA Batteri", object{"categorySlug": "batterier", "stock": 0, "priceDkk": 2000})
	add("stoevle", "Støvle", object{"brand": "FJORD", "description": "En støvle til den våde skov, og til løbesko-folk.", "featured": true})
	add("creme-sko", "Crème sko", object{"attributes": object{"model": "XR-2000", "sål": "gummi", "numre": []any{38, 39.5}}, "lensColor": "Grøn"})
	return s
}

func TestTheSearchFindsWords(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	for q, want := range map[string][]string{
		"løbesko": {"loebesko", "stoevle"}, "LOBESKO": {"loebesko", "stoevle"}, "loebesko": {"loebesko", "stoevle"}, "løbe": {"loebesko", "stoevle"},
		"ærø": {"loebesko"}, "aero": {"loebesko"}, "creme": {"creme-sko"}, "crème": {"creme-sko"}, "blå": {"loebesko"}, "blaa": {"loebesko"},
		"aa": {"aa-batteri"}, "xr 2000": {"creme-sko"}, "xr-2000": {"creme-sko"}, "gummi": {"creme-sko"}, "38": {"creme-sko"}, "39,5": {"creme-sko"}, "39": {},
		"fodtøj": {"creme-sko", "loebesko", "stoevle"}, "fodtoj støvle": {"stoevle"}, "strøm": {"aa-batteri"}, "stoevle": {"stoevle"},
		"løbesko aa": {}, "findesslet": {}, "!!! ---": {}, "fjord": {"loebesko", "stoevle"}, "grøn": {"creme-sko"},
		"støvel": {"stoevle"}, "lobsko": {"loebesko", "stoevle"}, "batteir": {"aa-batteri"}, // similar spelling
	} {
		got := search(t, s, object{"q": q})
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", q, got, want)
		}
	}
	if got := search(t, s, object{"q": "løbesko"}); got[0] != "loebesko" {
		t.Errorf("a name weighs less than a description: %v", got)
	}
	if got := search(t, s, object{"q": "   "}); len(got) != 4 {
		t.Errorf("a blank q finds %v", got)
	}
	if got := search(t, s, object{"q": strings.Repeat("sko ", 100) + "findesslet"}); len(got) != 0 {
		t.Errorf("a word that is repeated takes the place of another: %q", got)
	}
}

func TestThe32FirstWordsCount(t *testing.T) {
	t.Parallel()
	var words []string
	for i := range 32 {
		words = append(words, fmt.Sprintf("ord%c%c", 'k'+i/8, 'k'+i%8))
	}
	s := wordShop(t, strings.Join(words, " "))
	wantFound(t, s, map[string][]string{
		strings.Join(words, " ") + " findesslet": {strings.Join(words, " ")}, strings.Join(words[:31], " ") + " findesslet": {},
	})
}

func TestTheSearchFilters(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	for name, c := range map[string]struct {
		body object
		want []string
	}{
		"all by name":   {object{}, []string{"aa-batteri", "creme-sko", "loebesko", "stoevle"}},
		"category":      {object{"categorySlug": "SKO"}, []string{"creme-sko", "loebesko", "stoevle"}},
		"brand":         {object{"brand": "fjord"}, []string{"loebesko", "stoevle"}},
		"frame":         {object{"frameColor": "BLÅ"}, []string{"loebesko"}},
		"lens":          {object{"lensColor": "grøn"}, []string{"creme-sko"}},
		"featured":      {object{"featured": true}, []string{"stoevle"}},
		"not featured":  {object{"featured": false}, []string{"aa-batteri", "creme-sko", "loebesko"}},
		"in stock":      {object{"inStock": true}, []string{"creme-sko", "loebesko", "stoevle"}},
		"stock or not":  {object{"inStock": false}, []string{"aa-batteri", "creme-sko", "loebesko", "stoevle"}},
		"from":          {object{"minPriceOere": 10000}, []string{"creme-sko", "loebesko", "stoevle"}},
		"to":            {object{"maxPriceOere": 10000}, []string{"aa-batteri", "creme-sko", "stoevle"}},
		"empty range":   {object{"minPriceOere": 20000, "maxPriceOere": 10000}, []string{}},
		"together":      {object{"q": "løbesko", "brand": "fjord", "maxPriceOere": 50000, "minPriceOere": 50000}, []string{"loebesko"}},
		"unknown":       {object{"categorySlug": "findes-ikke"}, []string{}},
		"second page":   {object{"limit": 2, "offset": 2}, []string{"loebesko", "stoevle"}},
		"after the end": {object{"q": "sko", "offset": 10000}, []string{}},
	} {
		if got := search(t, s, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestPagesOfASearchShowEverythingOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, body := range []object{{}, {"q": "briller"}} {
		whole := search(t, s, servertest.With(body, object{"limit": 100}))
		var paged []string
		for offset := 0; ; offset += 7 {
			page := search(t, s, servertest.With(body, object{"limit": 7, "offset": offset}))
			paged = append(paged, page...)
			if len(page) < 7 {
				break
			}
		}
		if !slices.Equal(whole, paged) || len(whole) < 8 {
			t.Errorf("%v: whole %v\npaged %v", body, whole, paged)
		}
	}
}

func TestARenamedCategoryIsFoundByItsNewName(t *testing.T) {
	t.Parallel()
	s := searchShop(t)
	key := s.Key(t, "categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "sko", "name": "Gummistøvler"}, nil)
	if got := search(t, s, object{"q": "fodtøj"}); len(got) != 0 {
		t.Errorf("the old name finds %v", got)
	}
	got := search(t, s, object{"q": "gummistøvler creme"})
	if fmt.Sprint(got) != "[creme-sko]" {
		t.Errorf("the new name finds %v", got)
	}
}

func TestTextsThatBecomeLongerWhenTheyAreFolded(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	var words strings.Builder
	for i := range 4090 {
		fmt.Fprintf(&words, "%03x%s ", i, strings.Repeat("\ufdfa", 20))
	}
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("lang"), object{"description": words.String()}), nil)
	s.OK(t, "", "products.get", object{"slug": "lang"}, nil)
}

func TestAccentsAloneAreNoWord(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, q := range []string{"\u0301", "\u0345 \u0301"} {
		if got := search(t, s, object{"q": q}); len(got) != 0 {
			t.Errorf("%q finds %v", q, got)
		}
	}
}

func TestACorrectedNameIsFoundByItsOldSpelling(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("x"), object{"name": "Xylofanter"}), nil)
	s.OK(t, key, "products.update", object{"slug": "x", "patch": object{"name": "Xylofonter"}}, nil)
	for _, q := range []string{"xylofanter", "xylofamter"} {
		if got := search(t, s, object{"q": q}); fmt.Sprint(got) != "[x]" {
			t.Errorf("%s finds %v", q, got)
		}
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Blåbær 2000", "Blå løbesko", "Blåmusling", "Løbesko røde", "Økse", "iPhone 12")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][]string{
			"blåb": {"Blåbær 2000"}, "BLAA": {"Blå løbesko", "Blåbær 2000", "Blåmusling"}, "bla lobe": {"Blå løbesko"}, "blå 2": {"Blåbær 2000"}, "blåbær 2": {"Blåbær 2000"},
			"iphone 1": {"iPhone 12"}, "1": {}, "12": {"iPhone 12"}, "1 iphone": {}, "ø": {}, "øk": {"Økse"}, "løbeks": {"Blå løbesko", "Løbesko røde"}, "xyzzyx": {}, "?": {},
		} {
			names := []string{}
			var found []object
			s.OK(t, "", "products.suggest", object{"q": q}, &found)
			for _, one := range found {
				if len(one) != 3 || one["slug"] == nil || one["priceDkk"] == nil {
					t.Errorf("%q suggests %v", q, one)
				}
				names = append(names, one["name"].(string))
			}
			slices.Sort(names)
			if !slices.Equal(names, want) {
				t.Errorf("%q suggests %v, want %v", q, names, want)
			}
		}
		var one []object
		if s.OK(t, "", "products.suggest", object{"q": "blå", "limit": 1}, &one); len(one) != 1 {
			t.Errorf("limit 1 gives %v", one)
		}
	})
	for _, bad := range []object{{}, {"q": ""}, {"q": " "}, {"q": "a", "limit": 11}, {"q": "a", "limit": 0}, {"q": string(make([]rune, 65))}, {"q": "a", "offset": 1}} {
		s.Refused(t, "", "products.suggest", bad, problem.ValidationFailed)
	}
}

// Whatever its size: net/http finds out the length of a short answer alone.
func TestAnAnswerFromMemoryIsSentWithItsLength(t *testing.T) {
	t.Parallel()
	const short = 2 << 10
	s := servertest.Borrow(t, servertest.Demo)
	for tool, body := range map[string]object{
		"products.search": {"limit": 100}, "categories.list": {}, "products.get": {"slug": "round-metal"}, "products.suggest": {"q": "br"},
	} {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Request(t, "", tool, text)
		r.Header.Set("Accept-Encoding", "identity")
		reply := s.Do(t, tool, r)
		reply.Result(t, nil)
		if got := reply.Header.Get("Content-Length"); got != strconv.Itoa(len(reply.Body)) {
			t.Errorf("%s: %d bytes, Content-Length %q", tool, len(reply.Body), got)
		}
		if tool == "products.search" && len(reply.Body) <= short {
			t.Errorf("the longest answer has %d bytes", len(reply.Body))
		}
	}
}
