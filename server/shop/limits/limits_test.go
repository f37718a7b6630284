package limits_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Many small changes of a price do not pass where one large one would not.
func TestPricesByTheirPastDay(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := shop{Server: servertest.New(t, servertest.Options{Clock: clock.Now})}
	s.owner = s.Key(t, "owner")
	_, s.key = s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxPriceChangePercent": 20}`)})
	s.product(t, "a")
	s.beyond(t, "products.update", price("a", 799), "maxPriceChangePercent", 20)
	s.beyond(t, "products.update", price("a", 1201), "maxPriceChangePercent", 20)
	s.beyond(t, "products.update", price("a", 1), "maxPriceChangePercent", 20)
	s.ok(t, "products.update", price("a", 900))
	s.ok(t, "products.update", price("a", 810))
	s.beyond(t, "products.update", price("a", 729), "maxPriceChangePercent", 1)
	s.ok(t, "products.update", price("a", 800))
	s.beyond(t, "products.update", price("a", 961), "maxPriceChangePercent", 20) // a fifth above the lowest
	s.ok(t, "products.update", object{"slug": "a", "patch": object{"name": "Stadig samme pris", "priceDkk": 800}})

	// The owner may, and what he sets counts.
	s.OK(t, s.owner, "products.update", price("a", 500), nil)
	s.beyond(t, "products.update", price("a", 490), "maxPriceChangePercent", 0)

	clock.Advance(23 * time.Hour)
	s.beyond(t, "products.update", price("a", 490), "maxPriceChangePercent", 0)
	clock.Advance(2 * time.Hour)
	s.ok(t, "products.update", price("a", 490))
	s.beyond(t, "products.update", price("a", 399), "maxPriceChangePercent", 18)
}

// A price is not changed by making the product, or a variant, anew.
func TestPricesOfWhatIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxPriceChangePercent": 10}`)
	s.product(t, "a")
	s.ok(t, "products.delete", object{"slug": "a", "confirm": true})
	again := servertest.With(servertest.NewProduct("a"), object{"priceDkk": 100})
	s.beyond(t, "products.create", again, "maxPriceChangePercent", 10)
	s.beyond(t, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{again}}, "maxPriceChangePercent", 10)
	s.ok(t, "products.create", servertest.With(again, object{"priceDkk": 950}))
	s.ok(t, "products.create", servertest.With(servertest.NewProduct("ny"), object{"priceDkk": 1})) // something else

	size := []object{{"name": "Størrelse", "values": []string{"S", "L"}}}
	variants := func(small, large int64, sizes ...string) object {
		all := []object{{"attributes": object{"Størrelse": "S"}, "priceOere": small, "stock": 1}, {"attributes": object{"Størrelse": "L"}, "priceOere": large, "stock": 1}}
		return object{"slug": "v", "options": size, "variants": all[:len(sizes)]}
	}
	s.product(t, "v")
	s.beyond(t, "products.set_variants", variants(500, 1000, "S", "L"), "maxPriceChangePercent", 10)
	s.OK(t, s.owner, "products.set_variants", variants(1000, 5000, "S", "L"), nil)
	s.beyond(t, "products.set_variants", variants(1000, 4000, "S", "L"), "maxPriceChangePercent", 10)
	s.ok(t, "products.set_variants", object{"slug": "v", "options": []object{{"name": "Størrelse", "values": []string{"S"}}}, "variants": variants(1000, 0, "S")["variants"]})
	s.beyond(t, "products.set_variants", variants(1000, 1000, "S", "L"), "maxPriceChangePercent", 10) // L made anew
	s.ok(t, "products.set_variants", variants(1000, 4800, "S", "L"))
}

// A refused item of a call about many is that item's outcome, and a dry run says the same.
func TestABulkCallWithinAndBeyond(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxPriceChangePercent": 10, "maxWritesPerDay": 3}`)
	var items []object
	for i, slug := range slugs(5) {
		s.product(t, slug)
		items = append(items, object{"slug": slug, "priceDkk": []int{950, 100, 960, 970, 980}[i]})
	}
	call := object{"mode": "best_effort", "items": items}
	var dry, done struct {
		Updated, Failed int
		Results         []struct{ Outcome, Code string }
	}
	s.OK(t, s.key, "products.bulk_upsert", servertest.With(call, object{"dryRun": true}), &dry)
	if s.Product(t, "vare-0").PriceDkk != 1000 || s.left(t, "maxWritesPerDay") != 3 {
		t.Error("a dry run has written")
	}
	strict := servertest.With(call, object{"mode": "all_or_nothing"})
	s.beyond(t, "products.bulk_upsert", strict, "maxPriceChangePercent", 10)
	s.beyond(t, "products.bulk_upsert", servertest.With(strict, object{"dryRun": true}), "maxPriceChangePercent", 10)
	s.OK(t, s.key, "products.bulk_upsert", call, &done)
	if done.Updated != 3 || done.Failed != 2 || done.Results[1].Code != "beyond_limit" || done.Results[4].Code != "beyond_limit" || !slices.Equal(done.Results, dry.Results) {
		t.Errorf("%+v, and a dry run said %+v", done, dry)
	}
	if s.Product(t, "vare-1").PriceDkk != 1000 || s.Product(t, "vare-3").PriceDkk != 970 || s.Product(t, "vare-4").PriceDkk != 1000 {
		t.Error("what was refused was written")
	}
	s.OK(t, s.key, "products.bulk_upsert", object{"mode": "best_effort", "items": items[1:2]}, &done)
	if done.Failed != 1 || done.Results[0].Code != "beyond_limit" {
		t.Errorf("%+v", done)
	}
	if left := s.left(t, "maxWritesPerDay"); left != 0 {
		t.Errorf("%d changes are left", left)
	}
	s.OK(t, s.owner, "keys.update", object{"id": s.id, "patch": object{"limits": object{"maxPriceChangePercent": 10}}}, nil)
	s.OK(t, s.key, "products.bulk_upsert", object{"mode": "best_effort", "items": items[4:]}, &done)
	if done.Updated != 1 {
		t.Errorf("%+v", done)
	}
}

// A code is judged while it is active, whichever call makes it so.
func TestCodes(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxDiscountPercent": 20}`)
	code := func(name, kind string, value int64) object { return object{"code": name, "type": kind, "value": value} }
	s.beyond(t, "discounts.create", code("HALV", "percent", 50), "maxDiscountPercent", 20)
	s.beyond(t, "discounts.create", code("FAST", "fixed", 100), "maxDiscountPercent", 20)
	s.ok(t, "discounts.create", code("FEMTE", "percent", 20))
	for _, c := range []object{code("HALV", "percent", 50), code("FAST", "fixed", 100)} {
		s.OK(t, s.owner, "discounts.create", c, nil)
		s.beyond(t, "discounts.update", object{"code": c["code"], "patch": object{"usageLimit": nil}}, "maxDiscountPercent", 20)
		s.ok(t, "discounts.toggle", object{"code": c["code"], "active": false}) // that ends it
		s.beyond(t, "discounts.toggle", object{"code": c["code"], "active": true}, "maxDiscountPercent", 20)
	}
	s.beyond(t, "marketing.create_campaign", object{"discountCode": "KAMPAGNE", "discountType": "percent", "discountValue": 21, "announcement": "Udsalg"}, "maxDiscountPercent", 20)
	s.ok(t, "marketing.create_campaign", object{"discountCode": "KAMPAGNE", "discountType": "percent", "discountValue": 19, "announcement": "Udsalg"})

	// The owner switched HALV off: to take that back switches it on.
	s.OK(t, s.owner, "discounts.toggle", object{"code": "HALV", "active": true}, nil)
	s.OK(t, s.owner, "discounts.toggle", object{"code": "HALV", "active": false}, nil)
	entry := s.LastAudit(t, 1)[0].ID.String()
	s.beyond(t, "audit.revert", object{"auditLogId": entry, "confirm": true}, "maxDiscountPercent", 20)
	s.ok(t, "discounts.delete", object{"code": "HALV", "confirm": true})

	both := newShop(t, `{"maxDiscountPercent": 20, "maxDiscountOere": 5000}`)
	both.ok(t, "discounts.create", code("AAA", "fixed", 5000))
	both.beyond(t, "discounts.create", code("BBB", "fixed", 5001), "maxDiscountOere", 5000)
	fixed := newShop(t, `{"maxDiscountOere": 5000}`)
	fixed.beyond(t, "discounts.create", code("CCC", "percent", 1), "maxDiscountOere", 5000)
}

// Money that is given back counts by order for all time, and by day.
func TestRefunds(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxRefundOere": 600, "maxRefundOerePerDay": 1000}`)
	s.product(t, "a")
	one, two, three := s.paid(t, "a", 2), s.paid(t, "a", 2), s.paid(t, "a", 2)
	s.beyond(t, "orders.refund", refund(one, 601), "maxRefundOere", 600)
	s.beyond(t, "orders.update_status", object{"orderId": one, "status": "refunded"}, "maxRefundOere", 600)
	s.ok(t, "orders.refund", refund(one, 400))
	s.OK(t, s.owner, "orders.refund", refund(one, 700), nil) // of somebody else: not counted
	s.beyond(t, "orders.refund", refund(one, 201), "maxRefundOere", 200)
	s.ok(t, "orders.refund", refund(one, 200))
	s.beyond(t, "orders.refund", refund(two, 401), "maxRefundOerePerDay", 400)
	s.ok(t, "orders.refund", refund(two, 400))
	s.beyond(t, "orders.refund", refund(three, 1), "maxRefundOerePerDay", 0)
	if left := s.left(t, "maxRefundOerePerDay"); left != 0 {
		t.Errorf("%d are left", left)
	}
}

// Days are those of the shop: at midnight in Copenhagen all is left again.
func TestDaysAreThoseOfTheShop(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	clock.Set(t, "2027-07-01T21:59:00Z")
	s := shop{Server: servertest.New(t, servertest.Options{Clock: clock.Now})}
	s.owner = s.Key(t, "owner")
	_, s.key = s.Grant(t, auth.Grant{Holder: auth.Program, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxDeletesPerDay": 2}`)})
	for _, slug := range slugs(4) {
		s.product(t, slug)
	}
	remove := func(slug string) object { return object{"slug": slug, "confirm": true} }
	s.ok(t, "products.delete", remove("vare-0"))
	s.ok(t, "products.create", servertest.NewProduct("min")) // not a deletion
	s.OK(t, s.key, "audit.revert", object{"auditLogId": s.LastAudit(t, 1)[0].ID, "confirm": true}, nil)
	s.beyond(t, "products.delete", remove("vare-1"), "maxDeletesPerDay", 0)
	s.paid(t, "vare-3", 1)
	s.beyond(t, "customer.erase", object{"email": "freja@example.com", "force": true, "confirm": true}, "maxDeletesPerDay", 0)
	clock.Advance(time.Minute)
	if left := s.left(t, "maxDeletesPerDay"); left != 2 {
		t.Errorf("%d are left on the next day", left)
	}
	s.ok(t, "products.delete", remove("vare-1"))
	clock.Advance(48 * time.Hour)
	s.RunJobs(t)
	if rows := servertest.One[int](t, s.Server, "SELECT count(*) FROM key_counters"); rows != 0 {
		t.Errorf("%d counters of days that are over", rows)
	}
}

// Orders are judged one by one and by day; what a cart does is not counted.
func TestOrdersThatAreTooLarge(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxOrderOere": 10000, "maxOrderOerePerDay": 15000, "maxWritesPerDay": 2}`)
	s.product(t, "a") // an order has 4900 for shipping
	s.beyond(t, "orders.create", s.place(t, s.key, "a", 6), "maxOrderOere", 10000)
	for range 3 {
		s.ok(t, "cart.create", object{"items": []object{{"slug": "a", "quantity": 1}}})
	}
	s.ok(t, "orders.create", s.place(t, s.key, "a", 5))
	s.beyond(t, "orders.create", s.place(t, s.key, "a", 1), "maxOrderOerePerDay", 5100)
	s.ok(t, "products.update", price("a", 10))
	s.beyond(t, "products.update", price("a", 11), "maxWritesPerDay", 0)
}

// Of many entries that are taken back, those beyond a limit stay.
func TestRevertManyWithinLimits(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxDeletesPerDay": 2}`)
	var ids []string
	for _, slug := range slugs(3) {
		s.product(t, slug)
		ids = append(ids, s.LastAudit(t, 1)[0].ID.String())
	}
	s.beyond(t, "audit.revert_many", object{"auditLogIds": ids, "confirm": true}, "maxDeletesPerDay", 0)
	var done struct {
		Reverted, Failed int
		Results          []struct{ Outcome, Code string }
	}
	for _, dry := range []bool{true, false} {
		s.OK(t, s.key, "audit.revert_many", object{"auditLogIds": ids, "mode": "best_effort", "dryRun": dry, "confirm": true}, &done)
		if done.Reverted != 2 || done.Failed != 1 || done.Results[2].Outcome != "beyond_limit" || done.Results[2].Code != "beyond_limit" {
			t.Errorf("dryRun %v: %+v", dry, done)
		}
	}
}

// Of many calls at once that want the last of a limit one gets it, whichever limit it is.
func TestTheLastOfEachLimitAtOnce(t *testing.T) {
	t.Parallel()
	const calls = 200
	s := newShop(t, `{"maxPriceChangePercent": 50, "maxRefundOere": 300, "maxRefundOerePerDay": 1000, "maxOrderOerePerDay": 5900, "maxDeletesPerDay": 1, "maxWritesPerDay": 1000}`)
	s.product(t, "a")
	order := s.paid(t, "a", 5)
	var carts []object
	for _, slug := range slugs(calls) {
		s.product(t, slug)
		carts = append(carts, s.place(t, s.key, slug, 1))
	}
	for name, call := range map[string]func(i int) (string, object){
		"deletes": func(i int) (string, object) {
			return "products.delete", object{"slug": slugs(calls)[i], "confirm": true}
		},
		"orders":  func(i int) (string, object) { return "orders.create", carts[i] },
		"refunds": func(int) (string, object) { return "orders.refund", refund(order, 300) },
	} {
		statuses, replies := servertest.Together(calls, func(i int) servertest.Reply {
			tool, body := call(i)
			return s.Call(t, s.key, tool, body)
		})
		if statuses[http.StatusOK] != 1 || statuses[http.StatusForbidden]+statuses[http.StatusConflict] != calls-1 { // 409: the order changed meanwhile
			t.Errorf("%s: %v", name, statuses)
		}
		for _, r := range replies {
			if r.Status == http.StatusForbidden {
				r.Problem(t, problem.BeyondLimit)
			}
		}
	}
	if left := s.left(t, "maxRefundOerePerDay"); left != 700 {
		t.Errorf("%d are left of the refunds of the day", left)
	}
	writes := s.left(t, "maxWritesPerDay")
	if writes != 997 {
		t.Errorf("%d changes are left", writes)
	}
	s.OK(t, s.owner, "keys.update", object{"id": s.id, "patch": object{"limits": object{"maxWritesPerDay": 4}}}, nil)
	statuses, _ := servertest.Together(calls, func(i int) servertest.Reply {
		return s.Call(t, s.key, "products.adjust_stock", object{"slug": "a", "delta": 1, "reason": "Talt."})
	})
	if statuses[http.StatusOK] != 1 {
		t.Errorf("writes: %v", statuses)
	}
}

// A key without limits counts nothing.
func TestAKeyWithoutLimits(t *testing.T) {
	t.Parallel()
	s := newShop(t, `{"maxPriceChangePercent": 10}`)
	s.product(t, "a")
	s.ok(t, "products.update", price("a", 950))
	if rows := servertest.One[int](t, s.Server, "SELECT count(*) FROM key_counters"); rows != 0 {
		t.Errorf("%d counters", rows)
	}
}
