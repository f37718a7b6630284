package customers_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// waiter is a shop with an agent all of whose changes wait for approval.
type waiter struct {
	shop
	decider, waiting string
}

func (s shop) waiter(t *testing.T) waiter {
	t.Helper()
	_, agent := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxWritesPerDay": 0, "approval": true}`)})
	return waiter{s, s.Key(t, "owner"), agent}
}

// waits makes a call that is to wait, and returns the id of its approval.
func (w waiter) waits(t *testing.T, tool string, body object) string {
	t.Helper()
	return w.Refused(t, w.waiting, tool, body, problem.ApprovalRequired).ApprovalID
}

// cart opens a cart of the agent with one piece.
func (w waiter) cart(t *testing.T) string {
	t.Helper()
	w.agent = w.waiting
	return w.shop.cart(t)
}

func (w waiter) decide(t *testing.T, id, decision, note string) {
	t.Helper()
	w.OK(t, w.decider, "approvals.decide", object{"id": id, "decision": decision, "note": note, "confirm": true}, nil)
}

// approval returns an approval as it is shown.
func (w waiter) approval(t *testing.T, id string) (a struct {
	Status  string
	Args    object
	Note    *string
	Preview struct {
		Changes []struct {
			EntityLabel *string
			Fields      []struct{ NextValue any }
		}
	}
}) {
	t.Helper()
	w.OK(t, w.decider, "approvals.get", object{"id": id}, &a)
	return a
}

// spreadApprovals leaves traces of zebulon in calls that wait, and in what was decided about them; order is one of zebulon's.
func (s shop) spreadApprovals(t *testing.T, order string) {
	t.Helper()
	w := s.waiter(t)
	placed := w.waits(t, "orders.create", servertest.With(zebulon, object{"cartId": w.cart(t)}))
	w.Raw(t, w.waiting, "orders.create", ascii(t, servertest.With(zebulon, object{"cartId": w.cart(t)}))).Problem(t, problem.ApprovalRequired)
	w.waits(t, "orders.add_note", object{"orderId": order, "text": "Zebringer igen"})
	refund := w.waits(t, "orders.refund", object{"orderId": order, "amountOere": 100, "reason": "Zefortrød", "confirm": true})
	w.decide(t, refund, "reject", "Zebringer selv")
	s.Refused(t, w.decider, "approvals.decide", object{"id": refund, "decision": "approve", "note": "Zebringer nu", "confirm": true}, problem.AlreadyDecided)
	w.decide(t, placed, "approve", "Zebringer")
	for _, said := range []string{"Til Zebulon  ÆGIRSØN Quux", "tlf. 71-82-93-04", "zebulon.quux+shop@spor-example.com"} {
		stock := object{"slug": "rund", "delta": 1, "reason": said}
		id := w.waits(t, "products.adjust_stock", stock)
		w.Raw(t, w.waiting, "products.adjust_stock", ascii(t, servertest.With(stock, object{"delta": 2}))).Problem(t, problem.ApprovalRequired)
		w.decide(t, id, "reject", "Nej: "+said)
		s.Refused(t, w.decider, "approvals.decide", object{"id": id, "decision": "reject", "note": said, "confirm": true}, problem.AlreadyDecided)
	}
	w.waits(t, "customer.erase", object{"email": zebulon["email"], "force": true, "confirm": true})
}

// What waits loses the person, and nothing else.
func TestCustomerEraseReachesApprovals(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	w := s.waiter(t)
	order := s.buy(t, zebulon)
	placed := w.waits(t, "orders.create", servertest.With(zebulon, object{"cartId": w.cart(t), "paymentMethod": "card"}))
	w.decide(t, placed, "approve", "Zebringer")
	tracking := w.waits(t, "orders.set_tracking", object{"orderId": order, "carrier": "Bud-ZQ", "trackingNumber": "ZQNUMMER1"})
	faq := w.waits(t, "products.bulk_upsert", object{"mode": "best_effort", "items": []object{
		{"slug": "rund", "faq": []object{{"q": "Hvem?", "a": "Zebulon Ægirsøn Quux og Bo"}}},
	}})
	service := w.waits(t, "services.create", object{"title": "Quuxværk ApS er her", "body": "Synsprøve", "slug": "syn"})
	stock := w.waits(t, "products.adjust_stock", object{"slug": "rund", "delta": 1, "reason": "Optælling"})
	w.decide(t, stock, "reject", "Ring til Zebulon Ægirsøn Quux.")

	s.OK(t, s.owner, "customer.erase", object{"email": zebulon["email"], "confirm": true, "force": true}, nil)
	wantNone(t, "the table", unescaped(strings.Join(s.rows(t, "SELECT a::text FROM approvals a"), "\n")))
	a := w.approval(t, placed)
	servertest.WantFields(t, "orders.create", a.Args, object{"email": "erased", "shippingName": "erased", "phoneNumber": "erased", "paymentMethod": "card"})
	if a.Status != "approved" || *a.Note != "erased" {
		t.Errorf("%+v", a)
	}
	if a := w.approval(t, tracking); a.Status != "pending" || a.Args["orderId"] != order || a.Args["carrier"] != "erased" {
		t.Errorf("%+v", a)
	}
	if a := w.approval(t, faq); !servertest.SameJSON(a.Args["items"], []object{{"slug": "rund", "faq": []object{{"q": "Hvem?", "a": "erased og Bo"}}}}) {
		t.Errorf("%+v", a)
	}
	if a := w.approval(t, service); a.Args["title"] != "erased er her" || *a.Preview.Changes[0].EntityLabel != "erased er her" {
		t.Errorf("%+v", a)
	}
	if a := w.approval(t, stock); a.Args["reason"] != "Optælling" || *a.Note != "Ring til erased." {
		t.Errorf("%+v", a)
	}

	// What a call under way left meanwhile is erased when it has ended.
	w.decide(t, tracking, "reject", "Zebringer igen")
	late := w.waits(t, "products.adjust_stock", object{"slug": "rund", "delta": 2, "reason": "Til Zebulon Ægirsøn Quux"})
	s.Execute(t, "UPDATE approvals SET at = (SELECT at FROM erasures) WHERE id = $1", late) // it began before
	clock.Advance(calls)
	s.RunJobs(t)
	wantNone(t, "the audit", unescaped(strings.Join(s.rows(t, "SELECT a::text FROM audit_log a WHERE tool = 'approvals.decide'"), "\n")))
	if a := w.approval(t, late); a.Args["reason"] != "Til erased" {
		t.Errorf("%+v", a)
	}
}

// An erasure that waits for approval runs once it is approved, and takes the person out of its own approval.
func TestAnErasureThatWaits(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"email", "customerId"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			clock := servertest.NewClock()
			s := newShop(t, servertest.Options{Clock: clock.Now})
			w := s.waiter(t)
			s.buy(t, zebulon)
			id := s.customer(t, zebulon["email"].(string))
			erase := object{by: map[string]any{"email": zebulon["email"], "customerId": id}[by], "confirm": true, "force": true}
			approval := w.waits(t, "customer.erase", erase)
			s.OK(t, s.owner, "customer.get", object{"email": zebulon["email"]}, nil) // a look at whom it is about
			w.decide(t, approval, "approve", "Zebringer har bedt om det")
			w.OK(t, w.waiting, "customer.erase", erase, nil)
			a := w.approval(t, approval)
			if a.Status != "used" || *a.Note != "erased" || by == "email" && a.Args["email"] != "erased" {
				t.Errorf("%+v", a)
			}
			clock.Advance(calls)
			s.RunJobs(t)
			wantNone(t, "the database", s.dumped(t))
		})
	}
}

// The calls about somebody else with the same name and telephone number stay as they are.
func TestCustomerEraseLeavesTheApprovalsOfOthers(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	w := s.waiter(t)
	freja := servertest.With(buyer("freja@example.com", "Freja Holm"), object{"phoneNumber": "20121231"})
	s.buy(t, freja)
	anna := servertest.With(freja, object{"email": "anna.freja@example.com"})
	order := s.buy(t, anna)
	w.waits(t, "orders.create", servertest.With(anna, object{"cartId": w.cart(t)}))
	note := w.waits(t, "orders.add_note", object{"orderId": order, "text": "Freja Holm, 20 12 12 31."})
	w.decide(t, note, "reject", "Ring til Freja Holm.")
	w.waits(t, "products.adjust_stock", object{"slug": "rund", "delta": 20, "reason": "Til Freja og Holm."})
	const all = "SELECT a::text FROM approvals a ORDER BY 1"
	before := s.rows(t, all)
	s.OK(t, s.owner, "customer.erase", object{"email": "freja@example.com", "confirm": true}, nil)
	if after := s.rows(t, all); len(before) != 3 || !servertest.SameJSON(before, after) {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}
