package audit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// page is a page of the list.
type page struct {
	Items      []object
	NextCursor *string
}

// list returns the ids of all pages.
func list(t *testing.T, s *servertest.Server, key string, filter object, limit int) []any {
	t.Helper()
	return listPages(t, s, key, filter, limit, math.MaxInt)
}

// listPages returns the ids of the first pages.
func listPages(t *testing.T, s *servertest.Server, key string, filter object, limit, pages int) (ids []any) {
	t.Helper()
	body := servertest.With(filter, object{"limit": limit})
	for range pages {
		var p page
		s.OK(t, key, "audit.list", body, &p)
		for _, item := range p.Items {
			ids = append(ids, item["id"])
		}
		if p.NextCursor == nil {
			return ids
		}
		if len(p.Items) != limit {
			t.Fatalf("%v: a page of %d although there are more", filter, len(p.Items))
		}
		body["cursor"] = *p.NextCursor
	}
	return ids
}

// Writes, refused writes and what a key may not do are listed, the newest first.
func TestListShowsWhatWasDone(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	id, weak := s.Grant(t, auth.Grant{Scopes: []string{"catalog:read"}})
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.Refused(t, key, "categories.delete", object{"slug": "findes-ikke", "confirm": true}, problem.CategoryNotFound)
	s.Refused(t, weak, "categories.upsert", object{"slug": "ny", "name": "Ny"}, problem.InsufficientScope)
	var p page
	s.OK(t, key, "audit.list", object{"toolPrefix": "categories."}, &p)
	if len(p.Items) != 3 || p.NextCursor != nil {
		t.Fatalf("%d items, %v", len(p.Items), p.NextCursor)
	}
	servertest.WantFields(t, "denied", p.Items[0], object{
		"tool": "categories.upsert", "actor": "apikey:" + id, "outcome": "denied", "code": "insufficient_scope", "entityType": nil, "entityId": nil,
		"revertible": false, "channel": "rest",
	})
	servertest.WantFields(t, "refused", p.Items[1], object{"tool": "categories.delete", "outcome": "failure", "code": "category_not_found", "revertible": false})
	servertest.WantFields(t, "written", p.Items[2], object{
		"tool": "categories.upsert", "outcome": "success", "code": nil, "entityType": "category", "revertible": true, "revertedAt": nil, "revertOf": nil,
	})
	s.OK(t, key, "audit.list", object{"toolPrefix": "services."}, &p)
	if p.Items == nil || len(p.Items) != 0 || p.NextCursor != nil {
		t.Errorf("%v", p)
	}
}

// many fills the audit with rows of all sorts: frequent and rare tools, actors
// and things, some at the same moment, some reverted, and more kinds of rows than
// are merged at once.
const many = `INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, before, after, outcome, code, request_id, channel, holder, entity_label, revert_of)
	SELECT ('00000000-0000-7000-8000-' || lpad((n * 7919 % 6011)::text, 12, '0'))::uuid, timestamptz '2026-01-01' + n / 3 * interval '1 minute',
		CASE WHEN n % 2 = 0 THEN 'apikey:' || n % 700 WHEN n % 5 = 0 THEN 'cli:100%_' || n % 3 ELSE 'system:sync' END,
		tool, CASE WHEN failed OR tool = 'orders.list' THEN NULL ELSE entity END, CASE WHEN failed OR tool = 'orders.list' THEN NULL ELSE entity || n % 40 END,
		CASE WHEN entity = 'order' THEN json_build_object('status', (ARRAY['paid', 'processing'])[1 + n % 2]) END,
		CASE WHEN entity = 'order' THEN json_build_object('status', (ARRAY['processing', 'cancelled', 'shipped'])[1 + n % 3]) END,
		CASE WHEN failed THEN (ARRAY['failure', 'denied'])[1 + n % 2] ELSE 'success' END, CASE WHEN failed THEN 'some_code' END,
		md5((n / 3)::text)::uuid, (ARRAY['rest', 'mcp', 'cli'])[1 + n % 3], (ARRAY['agent', 'person', NULL])[1 + n / 5 % 3],
		CASE WHEN NOT failed THEN (ARRAY['Dyrehaven', 'dyr sag', 'Ørsted', NULL])[1 + n / 2 % 4] END,
		CASE WHEN n > 5900 THEN ('00000000-0000-7000-8000-' || lpad(((n - 3000) * 7919 % 6011)::text, 12, '0'))::uuid END
	FROM (SELECT n, n % 11 = 0 AND n < 5900 AS failed,
			(ARRAY['products.update', 'products.create', 'orders.update_status', 'orders.create', 'orders.list', 'cart.add', 'cli.import.products', 'settings.update_tax'])[1 + n % 8] AS tool,
			(ARRAY['product', 'product', 'order', 'order', 'order', 'cart', 'product', 'settings'])[1 + n % 8] AS entity
		FROM generate_series(1, 6010) n) AS rows`

// Each filter and each pair of filters list what they say, in order, on all
// pages, and nothing else.
func TestEveryFilterAndEveryPair(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "audit:read")
	s.Execute(t, many)
	var all []object
	for body := (object{"limit": 200}); ; {
		var p page
		s.OK(t, key, "audit.list", body, &p)
		all = append(all, p.Items...)
		if p.NextCursor == nil {
			break
		}
		body["cursor"] = *p.NextCursor
	}
	if n := s.AuditCount(t); len(all) != n || !slices.IsSortedFunc(all, newestFirst) {
		t.Fatalf("%d items of %d, or out of order", len(all), n)
	}
	middle := all[len(all)/2]
	values := map[string][]any{
		"toolPrefix": {"products.", "orders.update_status", "x"}, "actorPrefix": {"apikey:14", "cli:100%_1", "cli:100_", "system:"},
		"entityType": {"product", "settings"}, "entityId": {"product8", "none"},
		"outcome": {"success", "denied"}, "revertible": {true, false},
		"kinds": {[]string{"change"}, []string{"access", "refusal"}}, "channel": {"mcp"}, "holder": {"agent"}, "q": {"DYR", "ør"},
		"requestId": {middle["requestId"]}, "afterId": {middle["id"]},
		"fromDate": {"2026-01-02T00:00Z"}, "toDate": {"2026-01-01T06:00Z"},
	}
	tried, empty := 0, 0
	for one := range values {
		for other := range values {
			if other < one {
				continue
			}
			for i, a := range values[one] {
				for j, b := range values[other] {
					filter := object{one: a, other: b}
					if other == one && i != j {
						continue
					}
					want := matching(all, filter)
					const pages = 4
					limit := limitFor(len(want))
					if got := listPages(t, s, key, filter, limit, pages); !slices.Equal(got, want[:min(len(want), limit*pages)]) {
						t.Errorf("%v: %d rows, want %d", filter, len(got), len(want))
					}
					if tried++; len(want) == 0 {
						empty++
					}
				}
			}
		}
	}
	if tried < 200 || empty > tried/2 {
		t.Errorf("%d combinations, %d of them empty", tried, empty)
	}
}

// limitFor returns a limit with which a list of n has a few pages.
func limitFor(n int) int { return max(1, min(200, n/3)) }

func newestFirst(a, b object) int {
	if c := strings.Compare(b["at"].(string), a["at"].(string)); c != 0 {
		return c
	}
	return strings.Compare(b["id"].(string), a["id"].(string))
}

// matching returns the ids of the items that match.
func matching(all []object, filter object) (ids []any) {
	fits := map[string]func(item object, v any) bool{
		"toolPrefix":  func(i object, v any) bool { return strings.HasPrefix(i["tool"].(string), v.(string)) },
		"actorPrefix": func(i object, v any) bool { return strings.HasPrefix(i["actor"].(string), v.(string)) },
		"entityType":  func(i object, v any) bool { return i["entityType"] == v },
		"entityId":    func(i object, v any) bool { return i["entityId"] == v },
		"kinds": func(i object, v any) bool {
			kind := "refusal"
			if i["outcome"] == "success" {
				if kind = "change"; i["entityType"] == nil {
					kind = "access"
				}
			}
			return slices.Contains(v.([]string), kind)
		},
		"channel":   func(i object, v any) bool { return i["channel"] == v },
		"holder":    func(i object, v any) bool { return i["holder"] == v },
		"requestId": func(i object, v any) bool { return i["requestId"] == v },
		"q": func(i object, v any) bool {
			label, _ := i["entityLabel"].(string)
			return strings.HasPrefix(strings.ToLower(label), strings.ToLower(v.(string)))
		},
		"afterId": func(i object, v any) bool {
			return newestFirst(i, all[slices.IndexFunc(all, func(other object) bool { return other["id"] == v })]) < 0
		},
		"outcome":    func(i object, v any) bool { return i["outcome"] == v },
		"revertible": func(i object, v any) bool { return i["revertible"] == v },
		"fromDate":   func(i object, v any) bool { return i["at"].(string) >= strings.Replace(v.(string), "Z", ":00.000Z", 1) },
		"toDate":     func(i object, v any) bool { return i["at"].(string) <= strings.Replace(v.(string), "Z", ":00.000Z", 1) },
	}
	for _, item := range all {
		ok := true
		for name, v := range filter {
			ok = ok && fits[name](item, v)
		}
		if ok {
			ids = append(ids, item["id"])
		}
	}
	return ids
}

// A cursor goes on where its page ended while rows are written, and belongs to
// its filters.
func TestTheCursorWhileRowsAreWritten(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	write := func() { s.OK(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": 10}}, nil) }
	for range 5 {
		write()
	}
	filter := object{"toolPrefix": "settings.", "limit": 2}
	want := list(t, s, key, object{"toolPrefix": "settings."}, 200)
	var first, second page
	s.OK(t, key, "audit.list", filter, &first)
	write()
	next := servertest.With(filter, object{"cursor": *first.NextCursor})
	s.OK(t, key, "audit.list", next, &second)
	if got := []any{first.Items[0]["id"], first.Items[1]["id"], second.Items[0]["id"], second.Items[1]["id"]}; !slices.Equal(got, want[:4]) {
		t.Errorf("%v, want %v", got, want[:4])
	}
	for _, bad := range []object{
		servertest.With(next, object{"toolPrefix": "setting"}), servertest.With(next, object{"revertible": true}),
		servertest.With(next, object{"fromDate": "2026-01-01T00:00Z"}), servertest.With(next, object{"cursor": "x"}),
	} {
		s.Refused(t, key, "audit.list", bad, problem.ValidationFailed)
	}
	s.OK(t, key, "audit.list", servertest.With(next, object{"limit": 1}), &second)
	if second.Items[0]["id"] != want[2] {
		t.Error("another limit goes on elsewhere")
	}
}

// Rows that are written when their kind is new, by several callers at once, are
// all found.
func TestKindsThatAppearAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	statuses, _ := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", object{"slug": "side-" + string(rune('a'+i)), "title": "Side", "body": "En tekst om os."})
	})
	if got := list(t, s, key, object{"toolPrefix": "pages.", "entityType": "page"}, 3); statuses[200] != 8 || len(got) != 8 {
		t.Errorf("%v, %d rows", statuses, len(got))
	}
}

// A list of today stays in its day when its second page is asked for after midnight, which is at 22:00 in UTC.
func TestTheListOfTodayAtMidnight(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	clock.Set(t, "2026-03-29T21:59:59.999Z")
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	key := s.Key(t, "all")
	write := func() { s.OK(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": 10}}, nil) }
	write()
	write()
	body := object{"toolPrefix": "settings.", "period": "today", "limit": 1}
	want := list(t, s, key, servertest.With(body, object{}), 200)
	var first, second page
	s.OK(t, key, "audit.list", body, &first)
	clock.Set(t, "2026-03-29T22:00:00Z")
	write()
	s.OK(t, key, "audit.list", servertest.With(body, object{"cursor": *first.NextCursor}), &second)
	if got := []any{first.Items[0]["id"], second.Items[0]["id"]}; len(want) != 2 || !slices.Equal(got, want) || second.NextCursor != nil {
		t.Errorf("%v, want %v", got, want)
	}
	if got := list(t, s, key, servertest.With(body, object{"period": "yesterday"}), 200); !slices.Equal(got, want) {
		t.Errorf("of yesterday: %v, want %v", got, want)
	}
	reply := s.OK(t, key, "audit.list", body, &first)
	if len(first.Items) != 1 || first.NextCursor != nil || !strings.Contains(string(reply.Body), `"period":{"from":"2026-03-29T22:00:00.000Z","to":"2026-03-30T21:59:59.999Z"}`) {
		t.Errorf("%s", reply.Body)
	}
	s.Refused(t, key, "audit.list", servertest.With(body, object{"fromDate": "2026-03-29T22:00Z"}), problem.ValidationFailed)
}

// An empty list says which filters contradict each other, begin no name, or leave nothing together.
func TestAnEmptyListSaysWhy(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"fromDate": "2026-03-02T00:00Z", "toDate": "2026-03-01T00:00Z"}, []string{"filters_contradict |  | fromDate"}},
		{object{"revertible": true, "outcome": "denied"}, []string{"filters_contradict |  | denied"}},
		{object{"toolPrefix": "categories_upsert"}, []string{"unknown_operation | categories.upsert,categories.import,categories.list,categories.delete | categories_upsert"}},
		{object{"toolPrefix": "updateProduct"}, []string{"unknown_operation | products.update"}},
		{object{"toolPrefix": "zzz"}, []string{"unknown_operation | "}},
		{object{"entityType": "Categories"}, []string{"unknown_entity | category"}}, {object{"entityType": "produkt"}, []string{"unknown_entity | "}},
		{object{"actorPrefix": "min nøgle"}, []string{"unknown_actor |  | apikey:<id>"}}, {object{"actorPrefix": "key:"}, []string{"unknown_actor | "}},
		{object{"toolPrefix": "orders."}, []string{"filters_exclude |  | toolPrefix"}},
		{object{"entityId": "briller", "entityType": "category"}, []string{"filters_exclude |  | entityId"}},
		{object{"toolPrefix": "categories.", "fromDate": "2099-01-01T00:00Z"}, []string{"filters_exclude |  | fromDate and toDate"}},
		{object{"toolPrefix": "zzz", "entityType": "categorys", "revertible": true, "outcome": "failure"}, []string{"filters_contradict | ", "unknown_operation | ", "unknown_entity | category"}},
		{object{"toolPrefix": "categories."}, nil},
	} {
		servertest.WantMessages(t, c.body, s.Messages(t, key, "audit.list", c.body), c.want...)
	}
}
