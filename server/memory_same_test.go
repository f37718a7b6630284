package server_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/test/servertest"
)

// shopWords returns the words of the products and categories of a shop, and
// variants of them that people type.
func shopWords(t testing.TB, s *servertest.Server) (words []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, hit := range hits(t, s, object{}) {
		p := getProduct(t, s, hit.Slug)
		for _, word := range text.Words(strings.Join([]string{p.Name, p.Slug, p.Description, hit.CategoryName, string(p.Attributes)}, " ")) {
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	slices.Sort(words)
	return words
}

var plainDanish = strings.NewReplacer("æ", "ae", "ø", "o", "å", "a")

// madeOf returns variants of a word: prefixes, other letters, other forms, and
// misspellings.
func madeOf(word string) []string {
	letters := []rune(word)
	asked := []string{word, strings.ToUpper(word), plainDanish.Replace(word), strings.NewReplacer("ø", "oe", "å", "aa").Replace(word),
		strings.NewReplacer("e", "é", "o", "ø", "a", "å").Replace(word), word + "s", word + "er", string(letters[:(len(letters)+1)/2])}
	if n := len(letters); n > 4 {
		asked = append(asked, string(letters[:n/2])+string(letters[n/2+1:]), string(letters[:n-2])+string(letters[n-1])+string(letters[n-2]), "x"+word)
	}
	return asked
}

// The index and PostgreSQL find the same products. Without words they also list
// them in the same order; with words each ranks them in its own way.
func TestTheIndexFindsWhatTheDatabaseFinds(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	truth := s.Beside(t, servertest.Options{Unaided: true})
	words := shopWords(t, s)
	questions := []object{{}, {"offset": 3}, {"offset": 10000}, {"q": "briller", "offset": 10000}, {"q": "erne"}, {"q": "æsesæøå"}, {"q": "ß"}, {"q": "日本"}, {"q": "s"}, {"q": "'\\"}, {"q": "solbriler flydefri"}}
	for i := 0; i < len(words); i += 7 {
		for _, asked := range madeOf(words[i]) {
			questions = append(questions, object{"q": asked})
		}
		other := words[(i*31+5)%len(words)]
		questions = append(questions, object{"q": words[i] + " " + other}, object{"q": string([]rune(other)[:1]) + " " + words[i]},
			object{"q": "xq" + words[i] + " " + other}, object{"q": words[i], "inStock": true, "maxPriceOere": 100000})
	}
	for _, filter := range []object{
		{"inStock": true}, {"inStock": false}, {"featured": true}, {"featured": false}, {"minPriceOere": 50000}, {"maxPriceOere": 99900},
		{"minPriceOere": 99900, "maxPriceOere": 99900}, {"minPriceOere": 2, "maxPriceOere": 1}, {"categorySlug": "solbriller"}, {"categorySlug": " SOLBRILLER "},
		{"categorySlug": ""}, {"categorySlug": "ingen"}, {"brand": "nordlys"}, {"brand": "Linse & Ko"}, {"brand": " "}, {"frameColor": "guld"},
		{"lensColor": "grøn"}, {"lensColor": "gron"}, {"brand": "nordlys", "featured": true, "inStock": true},
	} {
		questions = append(questions, filter, with(filter, object{"q": "briller"}), with(filter, object{"q": "brilelr"}))
	}
	for _, sort := range []string{"relevance", "name", "price_asc", "price_desc", "newest", "updated"} {
		for _, filter := range []object{{}, {"q": "briller"}, {"q": "brilelr"}, {"limit": 3, "offset": 4}, {"attributes": object{"polarised": true}}, {"brands": []string{"fjord", "nordlys"}}} {
			questions = append(questions, with(filter, object{"sort": sort}))
		}
	}
	nothing := 0
	for _, q := range questions {
		reply, want := s.Call(t, "", "products.search", with(object{"limit": 100}, q)), truth.Call(t, "", "products.search", with(object{"limit": 100}, q))
		if reply.Status != want.Status {
			t.Errorf("%v: %d %s\nwant %d %s", q, reply.Status, reply.Body, want.Status, want.Body)
			continue
		}
		if got, want := slugsOf(t, reply, q), slugsOf(t, want, q); !slices.Equal(got, want) {
			t.Errorf("%v finds %v\nwant %v", q, got, want)
		} else if len(got) == 0 {
			nothing++
		}
		if got, want := pageOf(t, reply), pageOf(t, want); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: the page is %v\nwant %v", q, got, want)
		}
	}
	t.Logf("%d questions of %d words; %d find nothing", len(questions), len(words), nothing)
	if nothing > len(questions)/2 {
		t.Errorf("%d of %d questions find nothing", nothing, len(questions))
	}
}

// Names that differ only in their ids, and texts that are escaped in JSON.
func TestTheIndexListsTheCategoriesAsTheDatabaseDoes(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	truth := s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "all")
	for i, c := range []object{
		{"name": "Ens"}, {"name": "Ens"}, {"name": "ens", "description": "<b>Mere & mindre</b>"}, {"name": "Ærø", "description": `{"productCount":0,"slug":"\`},
		{"name": "abe", "description": "日本\u2028 😎"},
	} {
		slug := fmt.Sprint("kategori-", i)
		s.OK(t, key, "categories.upsert", with(c, object{"slug": slug}), nil)
		for n := range i {
			s.OK(t, key, "products.create", productIn(slug, fmt.Sprint(slug, "-", n)), nil)
		}
	}
	servertest.Eventually(t, 20*time.Second, s.Index.Ready) // late for a moment on a busy machine
	if truth.Index.Ready() {
		t.Error("the two do not answer in two ways")
	}
	if is := listsOtherwise(t, s, truth); is != "" {
		t.Error(is)
	}
}

// pageOf returns the page of an answer, without the message that PostgreSQL has ordered it.
func pageOf(t testing.TB, reply servertest.Reply) (page map[string]any) {
	t.Helper()
	if err := json.Unmarshal(reply.Body, &struct{ Page any }{&page}); err != nil || len(page) == 0 {
		t.Fatalf("%v: %s", err, reply.Body)
	}
	if messages, ok := page["messages"].([]any); ok {
		page["messages"] = slices.DeleteFunc(messages, func(m any) bool { return m.(map[string]any)["code"] == "simple_ranking" })
	}
	return page
}

func slugsOf(t testing.TB, reply servertest.Reply, question object) (slugs []string) {
	t.Helper()
	var found []api.ProductHit
	reply.Result(t, &found)
	for _, hit := range found {
		slugs = append(slugs, hit.Slug)
	}
	if question["q"] != nil && (question["sort"] == nil || question["sort"] == "relevance") {
		slices.Sort(slugs)
	}
	return slugs
}
