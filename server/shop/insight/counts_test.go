package insight_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
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

// A day that is full of rare terms lists the frequent ones nevertheless, though they are searched once in a while.
func TestFrequentTermsOfAFullDay(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	s.Execute(t, `INSERT INTO insight_things (kind, start, name, count, amount, last_at, fold)
		SELECT 'term', date_trunc('day', $1::timestamptz, 'UTC'), 'junk' || n, 1 + n % 2, 3, $1, 1 FROM generate_series(1, 1000) n`, clock.Now())
	list := func() []object { return s.list(t, "analytics.search_terms", object{"limit": 100}) }
	if first := list()[0]; first["count"] != 2.0 {
		t.Fatal(first)
	}
	for range 4 { // each is written on its own
		s.OK(t, "", "products.search", object{"q": "prøve"}, nil)
		s.OK(t, "", "products.search", object{"q": "junk1"}, nil)
		before := s.seen(t, "junk1")
		servertest.Eventually(t, 20*time.Second, func() bool { return s.seen(t, "junk1") > before })
	}
	for _, folded := range []bool{false, true} {
		if folded {
			s.RunJobs(t)
		}
		if found := list(); found[0]["q"] != "junk1" || found[0]["count"] != 6.0 || found[1]["q"] != "prove" || found[1]["count"] != 4.0 || found[1]["averageResults"] != 6.0 {
			t.Errorf("%v", found[:2])
		}
	}
	if listed := servertest.One[int](t, s.Server, "SELECT count(*) FROM insight_things WHERE kind = 'term' AND count > 0"); listed != 1000 {
		t.Errorf("%d terms", listed)
	}
	if evicted := servertest.One[int](t, s.Server, "SELECT count(*) FROM insight_things WHERE kind = 'term' AND count = 0 AND amount = 0"); evicted != 1 {
		t.Errorf("%d terms were evicted", evicted)
	}
}

// seen returns how often a term was searched, as the database has it.
func (s shop) seen(t *testing.T, term string) int64 {
	t.Helper()
	return servertest.One[int64](t, s.Server, `SELECT coalesce(sum(count), 0)::bigint FROM (
		SELECT name, count FROM insight_things WHERE kind = 'term' UNION ALL SELECT name, count FROM insight_open WHERE kind = 'term') AS all_of_them
		WHERE name = '`+term+`'`)
}

// Of a day a thousand terms are listed, the most frequent of those that come together; after 400 days none.
func TestTermsAreBounded(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	s.Execute(t, `INSERT INTO insight_things (kind, start, name, count, amount, last_at, fold)
		SELECT 'term', date_trunc('day', $1::timestamptz, 'UTC'), 'term' || n, 2, 0, $1, 0 FROM generate_series(1, 998) n`, clock.Now())
	for i := range 5 {
		for range 1 + i {
			s.OK(t, "", "products.search", object{"q": fmt.Sprintf("fresh%c", 'a'+i)}, nil)
		}
	}
	s.OK(t, "", "products.search", object{"q": "term7"}, nil)
	var list []object
	servertest.Eventually(t, 20*time.Second, func() bool {
		list = s.list(t, "analytics.search_terms", object{"limit": 4})
		return list[0]["count"] != 2.0
	})
	for i, want := range []string{"freshe", "freshd", "term7", "term1"} {
		if list[i]["q"] != want {
			t.Errorf("%d is %v, want %s", i, list[i], want)
		}
	}
	clock.Advance(401 * 24 * time.Hour)
	s.RunJobs(t)
	if left := servertest.One[int](t, s.Server, "SELECT count(*) FROM insight_things WHERE kind = 'term'"); left != 0 {
		t.Errorf("%d terms are left", left)
	}
	if list := s.list(t, "analytics.search_terms", object{}); len(list) != 0 {
		t.Errorf("after 400 days: %v", list[0])
	}
}
