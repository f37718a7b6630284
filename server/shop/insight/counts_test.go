package insight_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/test/servertest"
)

// Searches over REST and MCP are counted in one spelling, and not again for later pages.
func TestSearchTerms(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, body := range []object{{"q": "Prøve"}, {"q": "PROEVE!"}, {"q": "prøve", "limit": 2}, {"q": "prøve", "limit": 2, "offset": 2}, {"q": "  "}, {}, {"q": "!?"}} {
		s.OK(t, "", "products.search", body, nil)
	}
	s.CallMCP(t, s.key, "products_search", object{"q": "prove zzzqqq"})
	s.eventually(t, object{}, []object{{"q": "prove", "count": 3, "averageResults": 6}, {"q": "prove zzzqqq", "count": 1, "averageResults": 0}})
	s.RunJobs(t)
	s.eventually(t, object{"noResultsOnly": true}, []object{{"q": "prove zzzqqq", "count": 1, "averageResults": 0}})
	s.eventually(t, object{"limit": 1}, []object{{"q": "prove", "count": 3, "averageResults": 6}})
	s.eventually(t, object{"toDate": time.Now().AddDate(0, 0, -2)}, []object{})
	s.eventually(t, object{"fromDate": time.Now().AddDate(0, 0, 2)}, []object{})
}

// eventually waits until analytics.search_terms answers this, without lastSeenAt.
func (s shop) eventually(t *testing.T, body object, want []object) {
	t.Helper()
	var got []object
	servertest.Eventually(t, 20*time.Second, func() bool {
		got = s.list(t, "analytics.search_terms", body)
		for _, term := range got {
			if at, err := time.Parse(time.RFC3339, term["lastSeenAt"].(string)); err != nil || time.Since(at) > time.Minute {
				t.Fatalf("seen at %v", term["lastSeenAt"])
			}
			delete(term, "lastSeenAt")
		}
		return servertest.SameJSON(got, want)
	})
}

// What may be of a person is nowhere in the database after a search for it.
func TestSearchesForPeopleAreNotKept(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, q := range []string{
		"freja@example.com", "ordre fra freja@example.com", "freja＠example.com", "20304050", "20 30 40 50", "20,30,40,50", "2030_4050", "+45 20 30 40 50", "0045-2030-4050", "(020) 3040 50",
		"tlf. 20.30.40.50", "２０３０４０５０", "ring til 20304050!", "20–30–40–50",
	} {
		s.OK(t, "", "products.search", object{"q": q}, nil)
	}
	for _, q := range []string{"rb3025 58", "mfc 9840 cdw", "iphone 15", "1984"} {
		s.OK(t, "", "products.search", object{"q": q}, nil)
	}
	s.eventually(t, object{}, []object{
		{"q": "1984", "count": 1, "averageResults": 0}, {"q": "iphone 15", "count": 1, "averageResults": 0},
		{"q": "mfc 9840 cdw", "count": 1, "averageResults": 0}, {"q": "rb3025 58", "count": 1, "averageResults": 0},
	})
}

// Calls are counted by key, refused ones too, over REST and MCP.
func TestCallsOfKeys(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	id, reader := s.Grant(t, auth.Grant{Name: "Lageret", Scopes: []string{"catalog:read"}})
	for range 3 {
		s.OK(t, reader, "products.search", object{}, nil)
	}
	s.Refused(t, reader, "orders.list", object{}, problem.InsufficientScope)
	s.Refused(t, reader, "products.get", object{"slug": "missing"}, problem.ProductNotFound)
	s.CallMCP(t, reader, "products_search", object{})
	find := func(body object) (found object) {
		var activity struct{ ByKey []object }
		s.OK(t, s.key, "analytics.agent_activity", body, &activity)
		for _, key := range activity.ByKey {
			if key["keyId"] == id {
				found = key
			}
		}
		return found
	}
	servertest.Eventually(t, 20*time.Second, func() bool { return find(object{})["calls"] == 6.0 })
	servertest.WantFields(t, "the key", find(object{}), object{"keyName": "Lageret", "calls": 6, "errors": 2})
	if key := find(object{"toDate": time.Now().AddDate(0, 0, -2)}); key != nil {
		t.Errorf("before: %v", key)
	}
}

// Among many words that are searched once, those that come again are listed with all of their searches.
func TestFrequentTermsInAFlood(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	counts := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
	const words, every = 45_000, 900
	for i := range words {
		counts.Searched(fmt.Sprintf("word %d", i), 0)
		if i%every == 0 {
			counts.Searched("prøve", 6)
		}
		if i%7000 == 0 {
			flush(t, counts)
		}
	}
	flush(t, counts)
	first := s.list(t, "analytics.search_terms", object{"limit": 1})[0]
	servertest.WantFields(t, "the frequent one", first, object{"q": "prove", "count": words / every, "averageResults": 6})
	if n := s.terms(t); n > 10_000 {
		t.Errorf("%d terms", n)
	}
}

func flush(t *testing.T, counts *insight.Counts) {
	t.Helper()
	if err := counts.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// terms returns how many terms of all days the database has.
func (s shop) terms(t *testing.T) int {
	t.Helper()
	return servertest.One[int](t, s.Server, "SELECT count(*) FROM insight_things WHERE kind = 'term'")
}

// What waits to be written is bounded, and what waits already is counted further.
func TestWaitingTermsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	counts := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
	for i := range 10_500 {
		counts.Searched(fmt.Sprintf("word %d", i), 0)
	}
	counts.Searched("word 7", 0)
	flush(t, counts)
	counts.Searched("word 10400", 0)
	counts.Searched("word 7", 0)
	flush(t, counts)
	list := s.list(t, "analytics.search_terms", object{"limit": 2})
	servertest.WantFields(t, "the first", list[0], object{"q": "word 7", "count": 3})
	if n := s.terms(t); n != 1000 {
		t.Errorf("%d terms after 10,001", n)
	}
}

// When there is no room left, the counts are written before the time of the next flush.
func TestFullCountsAreWritten(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	synctest.Test(t, func(t *testing.T) { // in which no time goes by while something is done
		counts := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go counts.Run(ctx)
		for i := range 10_000 {
			counts.Searched(fmt.Sprintf("word %d", i), 0)
		}
		synctest.Wait()
		if n := s.terms(t); n != 10_000 {
			t.Errorf("%d terms", n)
		}
	})
}

// Terms that an earlier program has emptied are not listed.
func TestEmptyTermsAreNotListed(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.Execute(t, `INSERT INTO insight_things (kind, start, name, count, amount, last_at, fold)
		SELECT 'term', date_trunc('day', now(), 'UTC'), 'term' || n, n, 0, now(), n FROM generate_series(0, 1) n`)
	for _, body := range []object{{}, {"noResultsOnly": true}} {
		s.eventually(t, body, []object{{"q": "term1", "count": 1, "averageResults": 0}})
	}
}

// A day with too many terms keeps a thousand, the most frequent ones, and each day does when it is over; after 400 days none is left.
func TestTermsAreBounded(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	fill := func(n int) {
		t.Helper()
		s.Execute(t, `INSERT INTO insight_things (kind, start, name, count, amount, last_at, fold)
			SELECT 'term', date_trunc('day', $1::timestamptz, 'UTC'), 'term' || n, 2, 0, $1, 0 FROM generate_series(1, $2::bigint) n ON CONFLICT DO NOTHING`, clock.Now(), n)
	}
	fill(9998)
	counts := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
	for i := range 5 {
		for range 1 + i {
			counts.Searched(fmt.Sprintf("fresh%c", 'a'+i), 0)
		}
	}
	counts.Searched("term7", 0)
	flush(t, counts)
	list := s.list(t, "analytics.search_terms", object{"limit": 5})
	for i, want := range []string{"freshe", "freshd", "freshc", "term7"} {
		if list[i]["q"] != want {
			t.Errorf("%d is %v, want %s", i, list[i], want)
		}
	}
	if n := s.terms(t); n != 1000 {
		t.Errorf("%d terms", n)
	}
	fill(2000)
	clock.Advance(24 * time.Hour)
	s.RunJobs(t)
	if n := s.terms(t); n != 1000 {
		t.Errorf("%d terms of the day before", n)
	}
	clock.Advance(400 * 24 * time.Hour)
	s.RunJobs(t)
	if n := s.terms(t); n != 0 {
		t.Errorf("%d terms are left", n)
	}
	if list := s.list(t, "analytics.search_terms", object{}); len(list) != 0 {
		t.Errorf("after 400 days: %v", list[0])
	}
}
