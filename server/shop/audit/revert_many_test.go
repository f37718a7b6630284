package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/test/servertest"
)

// manyResult is the result of audit.revert_many.
type manyResult = api.AuditRevertManyResult

func (r reverting) revertMany(t *testing.T, body object) (result manyResult) {
	t.Helper()
	r.OK(t, r.key, "audit.revert_many", servertest.With(object{"confirm": true}, body), &result)
	return result
}

func (r reverting) manyRefused(t *testing.T, body object, code problem.Code) problem.Document {
	t.Helper()
	return r.Refused(t, r.key, "audit.revert_many", servertest.With(object{"confirm": true}, body), code)
}

// outcomes returns what became of each entry, as outcome, or outcome/code, one after the other.
func outcomes(result manyResult) string {
	var all []string
	for _, one := range result.Results {
		text := string(one.Outcome)
		if one.Code != nil {
			text += "/" + *one.Code
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// upsert writes products in one call, and returns the id of that.
func (r reverting) upsert(t *testing.T, items ...object) string {
	t.Helper()
	return r.OK(t, r.key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": items}, nil).Header.Get("X-Request-Id")
}

func (r reverting) price(t *testing.T, slug string) int64 {
	t.Helper()
	return r.Product(t, slug).PriceDkk
}

// What a call did is taken back, done again and taken back, each entry by one of its own.
func TestRevertManyOfACall(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", servertest.NewProduct("rund"))
	id := r.upsert(t, object{"slug": "rund", "priceDkk": 200}, servertest.NewProduct("oval"), servertest.NewProduct("kantet"))
	contents := r.Contents(t)
	dry := r.revertMany(t, object{"requestId": id, "dryRun": true})
	if outcomes(dry) != "reverted reverted reverted" || dry.Reverted != 3 || dry.Failed != 0 || r.Contents(t) != contents {
		t.Errorf("a dry run: %+v", dry)
	}
	for i, want := range []string{"12300", "200 12300 12300", "12300"} {
		reply := r.OK(t, r.key, "audit.revert_many", object{"requestId": id, "confirm": true}, &dry)
		rows := r.LastAudit(t, 3)
		for i, one := range dry.Results {
			row := rows[len(rows)-1-i] // what came last is reverted first
			if one.Outcome != api.AuditRevertOutcomeOutcomeReverted || *one.RevertAuditLogId != row.ID.String() || row.RevertOf.String() != one.AuditLogId ||
				row.Tool != "audit.revert_many" || string(row.Args) != `{"auditLogIds":["`+one.AuditLogId+`"]}` {
				t.Errorf("%+v: %+v", one, row)
			}
		}
		var got []string
		for _, slug := range []string{"rund", "oval", "kantet"} {
			if r.Call(t, "", "products.get", object{"slug": slug}).Status == 200 {
				got = append(got, fmt.Sprint(r.price(t, slug)))
			}
		}
		if got := strings.Join(got, " "); got != want || dry.Reverted != 3 {
			t.Errorf("%d: %s, want %s; %+v", i, got, want, dry)
		}
		r.WantFresh(t)
		if p := r.manyRefused(t, object{"requestId": id}, problem.AlreadyReverted); !strings.Contains(p.Detail, "3 of 3") || strings.Contains(p.Resolution, "best_effort") {
			t.Errorf("%+v", p)
		}
		id = reply.Header.Get("X-Request-Id")
	}
}

// What one request reverts about one thing is no conflict among itself, in whatever order it is named.
func TestRevertManyOfOneThing(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	update := func(price int) string {
		return r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": price}})
	}
	created := r.do(t, "products.create", servertest.NewProduct("rund"))
	ids := []string{update(100), update(200), created, update(100), r.do(t, "products.delete", object{"slug": "rund", "confirm": true})}
	want := []string{ids[4], ids[3], ids[1], ids[0], created}
	result := r.revertMany(t, object{"auditLogIds": append(slices.Clone(ids), ids[0])})
	for i, one := range result.Results {
		if one.AuditLogId != want[i] || one.Outcome != "reverted" {
			t.Errorf("%d: %+v", i, one)
		}
	}
	r.Refused(t, "", "products.get", object{"slug": "rund"}, problem.ProductNotFound)
	redone := []string{}
	for _, one := range result.Results {
		redone = append(redone, *one.RevertAuditLogId)
	}
	r.revertMany(t, object{"auditLogIds": redone[1:]}) // all but the deletion
	if n := r.price(t, "rund"); n != 100 {
		t.Errorf("done again, the price is %d", n)
	}

	// An older entry alone meets those that stand, of which the last has changed the field.
	one, two := update(300), update(400)
	r.revert(t, r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 500, "stock": 77}}), nil)
	p := r.manyRefused(t, object{"auditLogIds": []string{one}}, problem.RevertConflict)
	if len(p.Conflicts) != 1 || p.Conflicts[0].AuditLogID != one || p.Conflicts[0].ChangedBy.AuditLogID != two || p.Resolution != problem.Catalogue[problem.RevertConflict].Action {
		t.Errorf("%+v", p)
	}
	r.revertMany(t, object{"auditLogIds": []string{one, two}})
}

// Each entry of best_effort has an outcome; all_or_nothing names all conflicts.
func TestRevertManyInPart(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	_, other := r.Grant(t, auth.Grant{Name: "Price agent", Scopes: []string{"products:write"}})
	for _, slug := range []string{"a", "b", "c", "d"} {
		r.do(t, "products.create", servertest.NewProduct(slug))
	}
	var ids []string
	for _, slug := range []string{"a", "b", "c", "d"} {
		ids = append(ids, r.do(t, "products.update", object{"slug": slug, "patch": object{"priceDkk": 200, "featured": true}}))
	}
	ids = append(ids, r.do(t, "products.delete", object{"slug": "d", "confirm": true}), r.do(t, "cart.create", object{}))
	r.do(t, "products.create", servertest.NewProduct("d"))
	var last []string // by which the two conflicts came
	for _, slug := range []string{"a", "b"} {
		r.OK(t, other, "products.update", object{"slug": slug, "patch": object{"priceDkk": 300}}, nil)
		last = append(last, r.LastAudit(t, 1)[0].ID.String())
	}
	r.OK(t, other, "products.update", object{"slug": "b", "patch": object{"priceDkk": 12300, "featured": false}}, nil) // as it was before all
	ids = append(ids, r.do(t, "features.set", object{"key": "campaigns", "enabled": false, "confirm": true}))
	r.revert(t, ids[len(ids)-1], nil)

	const want = "already_reverted/already_reverted not_revertible/not_revertible conflict/slug_taken conflict/revert_conflict reverted unchanged conflict/revert_conflict"
	before := r.AuditCount(t)
	p := r.manyRefused(t, object{"auditLogIds": ids}, problem.RevertConflict)
	if !strings.Contains(p.Detail, "5 of 7 entries cannot be reverted") || p.Resolution != `Set "mode" to "best_effort", which reverts the others.` || len(p.Conflicts) != 2 {
		t.Errorf("%+v", p)
	}
	if c := p.Conflicts[1]; c.Path != "/priceDkk" || c.AuditLogID != ids[0] || c.ChangedBy.AuditLogID != last[0] || c.ChangedBy.ActorName != "Price agent" {
		t.Errorf("%+v, changed by %+v", c, c.ChangedBy)
	}
	if c := p.Conflicts[0]; c.Path != "" || c.AuditLogID != ids[3] || c.ChangedBy.AuditLogID != ids[4] {
		t.Errorf("%+v", c)
	}
	if n := r.AuditCount(t) - before; n != 1 { // that of the refused call
		t.Errorf("%d rows", n)
	}
	unknown := []string{"01994f5e-0000-7000-8000-000000000999", "x", "x"}
	r.manyRefused(t, object{"auditLogIds": append(slices.Clone(ids), unknown...)}, problem.AuditEntryNotFound)
	for _, mode := range []string{"all_or_nothing", "best_effort"} {
		if dry := r.revertMany(t, object{"auditLogIds": ids, "dryRun": true, "mode": mode}); outcomes(dry) != want || dry.Reverted != 1 || dry.Failed != 5 {
			t.Errorf("%s, want %s", outcomes(dry), want)
		}
	}
	done := r.revertMany(t, object{"auditLogIds": append(unknown, ids...), "mode": "best_effort"})
	if outcomes(done) != want+" not_revertible/audit_entry_not_found not_revertible/audit_entry_not_found" || done.Reverted != 1 || done.Failed != 7 {
		t.Errorf("%s %d %d", outcomes(done), done.Reverted, done.Failed)
	}
	if a, b, c, d := r.price(t, "a"), r.price(t, "b"), r.price(t, "c"), r.price(t, "d"); a != 300 || b != 12300 || c != 12300 || d != 12300 {
		t.Errorf("%d %d %d %d", a, b, c, d)
	}
	r.WantFresh(t)

	// Where nothing is left to do, nothing is written.
	contents := r.Contents(t)
	again := r.revertMany(t, object{"auditLogIds": []string{ids[1]}})
	if outcomes(again) != "unchanged" || again.Reverted != 0 || again.Failed != 0 || r.Contents(t) != contents {
		t.Errorf("%+v", again)
	}
}

func TestRevertManyRefused(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	for _, c := range []struct {
		body    object
		code    problem.Code
		pointer string
	}{
		{object{}, problem.ValidationFailed, "/requestId"},
		{object{"auditLogIds": []string{"x"}, "requestId": "x"}, problem.ValidationFailed, "/requestId"},
		{object{"auditLogIds": []string{}}, problem.ValidationFailed, "/auditLogIds"},
		{object{"auditLogIds": slices.Repeat([]string{"x"}, 201)}, problem.ValidationFailed, "/auditLogIds"},
		{object{"auditLogIds": []string{"x"}, "confirm": false}, problem.ValidationFailed, "/confirm"},
		{object{"auditLogIds": []string{"x"}}, problem.AuditEntryNotFound, ""},
		{object{"requestId": "x"}, problem.AuditEntryNotFound, ""},
		{object{"requestId": "01994f5e-0000-7000-8000-000000000999"}, problem.AuditEntryNotFound, ""},
	} {
		if p := r.manyRefused(t, c.body, c.code); c.pointer != "" && p.Errors[0].Pointer != c.pointer {
			t.Errorf("%v: %+v", c.body, p)
		}
	}
	none := r.Refused(t, r.key, "products.delete", object{"slug": "ukendt", "confirm": true}, problem.ProductNotFound)
	r.manyRefused(t, object{"requestId": strings.TrimPrefix(none.Instance, "urn:uuid:")}, problem.AuditEntryNotFound)
	cart := r.do(t, "cart.create", object{})
	if p := r.manyRefused(t, object{"auditLogIds": []string{cart}}, problem.NotRevertible); !strings.Contains(p.Detail, cart) || p.Resolution == "" {
		t.Errorf("%+v", p)
	}
}

// Large calls are taken back: an import, and 500 products in three calls.
func TestRevertManyOfLargeCalls(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	items := make([]object, 500)
	bodies := make([]catalog.Item, 200)
	category := "briller"
	for i := range items {
		items[i] = servertest.NewProduct(fmt.Sprintf("p-%d", i))
		if i < len(bodies) {
			slug, price, stock := fmt.Sprintf("i-%d", i), int64(100), int64(1)
			bodies[i].Body = api.ProductsBulkItem{Slug: slug, Name: &slug, Description: &slug, PriceDkk: &price, Stock: &stock, CategorySlug: &category}
		}
	}
	imported := call.Command("import products", "test")
	if _, err := catalog.NewImporter(r.Store).Upsert(call.With(t.Context(), imported), bodies); err != nil {
		t.Fatal(err)
	}
	id := imported.RequestID.String()
	for _, want := range []int{0, 200, 0} {
		began := time.Now()
		reply := r.OK(t, r.key, "audit.revert_many", object{"requestId": id, "confirm": true}, nil)
		t.Logf("200 were reverted in %s", time.Since(began))
		if n := servertest.One[int](t, r.Server, "SELECT count(*) FROM products WHERE deleted_at IS NULL"); n != want {
			t.Errorf("%d products, want %d", n, want)
		}
		id = reply.Header.Get("X-Request-Id")
	}

	id = r.upsert(t, items...)
	p := r.manyRefused(t, object{"requestId": id}, problem.ValidationFailed)
	if p.Errors[0].Pointer != "/requestId" || !strings.Contains(p.Resolution, `"auditLogIds"`) {
		t.Errorf("%+v", p)
	}
	for part := range slices.Chunk(r.Succeeded(t, "products.bulk_upsert"), 200) {
		ids := make([]string, len(part))
		for i, row := range part {
			ids[i] = row.ID.String()
		}
		if result := r.revertMany(t, object{"auditLogIds": ids}); int(result.Reverted) != len(ids) || result.Results[0].AuditLogId != ids[0] {
			t.Errorf("%d of %d", result.Reverted, len(ids))
		}
	}
	if n := servertest.One[int](t, r.Server, "SELECT count(*) FROM products WHERE deleted_at IS NULL"); n != 0 {
		t.Errorf("%d products", n)
	}
}

// Of callers who revert one call at once, one does it; others who write the same products meanwhile are served.
func TestRevertManyAtOnce(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	items := make([]object, 20)
	for i := range items {
		items[i] = servertest.NewProduct(fmt.Sprintf("p-%d", i))
	}
	r.upsert(t, items...)
	for i := range items {
		items[i] = object{"slug": items[i]["slug"], "featured": true}
	}
	id := r.upsert(t, items...)
	rows := len(r.Succeeded(t, "audit.revert_many"))
	const callers = 8
	statuses, replies := servertest.Together(callers, func(i int) servertest.Reply {
		if i == 0 {
			stocks := make([]object, len(items))
			for i := range stocks {
				stocks[i] = object{"slug": items[i]["slug"], "stock": 77}
			}
			return r.Call(t, r.key, "products.bulk_upsert", object{"mode": "best_effort", "items": stocks})
		}
		return r.Call(t, r.key, "audit.revert_many", object{"requestId": id, "confirm": true})
	})
	if statuses[200] != 2 || statuses[409] != callers-2 {
		t.Errorf("%v", statuses)
	}
	for _, reply := range replies {
		if reply.Status == 409 {
			reply.Problem(t, problem.AlreadyReverted)
		}
	}
	if n := len(r.Succeeded(t, "audit.revert_many")) - rows; n != len(items) {
		t.Errorf("%d rows, want %d", n, len(items))
	}
	for _, item := range items {
		if p := r.Product(t, item["slug"].(string)); p.Featured || p.Stock != 77 {
			t.Errorf("%s: %v %d", p.Slug, p.Featured, p.Stock)
		}
	}
	r.WantFresh(t)
}

// Who may not see personal data sees which fields of an order were changed. A call that shows some leaves a row.
func TestRevertManyShowsNoPersonalData(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	owner, reverter := s.Key(t, "all"), s.Key(t, "audit:revert")
	order := servertest.One[string](t, s, "SELECT id::text FROM orders ORDER BY id LIMIT 1")
	var ids []string
	for _, number := range []string{"secret-1", "secret-2"} {
		s.OK(t, owner, "orders.set_tracking", object{"orderId": order, "carrier": "GLS", "trackingNumber": number}, nil)
		ids = append(ids, s.LastAudit(t, 1)[0].ID.String())
	}
	for _, way := range []struct {
		key    string
		more   object
		status int
		shown  bool
		rows   int
	}{
		{reverter, object{"dryRun": true}, 200, false, 0},
		{reverter, object{"mode": "best_effort"}, 200, false, 0},
		{reverter, nil, 409, false, 1},
		{owner, object{"dryRun": true}, 200, true, 1},
		{owner, object{"mode": "best_effort"}, 200, true, 1},
	} {
		before := s.AuditCount(t)
		reply := s.Call(t, way.key, "audit.revert_many", servertest.With(object{"auditLogIds": ids[:1], "confirm": true}, way.more))
		text := string(reply.Body)
		if reply.Status != way.status || !strings.Contains(text, "/trackingNumber") || strings.Contains(text, "secret-") != way.shown || !strings.Contains(text, ids[1]) {
			t.Errorf("%+v: %s", way, text)
		}
		if n := s.AuditCount(t) - before; n != way.rows {
			t.Errorf("%+v left %d rows", way, n)
		}
	}
	// So does the operator's command, which sees all.
	operator, before := call.Command("audit.revert", "test"), s.AuditCount(t)
	log := audit.Audit{Store: s.Store, Contract: s.Contract, Kinds: server.Undoable()}
	result, err := log.RevertMany(call.With(t.Context(), operator), &api.AuditRevertManyRequest{AuditLogIds: new(ids[:1]), DryRun: new(true)})
	if err != nil || outcomes(result) != "conflict/revert_conflict" || string(result.Results[0].Conflicts[0].Current) != `"secret-2"` {
		t.Errorf("%v: %+v", err, result)
	}
	if row := s.LastAudit(t, 1)[0]; s.AuditCount(t)-before != 1 || row.Tool != "cli.audit.revert" || row.RequestID != operator.RequestID {
		t.Errorf("%+v", row)
	}
	if reply := s.Call(t, reverter, "audit.revert_many", object{"auditLogIds": ids, "confirm": true}); reply.Status != 200 || strings.Contains(string(reply.Body), "secret-") {
		t.Errorf("%s", reply.Body)
	}
}
