package insight_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/test/servertest"
)

// activity is an answer of analytics.key_activity.
type activity struct {
	Buckets     []object
	ByOperation []object
	ByCode      []object
}

func (s shop) activity(t *testing.T, key string, body object) (a activity) {
	t.Helper()
	s.OK(t, s.key, "analytics.key_activity", servertest.With(object{"keyId": key, "interval": "hour"}, body), &a)
	return a
}

// sum returns the calls and the errors of all buckets.
func (a activity) sum() (calls, errors float64) {
	for _, b := range a.Buckets {
		calls, errors = calls+b["calls"].(float64), errors+b["errors"].(float64)
	}
	return calls, errors
}

// Calls of two replicas, over REST and MCP, are counted by hour, operation and code.
func TestKeyActivity(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	beside := s.Beside(t, servertest.Options{})
	id, reader := s.Grant(t, auth.Grant{Name: "Lageret", Scopes: []string{"catalog:read"}})
	other, _ := s.Grant(t, auth.Grant{Name: "Andre", Scopes: []string{"catalog:read"}})
	if a := s.activity(t, id, object{}); len(a.Buckets) != 24 || len(a.ByOperation)+len(a.ByCode) != 0 {
		t.Errorf("before its first call: %d buckets, %v, %v", len(a.Buckets), a.ByOperation, a.ByCode)
	}
	for range 2 {
		s.OK(t, reader, "products.search", object{}, nil)
		beside.OK(t, reader, "products.search", object{}, nil)
		s.Refused(t, reader, "orders.list", object{}, problem.InsufficientScope)
	}
	beside.Refused(t, reader, "products.get", object{"slug": "missing"}, problem.ProductNotFound)
	s.CallMCP(t, reader, "products_search", object{})
	s.OK(t, "", "products.search", object{}, nil)
	var a activity
	servertest.Eventually(t, 20*time.Second, func() bool {
		a = s.activity(t, id, object{})
		calls, _ := a.sum()
		return calls == 8
	})
	if _, errors := a.sum(); errors != 3 {
		t.Errorf("%v errors", errors)
	}
	for _, o := range a.ByOperation {
		if at, err := time.Parse(time.RFC3339, o["lastUsedAt"].(string)); err != nil || time.Since(at) > time.Minute {
			t.Errorf("%v was used at %v", o["operation"], o["lastUsedAt"])
		}
		delete(o, "lastUsedAt")
	}
	if want := []object{{"operation": "products.search", "calls": 5, "errors": 0}, {"operation": "orders.list", "calls": 2, "errors": 2},
		{"operation": "products.get", "calls": 1, "errors": 1}}; !servertest.SameJSON(a.ByOperation, want) {
		t.Errorf("by operation: %v", a.ByOperation)
	}
	if want := []object{{"code": "insufficient_scope", "count": 2}, {"code": "product_not_found", "count": 1}}; !servertest.SameJSON(a.ByCode, want) {
		t.Errorf("by code: %v", a.ByCode)
	}
	days := s.activity(t, id, object{"interval": "day"})
	if calls, errors := days.sum(); len(days.Buckets) != 30 || calls != 8 || errors != 3 {
		t.Errorf("by day: %d, with %v calls and %v errors", len(days.Buckets), calls, errors)
	}
	if calls, _ := s.activity(t, other, object{}).sum(); calls != 0 {
		t.Errorf("another key has %v calls", calls)
	}
}

// Every hour and day of a period is there, at most 1,000, the days in the zone of the shop.
func TestKeyActivityBuckets(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	id, _ := s.Grant(t, auth.Grant{Name: "Lageret", Scopes: []string{"catalog:read"}})
	s.Execute(t, `INSERT INTO key_calls (key_id, hour, operation, code, calls, last_at)
		SELECT $1, h, 'products.get', CASE WHEN extract(hour FROM h AT TIME ZONE 'UTC') < 2 THEN 'internal_error' ELSE '' END, 1, h
		FROM generate_series('2026-10-24T20:00Z'::timestamptz, '2026-10-26T03:00Z', '1 hour') h`, id)
	const sunday, saturday = "2026-10-24T22:00:00.000Z", "2026-10-23T22:00:00.000Z" // the clocks go back on the 25th
	for name, c := range map[string]struct {
		body object
		want []object
	}{
		"days": {object{"fromDate": "2026-10-23T22:00Z", "toDate": "2026-10-25T22:59:59.999Z", "interval": "day"}, []object{
			{"bucketStart": saturday, "calls": 2, "errors": 0}, {"bucketStart": sunday, "calls": 25, "errors": 2}}},
		"parts of days": {object{"fromDate": "2026-10-24T21:30Z", "toDate": "2026-10-25T00:30Z", "interval": "day"}, []object{
			{"bucketStart": saturday, "calls": 1, "errors": 0}, {"bucketStart": sunday, "calls": 3, "errors": 1}}},
		"hours": {object{"fromDate": "2026-10-24T19:59:59.999Z", "toDate": "2026-10-24T20:00Z"}, []object{
			{"bucketStart": "2026-10-24T19:00:00.000Z", "calls": 0, "errors": 0}, {"bucketStart": "2026-10-24T20:00:00.000Z", "calls": 1, "errors": 0}}},
		"a moment":              {object{"fromDate": "2026-10-25T00:30Z", "toDate": "2026-10-25T00:30Z"}, []object{{"bucketStart": "2026-10-25T00:00:00.000Z", "calls": 1, "errors": 1}}},
		"from after to":         {object{"fromDate": "2026-10-25T00:30Z", "toDate": "2026-10-25T00:10Z"}, []object{}},
		"the beginning of time": {object{"toDate": "0000-01-01T00:00Z"}, []object{{"bucketStart": "0000-01-01T00:00:00.000Z", "calls": 0, "errors": 0}}},
	} {
		a := s.activity(t, id, c.body)
		if !servertest.SameJSON(a.Buckets, c.want) || len(c.want) == 0 && len(a.ByOperation) > 0 {
			t.Errorf("%s: %v, %v", name, a.Buckets, a.ByOperation)
		}
	}
	if a := s.activity(t, id, object{"toDate": "2026-10-25T11:59Z"}); len(a.Buckets) != 24 || a.Buckets[0]["bucketStart"] != "2026-10-24T12:00:00.000Z" {
		t.Errorf("without fromDate: %d from %v", len(a.Buckets), a.Buckets[0])
	}
	most := object{"fromDate": "2026-10-01T00:00Z", "toDate": "2026-11-11T15:59:59.999Z"}
	if a := s.activity(t, id, most); len(a.Buckets) != 1000 {
		t.Errorf("%d buckets", len(a.Buckets))
	}
	for _, body := range []object{
		servertest.With(most, object{"toDate": "2026-11-11T16:00Z"}), {"fromDate": "0000-01-01T00:00Z"}, {"fromDate": "0000-01-01T00:00Z", "interval": "day"},
		{"toDate": "9999-12-31T23:59Z", "fromDate": "2026-01-01T00:00Z"}, {"interval": "week"}, {"keyId": ""},
	} {
		s.Refused(t, s.key, "analytics.key_activity", servertest.With(object{"keyId": id, "interval": "hour"}, body), problem.ValidationFailed)
	}
	for _, unknown := range []string{"findes-ikke", uuid.NewString()} {
		s.Refused(t, s.key, "analytics.key_activity", object{"keyId": unknown, "interval": "hour"}, problem.KeyNotFound)
	}
}

// What was written stays after a restart, the counts of several processes add up, and after 400 days none is left.
func TestKeyActivityIsKept(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	id := uuid.MustParse(firstOf(s.Grant(t, auth.Grant{Name: "Lageret", Scopes: []string{"catalog:read"}})))
	one, two := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler)), insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
	for range 3 {
		one.Called(id, "products.get", "")
		two.Called(id, "products.get", "")
		two.Called(id, "products.get", "product_not_found")
	}
	servertest.Together(2, func(i int) servertest.Reply {
		flush(t, []*insight.Counts{one, two}[i])
		return servertest.Reply{}
	})
	insight.NewCounts(s.Store, slog.New(slog.DiscardHandler)).Called(id, "products.get", "") // lost with its process
	if calls, errors := s.activity(t, id.String(), object{}).sum(); calls != 9 || errors != 3 {
		t.Errorf("%v calls, %v errors", calls, errors)
	}
	clock.Advance(399 * 24 * time.Hour)
	s.RunJobs(t)
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM key_calls WHERE key_id = $1", id); n != 2 {
		t.Errorf("%d rows after 399 days", n)
	}
	clock.Advance(3 * 24 * time.Hour)
	s.RunJobs(t)
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM key_calls WHERE key_id = $1", id); n != 0 {
		t.Errorf("%d rows after 402 days", n)
	}
}

func firstOf(id, _ string) string { return id }

// What waits to be written is bounded.
func TestWaitingCallsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	counts := insight.NewCounts(s.Store, slog.New(slog.DiscardHandler))
	for range 10_500 {
		counts.Called(uuid.New(), "products.get", "")
	}
	flush(t, counts)
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM key_calls WHERE operation = 'products.get' AND code = ''"); n != 10_000 {
		t.Errorf("%d rows", n)
	}
}
