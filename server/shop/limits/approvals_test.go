package limits_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// An agent is told to wait, a person sees what would change and approves it, and the same call runs once.
func TestACallThatWaits(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	s.OK(t, s.key, "products.update", price("a", 950), nil)
	id := s.waits(t, "products.update", price("a", 500))
	if again := s.waits(t, "products.update", object{"patch": object{"priceDkk": 500}, "slug": "a"}); again != id {
		t.Errorf("the same call waits as %s and as %s", id, again)
	}
	a := s.get(t, id)
	if a.Operation != "products.update" || a.Status != "pending" || a.KeyName != "Price agent" || a.Limit.Name != "maxPriceChangePercent" || a.Limit.Left != 5 ||
		a.Args["slug"] != "a" || a.Preview.Total != 1 || len(a.Preview.Changes) != 1 {
		t.Fatalf("%+v", a)
	}
	c := a.Preview.Changes[0]
	if c.EntityType != "product" || *c.EntityLabel != "Prøve a" || fmt.Sprint(c.Fields) != "[{/priceDkk 950 500}]" {
		t.Errorf("%+v", c)
	}
	if s.Product(t, "a").PriceDkk != 950 || len(s.Succeeded(t, "products.update")) != 1 {
		t.Error("what waits was written")
	}
	refused := s.LastAudit(t, 1)[0]
	if refused.Code == nil || *refused.Code != "approval_required" || refused.Tool != "products.update" {
		t.Errorf("%+v", refused)
	}
	var attention struct{ ApprovalsPending int }
	if s.OK(t, s.owner, "analytics.attention", object{}, &attention); attention.ApprovalsPending != 2 { // with that of the demo
		t.Errorf("%+v", attention)
	}
	if told := s.told(t); len(told.Approvals) != 1 || told.Approvals[0].ID != id || told.Approvals[0].Status != "pending" {
		t.Errorf("%+v", told)
	}

	s.decide(t, id, "approve")
	if told := s.told(t); told.Approvals[0].Status != "approved" {
		t.Errorf("%+v", told)
	}
	s.Refused(t, s.owner, "approvals.decide", object{"id": id, "decision": "reject", "confirm": true}, problem.AlreadyDecided)
	s.OK(t, s.key, "products.update", price("a", 500), nil)
	s.wantStatus(t, id, "used")
	if told := s.told(t); s.Product(t, "a").PriceDkk != 500 || len(told.Approvals) != 0 {
		t.Errorf("%+v", told)
	}

	// Once: the same call from another price waits anew.
	s.OK(t, s.owner, "products.update", price("a", 1000), nil)
	if s.waits(t, "products.update", price("a", 500)) == id {
		t.Error("it was approved twice")
	}
}

// What is rejected is refused for three days, with the note.
func TestARejectedCall(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newAsking(t, servertest.Options{Clock: clock.Now})
	s.product(t, "a")
	id := s.waits(t, "products.update", price("a", 500))
	s.OK(t, s.owner, "approvals.decide", object{"id": id, "decision": "reject", "note": "Ikke før udsalget.", "confirm": true}, nil)
	p := s.Refused(t, s.key, "products.update", price("a", 500), problem.ApprovalRejected)
	if !strings.Contains(p.Detail, "Ikke før udsalget.") || p.ApprovalID != id {
		t.Errorf("%+v", p)
	}
	if a := s.get(t, id); *a.Note != "Ikke før udsalget." || a.DecidedBy == nil {
		t.Errorf("%+v", a)
	}
	s.OK(t, s.key, "products.update", price("a", 990), nil) // another call
	clock.Advance(71 * time.Hour)
	s.Refused(t, s.key, "products.update", price("a", 500), problem.ApprovalRejected)
	clock.Advance(2 * time.Hour)
	if s.waits(t, "products.update", price("a", 500)) == id {
		t.Error("it is rejected for ever")
	}
}

// What nobody decides, and what is not used, ends after three days.
func TestApprovalsExpire(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newAsking(t, servertest.Options{Clock: clock.Now})
	s.product(t, "a")
	first := s.waits(t, "products.update", price("a", 500))
	clock.Advance(73 * time.Hour)
	s.wantStatus(t, first, "expired")
	s.Refused(t, s.owner, "approvals.decide", object{"id": first, "decision": "approve", "confirm": true}, problem.AlreadyDecided)
	second := s.waits(t, "products.update", price("a", 500))
	s.decide(t, second, "approve")
	clock.Advance(73 * time.Hour)
	s.wantStatus(t, second, "expired")
	third := s.waits(t, "products.update", price("a", 500))
	for status, want := range map[string]int{"pending": 1, "expired": 2, "approved": 0} {
		var page struct{ Items []struct{ ID string } }
		if s.OK(t, s.owner, "approvals.list", object{"status": status, "keyId": s.id}, &page); len(page.Items) != want {
			t.Errorf("%s: %v", status, page.Items)
		}
	}
	s.wantStatus(t, third, "pending")
}

// An approval is of a change: when that is another one, it is stale, and a new one waits.
func TestAnApprovalOfWhatHasChanged(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	id := s.waits(t, "products.update", price("a", 500))
	s.decide(t, id, "approve")
	s.OK(t, s.owner, "products.update", price("a", 2000), nil)
	next := s.waits(t, "products.update", price("a", 500))
	s.wantStatus(t, id, "stale")
	if a := s.get(t, next); next == id || fmt.Sprint(a.Preview.Changes[0].Fields) != "[{/priceDkk 2000 500}]" {
		t.Errorf("%+v", a)
	}
	s.decide(t, next, "approve")
	s.OK(t, s.owner, "products.update", object{"slug": "a", "patch": object{"name": "Et andet navn"}}, nil) // that is nothing to it
	s.OK(t, s.key, "products.update", price("a", 500), nil)
	s.wantStatus(t, next, "used")
}

// Calls that make things get new ids and moments each time, and are the same.
func TestCallsThatMakeThings(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	s.OK(t, s.key, "products.delete", object{"slug": "a", "confirm": true}, nil)
	again := servertest.With(servertest.NewProduct("a"), object{"priceDkk": 100})
	id := s.waits(t, "products.create", again)
	if a := s.get(t, id); a.Preview.Changes[0].EntityID != nil {
		t.Errorf("%+v", a)
	}
	s.decide(t, id, "approve")
	time.Sleep(2 * time.Millisecond)
	s.OK(t, s.key, "products.create", again, nil)
	s.wantStatus(t, id, "used")
}

// A call about many waits as a whole, and what it uses of a day counts when it is made.
func TestACallAboutManyWaits(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	var ids []string
	for i := range 3 {
		s.product(t, fmt.Sprint("vare-", i))
		ids = append(ids, s.LastAudit(t, 1)[0].ID.String())
	}
	for mode, call := range map[string]object{
		"products.bulk_upsert": {"mode": "best_effort", "items": []object{{"slug": "vare-0", "priceDkk": 990}, {"slug": "vare-1", "priceDkk": 1}}},
		"audit.revert_many":    {"auditLogIds": ids[2:], "mode": "best_effort", "confirm": true},
	} {
		if mode == "audit.revert_many" {
			call["auditLogIds"] = ids
		}
		id := s.waits(t, mode, call)
		if s.Product(t, "vare-0").PriceDkk != 1000 {
			t.Error("a part was written")
		}
		s.OK(t, s.owner, "approvals.decide", object{"id": id, "decision": "reject", "confirm": true}, nil)
	}
	id := s.waits(t, "audit.revert_many", object{"auditLogIds": ids, "confirm": true})
	if a := s.get(t, id); a.Preview.Total != 3 || a.Limit.Name != "maxDeletesPerDay" {
		t.Errorf("%+v", a)
	}
	s.decide(t, id, "approve")
	s.OK(t, s.key, "audit.revert_many", object{"auditLogIds": ids, "confirm": true}, nil)
	for _, limit := range s.told(t).Limits {
		if limit.Name == "maxDeletesPerDay" && limit.Left != 0 || limit.Name == "maxWritesPerDay" && limit.Left != 47 {
			t.Errorf("%+v", limit)
		}
	}
	s.product(t, "b")
	s.waits(t, "products.delete", object{"slug": "b", "confirm": true})
}

// Of an approved call that is made many times at once, one runs; and of a call that begins to wait at once, one approval is made.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	const calls = 40
	s := newAsking(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{}) // another replica
	s.product(t, "a")
	created := servertest.With(servertest.NewProduct("ny"), object{"priceDkk": 1})
	s.OK(t, s.owner, "products.create", servertest.NewProduct("ny"), nil)
	s.OK(t, s.owner, "products.delete", object{"slug": "ny", "confirm": true}, nil)
	for tool, body := range map[string]object{"products.update": price("a", 500), "products.create": created} {
		call := func(i int) servertest.Reply {
			if i%2 == 0 {
				return other.Call(t, s.key, tool, body)
			}
			return s.Call(t, s.key, tool, body)
		}
		ids, before := map[string]bool{}, len(s.Succeeded(t, tool))
		_, replies := servertest.Together(calls, call)
		for _, r := range replies {
			ids[r.Problem(t, problem.ApprovalRequired).ApprovalID] = true
		}
		if len(ids) != 1 {
			t.Fatalf("%s: %v", tool, ids)
		}
		for id := range ids {
			s.decide(t, id, "approve")
		}
		statuses, _ := servertest.Together(calls, call)
		if statuses[http.StatusOK] < 1 || statuses[http.StatusOK]+statuses[http.StatusConflict] != calls {
			t.Errorf("%s: %v", tool, statuses)
		}
		if done := len(s.Succeeded(t, tool)) - before; done != 1 {
			t.Errorf("%s: it was done %d times", tool, done)
		}
	}
}

// No more calls of a key wait than somebody can read.
func TestHowManyWait(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	for i := range 100 {
		s.waits(t, "products.update", price("a", int64(i+1)))
	}
	s.Refused(t, s.key, "products.update", price("a", 800), problem.LimitReached)
	var page struct {
		Items      []struct{ ID string }
		NextCursor *string
	}
	seen := map[string]bool{}
	for body := (object{"limit": 60, "keyId": s.id}); ; body["cursor"] = *page.NextCursor {
		s.OK(t, s.owner, "approvals.list", body, &page)
		for _, item := range page.Items {
			seen[item.ID] = true
		}
		if page.NextCursor == nil {
			break
		}
	}
	if len(seen) != 100 {
		t.Errorf("%d are listed", len(seen))
	}
	s.decide(t, page.Items[0].ID, "approve")
	s.waits(t, "products.update", price("a", 800))
}

// A person with limits approves nothing beyond them, and no key its own calls.
func TestWhoDecides(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	id := s.waits(t, "products.update", price("a", 500))
	decide := object{"id": id, "decision": "approve", "confirm": true}
	for limits, code := range map[string]problem.Code{
		`{"maxPriceChangePercent": 20}`: problem.BeyondLimit, `{"maxRefundOere": 1}`: problem.BeyondLimit, `{"maxWritesPerDay": 0}`: problem.BeyondLimit,
	} {
		_, key := s.Grant(t, auth.Grant{Holder: auth.Person, Scopes: contract.Scopes, Limits: []byte(limits)})
		s.Refused(t, key, "approvals.decide", decide, code)
	}
	_, key := s.Grant(t, auth.Grant{Holder: auth.Person, Scopes: contract.Scopes, Limits: []byte(`{"maxPriceChangePercent": 50, "approval": true}`)})
	s.OK(t, key, "approvals.decide", decide, nil)
	own := s.Refused(t, key, "products.update", price("a", 499), problem.ApprovalRequired)
	s.Refused(t, key, "approvals.decide", servertest.With(decide, object{"id": own.ApprovalID}), problem.OwnKey)
	for _, tool := range []string{"approvals.get", "approvals.decide"} {
		body := object{"id": "01994f5e-0000-7000-8000-00000000dead"}
		if tool == "approvals.decide" {
			body = servertest.With(decide, body)
		}
		s.Refused(t, s.owner, tool, body, problem.ApprovalNotFound)
	}
}

// Arguments with personal data are shown to those who may read it, and that leaves a row.
func TestPersonalDataOfWhatWaits(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.OK(t, s.owner, "keys.update", object{"id": s.id, "patch": object{"limits": object{"maxOrderOere": 1, "approval": true}}}, nil)
	var cart struct{ CartID string }
	s.product(t, "a")
	s.OK(t, s.key, "cart.create", object{"items": []object{{"slug": "a", "quantity": 1}}}, &cart)
	order := object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165",
		"shippingCity": "København K", "paymentMethod": "card",
	}
	id := s.waits(t, "orders.create", order)
	rows := s.AuditCount(t)
	if a := s.get(t, id); a.Args["email"] != "freja@example.com" || s.AuditCount(t) != rows+1 {
		t.Errorf("%+v", a)
	}
	reader := s.Key(t, "approvals:read")
	rows = s.AuditCount(t)
	for tool, body := range map[string]object{"approvals.get": {"id": id}, "approvals.list": {}} {
		r := s.Call(t, reader, tool, body)
		if r.Status != http.StatusOK || strings.Contains(string(r.Body), "Freja") || !strings.Contains(string(r.Body), "orders:read") {
			t.Errorf("%s", r.Body)
		}
	}
	if s.AuditCount(t) != rows {
		t.Error("a row says that somebody was shown")
	}
	s.decide(t, id, "approve")
	s.OK(t, s.key, "orders.create", order, nil)
	s.wantStatus(t, id, "used")
}

// A call with an Idempotency-Key waits too, and its answer is kept once it is made.
func TestWithAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := newAsking(t, servertest.Options{})
	s.product(t, "a")
	call := func() servertest.Reply {
		r := s.Request(t, s.key, "products.update", []byte(`{"slug": "a", "patch": {"priceDkk": 500}}`))
		r.Header.Set("Idempotency-Key", "one")
		return s.Do(t, "products.update", r)
	}
	id := call().Problem(t, problem.ApprovalRequired).ApprovalID
	s.decide(t, id, "approve")
	call().Result(t, nil)
	if r := call(); r.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%s", r.Body)
	}
	s.wantStatus(t, id, "used")
}
