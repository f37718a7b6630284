package server_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/ops/transfer"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// differs returns the differences between the responses of a server and one
// without caches: about a product, the categories, and the results of the
// queries.
func differs(t testing.TB, s, truth *servertest.Server, slug string, questions ...object) string {
	t.Helper()
	get := object{"slug": slug}
	if got, want := local(s, s.Call(t, "", "products.get", get)), local(truth, truth.Call(t, "", "products.get", get)); got.Status != want.Status || !sameResult(t, got, want) {
		return fmt.Sprintf("products.get: %s\nwant %s", got.Body, want.Body)
	}
	if is := listsOtherwise(t, s, truth); is != "" {
		return is
	}
	for _, q := range questions {
		if got, want := hits(t, s, q), hits(t, truth, q); !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("%v: %+v\nwant %+v", q, got, want)
		}
	}
	return ""
}

// listsOtherwise is differs for the categories, byte by byte.
func listsOtherwise(t testing.TB, s, truth *servertest.Server) string {
	t.Helper()
	for _, body := range []object{{}, {"includeEmpty": true}, {"includeEmpty": false}} {
		got, want := s.OK(t, "", "categories.list", body, nil).Body, truth.OK(t, "", "categories.list", body, nil).Body
		if !bytes.Equal(got, bytes.TrimSuffix(want, []byte("\n"))) && !bytes.Equal(got, want) {
			return fmt.Sprintf("categories.list %v: %s\nwant %s", body, got, want)
		}
	}
	return ""
}

// local returns a response without the address of the server, which is another one
// for each.
func local(s *servertest.Server, r servertest.Reply) servertest.Reply {
	r.Body = bytes.ReplaceAll(r.Body, []byte(s.URL), nil)
	return r
}

func sameResult(t testing.TB, a, b servertest.Reply) bool {
	var ofA, ofB any
	a.Result(t, &ofA)
	b.Result(t, &ofB)
	return reflect.DeepEqual(ofA, ofB)
}

// hits are the results of a query; sorted by slug if it has words, because the
// two rank them differently.
func hits(t testing.TB, s *servertest.Server, question object) (found []api.ProductHit) {
	t.Helper()
	local(s, s.OK(t, "", "products.search", with(object{"limit": 100}, question), nil)).Result(t, &found)
	if question["q"] != nil {
		slices.SortFunc(found, func(a, b api.ProductHit) int { return cmp.Compare(a.Slug, b.Slug) })
	}
	return found
}

// write is a write to the catalogue and the queries whose results it changes.
type write struct {
	tool      string
	body      object
	questions []object
}

// life is a sequence of everything that can happen to a product and its
// categories.
func life() []write {
	update := func(patch object, questions ...object) write {
		return write{"products.update", object{"slug": "husket", "patch": patch}, questions}
	}
	category := func(name string) write {
		return write{"categories.upsert", object{"slug": "huskede", "name": name}, []object{{"q": "hukommelse"}, {"q": "erindring"}, {"categorySlug": "huskede"}}}
	}
	everything := object{}
	return []write{
		{"products.create", newProduct("husket"), []object{{"q": "husket"}, everything}},
		update(object{"name": "Zebrastribet"}, object{"q": "husket"}, object{"q": "zebrastribet"}, everything),
		update(object{"description": "En girafplettet prøve, uden mere."}, object{"q": "girafplettet"}, object{"q": "almindelig"}),
		update(object{"brand": "Elefant"}, object{"q": "elefant"}, object{"brand": "elefant"}),
		update(object{"brand": nil}, object{"q": "elefant"}, object{"brand": "elefant"}),
		update(object{"frameColor": "Lyserød"}, object{"q": "lyserød"}, object{"frameColor": "LYSERØD"}),
		update(object{"lensColor": "Rosa"}, object{"q": "rosa"}, object{"lensColor": "rosa"}),
		update(object{"attributes": object{"model": "QX-9"}}, object{"q": "qx 9"}),
		update(object{"priceDkk": 98765432}, object{"minPriceOere": 98765432}, object{"q": "zebrastribet", "maxPriceOere": 98765431}),
		update(object{"stock": 0}, object{"q": "zebrastribet", "inStock": true}, everything),
		update(object{"stock": 7}, object{"q": "zebrastribet", "inStock": true}, everything),
		update(object{"featured": true}, object{"featured": true}, object{"featured": false}),
		update(object{"answerSummary": "Kort."}),
		{"products.attach_image", object{"slug": "husket", "imageUrl": "https://images.example/husket.jpg"}, []object{{"q": "zebrastribet"}}},
		category("Hukommelse"),
		update(object{"categorySlug": "huskede"}, object{"q": "hukommelse"}, object{"categorySlug": "huskede"}, object{"categorySlug": "briller"}),
		category("Erindring"),
		{"products.delete", object{"slug": "husket", "confirm": true}, []object{{"q": "zebrastribet"}, {"categorySlug": "huskede"}}},
		{"categories.delete", object{"slug": "huskede", "confirm": true}, []object{{"q": "erindring"}, everything}},
		category("Hukommelse"),
		{"products.restore", object{"slug": "husket"}, []object{{"q": "zebrastribet"}, {"q": "hukommelse"}, {"categorySlug": "huskede"}}},
		{"products.create", with(newProduct("husket-to"), object{"categorySlug": "huskede"}), []object{{"q": "hukommelse"}}},
	}
}

func TestTheNextCallSeesEveryWrite(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]server.MemoryOptions{
		"with everything": {Index: true, ProductCache: 1 << 20}, "without answers": {Index: true}, "without an index": {ProductCache: 1 << 20},
		"with nothing": {}, "with room for an answer or two": {Index: true, ProductCache: 4 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servertest.New(t, servertest.Options{Memory: &o})
			truth := s.Beside(t, servertest.Options{Unaided: true})
			key := s.Key(t, "all")
			for _, w := range life() {
				differs(t, s, truth, "husket", w.questions...) // and caches it
				s.OK(t, key, w.tool, w.body, nil)
				if is := differs(t, s, truth, "husket", w.questions...); is != "" {
					t.Errorf("after %s %v: %s", w.tool, w.body, is)
				}
			}
			eventually(t, 20*time.Second, func() bool { // the feed may have just begun
				s.Call(t, "", "products.get", object{"slug": "husket"})
				body, _ := s.ProductCache.Get("husket")
				return (body != nil) == (o.ProductCache > 0)
			})
			eventually(t, 20*time.Second, func() bool { return s.Index.Ready() == o.Index })
		})
	}
}

// The delay is logged, not asserted: go test -v -run ThroughAnother.
func TestAWriteIsSeenThroughAnotherServer(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{})
	truth := s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "all")
	longest := time.Duration(0)
	for _, w := range life() {
		differs(t, other, truth, "husket", w.questions...)
		s.OK(t, key, w.tool, w.body, nil)
		began := time.Now()
		eventually(t, 10*time.Second, func() bool { return differs(t, other, truth, "husket", w.questions...) == "" })
		longest = max(longest, time.Since(began))
	}
	eventually(t, 10*time.Second, other.Index.Ready) // it asks the database for a moment when the machine is busy
	t.Logf("a write was seen through the other server after at most %v", longest)
}

func TestAProductInACategoryThatTheOtherServerHasJustMade(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "all")
	for i := range 20 {
		slug := fmt.Sprint("ny-", i)
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": "Kategori " + slug}, nil)
		other.OK(t, key, "products.create", with(newProduct(slug), object{"categorySlug": slug}), nil)
		found := hits(t, other, object{"categorySlug": slug})
		if len(found) != 1 || found[0].CategoryName != "Kategori "+slug {
			t.Errorf("%+v", found)
		}
	}
}

func TestAnImportIsSeen(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	another := s.Beside(t, servertest.Options{Unaided: true})
	var lines strings.Builder
	const many = 1700 // in transactions of 500
	for i := range many {
		fmt.Fprintf(&lines, `{"slug":"indfoert-%d","name":"Indført %d","description":"Kommer med en fil, og intet mere.","priceDkk":%d,"stock":1,"categorySlug":"briller"}`+"\n", i, i, 1000+i)
	}
	ctx := call.With(t.Context(), call.Command("import products", "test"))
	sum, err := transfer.ImportProducts(ctx, another.Store, s.Contract, transfer.Options{Reader: strings.NewReader(lines.String()), Progress: &strings.Builder{}})
	if err != nil {
		t.Fatal(sum, err)
	}
	is := ""
	defer func() { // the last difference
		if t.Failed() {
			t.Logf("%.2000s", is)
		}
	}()
	eventually(t, 20*time.Second, func() bool {
		if found := hits(t, s, object{"q": "indført", "offset": many - 1}); len(found) != 1 {
			is = fmt.Sprintf("the last one is not found: %v", found)
			return false
		}
		is = differs(t, s, another, "indfoert-1699", object{"q": "indført 1699"}, object{"categorySlug": "briller", "offset": 1600})
		return is == ""
	})
}

func TestSixteenWritersSeeWhatTheyWrote(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	var wg sync.WaitGroup
	for writer := range 16 {
		wg.Go(func() {
			slug := fmt.Sprint("skriver-", writer)
			s.OK(t, key, "categories.upsert", object{"slug": slug, "name": "Skrivere"}, nil)
			s.OK(t, key, "products.create", with(newProduct(slug), object{"categorySlug": slug}), nil)
			for turn := range 8 {
				word := fmt.Sprintf("w%cx%cw", 'a'+writer, 'a'+turn)
				s.OK(t, key, "categories.upsert", object{"slug": slug, "name": "Hylde" + word}, nil)
				s.OK(t, key, "products.update", object{"slug": slug, "patch": object{"name": "Navn " + word, "stock": turn}}, nil)
				if p := getProduct(t, s, slug); p.Name != "Navn "+word || p.Stock != int64(turn) || p.Category.Name != "Hylde"+word {
					t.Errorf("%s is %q with %d in %q", slug, p.Name, p.Stock, p.Category.Name)
				}
				if c := listedCategory(t, s, slug); c.Name != "Hylde"+word || c.ProductCount != 1 {
					t.Errorf("%s is listed as %+v", slug, c)
				}
				for _, q := range []string{"navn " + word, "hylde" + word} {
					found := hits(t, s, object{"q": q})
					if len(found) != 1 || found[0].Slug != slug || found[0].Stock != int64(turn) || found[0].CategoryName != "Hylde"+word {
						t.Errorf("%q finds %+v", q, found)
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestNoAnswerIsOlderThanAnAcknowledgedChange(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	s.OK(t, key, "products.create", with(newProduct("talt"), object{"stock": 0}), nil)
	var acknowledged atomic.Int64
	ctx, done := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			for ctx.Err() == nil {
				least := acknowledged.Load()
				if p := getProduct(t, s, "talt"); p.Stock < least {
					t.Errorf("products.get: a stock of %d after %d", p.Stock, least)
				}
				least = acknowledged.Load()
				if found := hits(t, s, object{"q": "talt"}); len(found) != 1 || found[0].Stock < least {
					t.Errorf("products.search: %+v after a stock of %d", found, least)
				}
			}
		})
	}
	for stock := range int64(150) {
		s.OK(t, key, "products.update", object{"slug": "talt", "patch": object{"stock": stock}}, nil)
		acknowledged.Store(stock)
	}
	done()
	wg.Wait()
}

func TestAnswersStayRightWhenTheFeedIsCut(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "all")
	s.OK(t, key, "products.create", newProduct("husket"), nil)
	for turn := range 3 {
		getProduct(t, s, "husket")
		// Who follows is between two sessions for a moment, as after the turn before.
		administer(t, s.DatabaseURL, `DO $$ BEGIN
			FOR attempt IN 1..100 LOOP
				PERFORM pg_stat_clear_snapshot();
				PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_snapshot_xmax%';
				IF FOUND THEN RETURN; END IF;
				PERFORM pg_sleep(0.1);
			END LOOP;
			RAISE 'nobody follows the changes';
		END $$`)
		for _, through := range []*servertest.Server{s, other} {
			name := fmt.Sprintf("Afbrudt%d%p", turn, through)
			through.OK(t, key, "products.update", object{"slug": "husket", "patch": object{"name": name}}, nil)
			question := object{"q": strings.ToLower(name)}
			if is := differs(t, s, other, "husket", question); through == s && is != "" {
				t.Errorf("at once: %s", is)
			}
			eventually(t, 10*time.Second, func() bool { return differs(t, s, other, "husket", question) == "" })
		}
		eventually(t, 20*time.Second, func() bool {
			getProduct(t, s, "husket")
			body, _ := s.ProductCache.Get("husket")
			return s.Index.Ready() && body != nil
		})
		if is := differs(t, s, other, "husket", object{}, object{"q": "afbrudt"}); is != "" {
			t.Errorf("afterwards: %s", is)
		}
	}
}

// listedCategory returns a category from the list of categories.
func listedCategory(t testing.TB, s *servertest.Server, slug string) (found api.Category) {
	t.Helper()
	var list []api.Category
	s.OK(t, "", "categories.list", object{}, &list)
	for _, c := range list {
		if c.Slug == slug {
			found = c
		}
	}
	return found
}

// A product moves from category to category through one server, and the category
// that it left is deleted through the other, which may not have followed the
// move yet.
func TestNoListLosesAProductBetweenCategories(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "all")
	const movers = 4
	category := func(mover, turn int) string { return fmt.Sprintf("m-%d-%d", mover, turn) }
	for mover := range movers {
		s.OK(t, key, "categories.upsert", object{"slug": category(mover, 0), "name": "Flyt"}, nil)
		s.OK(t, key, "products.create", productIn(category(mover, 0), fmt.Sprint("vare-", mover)), nil)
	}
	eventually(t, 10*time.Second, func() bool { return listsOtherwise(t, other, s) == "" })
	ctx, done := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for _, through := range []*servertest.Server{s, other, other} {
		readers.Go(func() {
			for ctx.Err() == nil {
				var list []api.Category
				through.OK(t, "", "categories.list", object{}, &list)
				sum := int64(0)
				for _, c := range list {
					sum += c.ProductCount
				}
				if sum != movers {
					t.Errorf("%d products of %d: %+v", sum, movers, list)
				}
			}
		})
	}
	for mover := range movers {
		writers.Go(func() {
			for turn := range 15 {
				left, next := category(mover, turn), category(mover, turn+1)
				s.OK(t, key, "categories.upsert", object{"slug": next, "name": "Flyt"}, nil)
				s.OK(t, key, "products.update", object{"slug": fmt.Sprint("vare-", mover), "patch": object{"categorySlug": next}}, nil)
				other.OK(t, key, "categories.delete", object{"slug": left, "confirm": true}, nil)
				if c := listedCategory(t, other, left); c.Slug != "" {
					t.Errorf("%s is listed after it was deleted", left)
				}
			}
		})
	}
	writers.Wait()
	done()
	readers.Wait()
}
