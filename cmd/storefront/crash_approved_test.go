//go:build crash

package main_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// limitedCall is a call beyond a limit of a key.
type limitedCall struct {
	key, tool string
	body      object
}

// TestCrashesOfApprovedCalls has agents send calls that were approved, each twice at once and without an Idempotency-Key, while the
// server, its PostgreSQL and both are killed. Each must be made once, however often it is sent. A price is put back as soon as its call
// is acknowledged, so that to set it once more would be a change, which nobody has approved.
func TestCrashesOfApprovedCalls(t *testing.T) {
	p := newProgram(t).with(crowd.Unlimited...)
	shop := newCrowd(t, p, 1)
	s := p.serve(t)
	shop.Use(crowd.Address(s.url))
	// send sends a call until it is answered. It returns the code of a problem and the id of the approval, or "" and the id of what was made.
	send := func(key, tool string, body object) (code, id string) {
		var told struct {
			Code, ApprovalID string
			Result           struct{ ID string }
		}
		if got := shop.Ask(t, key, tool, body); json.Unmarshal(got.Body, &told) != nil {
			t.Errorf("%s: %d %s", tool, got.Status, got.Body)
		}
		return told.Code, told.ApprovalID + told.Result.ID
	}
	owner := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "owner", "--holder", "person", "--scopes", "owner"))
	calls := limitedCalls(t, s, owner)
	for _, c := range calls {
		code, id := send(c.key, c.tool, c.body)
		if code != "approval_required" {
			t.Fatalf("%s: %q", c.tool, code)
		}
		s.want(t, owner, "approvals.decide", object{"id": id, "decision": "approve", "confirm": true}, nil)
	}
	s = kill(t, p, s, "both") // what was approved still is
	shop.Use(crowd.Address(s.url))

	var ordered sync.Map // the ids of the orders that were acknowledged
	var answered atomic.Int64
	var wg sync.WaitGroup
	for _, c := range append(calls, calls...) {
		wg.Go(func() {
			code, id := send(c.key, c.tool, c.body)
			answered.Add(1)
			switch {
			case code == "" && c.tool == "orders.create":
				ordered.Store(id, true)
			case code == "":
				if code, _ := send(owner, c.tool, price(c.body["slug"], 1000)); code != "" {
					t.Errorf("a price was not put back: %s", code)
				}
				if code, _ := send(c.key, c.tool, c.body); code != "approval_required" {
					t.Errorf("%v was made, and again: %q", c.body, code)
				}
			case code != "cart_ordered" && code != "approval_required": // which it is once the call was made
				t.Errorf("%s: %s", c.tool, code)
			}
		})
	}
	for i, what := range []string{"the server", "PostgreSQL", "both"} {
		for answered.Load() < int64((i+1)*len(calls)/2) && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		s = kill(t, p, s, what)
		shop.Use(crowd.Address(s.url))
	}
	wg.Wait()
	if shop.Repeated() == 0 {
		t.Error("no call was under way when something was killed")
	}

	db := database(t, p)
	orders := column[string](t, db, `SELECT id::text FROM orders`)
	prices := column[string](t, db, `SELECT entity_id FROM audit_log WHERE tool = 'products.update' AND outcome = 'success'
		AND before->>'priceDkk' <> '500' AND after->>'priceDkk' = '500'`)
	used := column[string](t, db, `SELECT id::text FROM approvals WHERE status = 'used'`)
	if want := len(calls) / 2; len(orders) != want || len(prices) != want || len(used) != len(calls) {
		t.Errorf("%d orders, %d changes of prices and %d used approvals of %d calls", len(orders), len(prices), len(used), len(calls))
	}
	for _, id := range orders {
		ordered.Delete(id)
	}
	for id := range ordered.Range {
		t.Errorf("order %s was acknowledged and is lost", id)
	}
	s.stop(t)
}

// limitedCalls makes agents, and returns their calls beyond a limit: as many changes of prices as orders.
func limitedCalls(t *testing.T, s *serving, owner string) (calls []limitedCall) {
	t.Helper()
	const agents, each = 4, 5
	for agent := range agents {
		var key struct{ Secret string }
		s.want(t, owner, "keys.create", object{
			"name": fmt.Sprint("limited-", agent), "holder": "agent", "scopes": []string{"products:write", "cart:write", "orders:write"},
			"limits": object{"maxPriceChangePercent": 10, "maxOrderOere": 1, "approval": true},
		}, &key)
		for i := range each {
			slug := fmt.Sprintf("to-reprice-%d-%d", agent, i)
			s.want(t, owner, "products.create", object{
				"slug": slug, "name": slug, "description": "Something to buy.", "priceDkk": 1000, "stock": 1, "categorySlug": "briller",
			}, nil)
			var cart struct{ CartID string }
			s.want(t, key.Secret, "cart.create", object{"items": []object{{"slug": "plenty-0", "quantity": 1}}}, &cart)
			calls = append(calls, limitedCall{key.Secret, "products.update", price(slug, 500)}, limitedCall{key.Secret, "orders.create", object{
				"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12",
				"shippingZip": "1165", "shippingCity": "København K",
			}})
		}
	}
	return calls
}

func price(slug any, ore int) object { return object{"slug": slug, "patch": object{"priceDkk": ore}} }
