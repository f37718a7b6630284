package orders_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// orderWith orders with a code and returns the id of the order.
func (s checkout) orderWith(t *testing.T, code string) string {
	t.Helper()
	var placed api.OrdersCreateResult
	s.create(t, s.cart(t, code, "klud")).Result(t, &placed)
	return placed.Id
}

// code makes a code that can be used once.
func (s checkout) code(t *testing.T, code string) {
	t.Helper()
	s.OK(t, s.key, "discounts.create", object{"code": code, "type": "percent", "value": 100, "usageLimit": 1}, nil)
}

// uses returns how often the discounts with a code were used, the oldest first.
func uses(t *testing.T, s *servertest.Server, code string) string {
	t.Helper()
	return servertest.One[string](t, s, "SELECT string_agg(usage_count::text, ' ' ORDER BY id) FROM discounts WHERE code = $1", code)
}

func (s checkout) steps(t *testing.T, order string, statuses ...string) {
	t.Helper()
	for _, status := range statuses {
		if moved := s.move(t, order, status); moved.Status != 200 {
			t.Fatalf("%s: %s", status, moved.Body)
		}
	}
}

// TestAnUnpaidOrderGivesTheUseOfItsCodeBack: whichever way it went, and an order of an older program too; one that was paid has used it.
func TestAnUnpaidOrderGivesTheUseOfItsCodeBack(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]struct {
		onAccount, paid bool
		statuses        []string
	}{
		"unpaid":              {statuses: []string{"cancelled"}},
		"reviewed":            {statuses: []string{"flagged_review", "cancelled"}},
		"on account":          {onAccount: true, statuses: []string{"cancelled"}},
		"packed on account":   {onAccount: true, statuses: []string{"processing", "cancelled"}},
		"paid":                {paid: true, statuses: []string{"paid", "cancelled"}},
		"reviewed, then paid": {paid: true, statuses: []string{"flagged_review", "paid", "cancelled"}},
		"paid, then reviewed": {paid: true, statuses: []string{"paid", "flagged_review", "cancelled"}},
		"disputed":            {paid: true, statuses: []string{"paid", "disputed", "cancelled"}},
		"refunded":            {paid: true, statuses: []string{"paid", "refunded"}},
		"packed":              {paid: true, statuses: []string{"paid", "processing", "cancelled"}},
	} {
		for _, older := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := newCheckout(t)
				s.code(t, "ENGANG")
				order := s.orderWith(t, "ENGANG")
				if way.onAccount {
					begin := func(tx *store.Tx) error { return tx.OrderOnAccount(t.Context(), uuid.MustParse(order)) }
					if err := s.Store.Task(t.Context(), "on account", begin); err != nil {
						t.Fatal(err)
					}
				}
				if older {
					s.Execute(t, "UPDATE orders SET discount_id = NULL")
				}
				s.Refused(t, s.key, "cart.apply_discount", object{"cartId": s.cart(t, "", "klud"), "code": "ENGANG"}, problem.DiscountNotApplicable)
				s.steps(t, order, way.statuses...)
				want := map[bool]string{false: "0", true: "1"}[way.paid]
				if used := uses(t, s.Server, "ENGANG"); used != want {
					t.Errorf("the code was used %s times, want %s", used, want)
				}
				if !way.paid {
					s.orderWith(t, "ENGANG")
				}
			})
		}
	}
}

// TestAnOrderThatExpiresGivesTheUseOfItsCodeBack, once, and nobody can take that back.
func TestAnOrderThatExpiresGivesTheUseOfItsCodeBack(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.code(t, "ENGANG")
	order := s.orderWith(t, "ENGANG")
	for range 2 {
		if _, err := orders.ExpireUnpaid(t.Context(), s.Store, -time.Minute); err != nil {
			t.Fatal(err)
		}
		if got, used := s.get(t, order).Status, uses(t, s.Server, "ENGANG"); got != "cancelled" || used != "0" {
			t.Errorf("the order is %s, the code was used %s times", got, used)
		}
	}
	revert := object{"auditLogId": s.LastAudit(t, 1)[0].ID.String(), "confirm": true}
	s.Refused(t, s.Key(t, "audit:revert"), "audit.revert", revert, problem.NotRevertible)
	if used := uses(t, s.Server, "ENGANG"); used != "0" {
		t.Errorf("the code was used %s times", used)
	}
}

// TestTheUseComesBackToTheDiscountThatWasUsed, which may be deleted, and whose code another one may have since.
func TestTheUseComesBackToTheDiscountThatWasUsed(t *testing.T) {
	t.Parallel()
	for _, older := range []bool{false, true} {
		s := newCheckout(t)
		s.code(t, "IGEN")
		first := s.orderWith(t, "IGEN")
		s.OK(t, s.key, "discounts.delete", object{"code": "IGEN", "confirm": true}, nil)
		s.code(t, "IGEN")
		second := s.orderWith(t, "IGEN")
		s.OK(t, s.key, "discounts.delete", object{"code": "IGEN", "confirm": true}, nil)
		deleted := s.LastAudit(t, 1)[0].ID.String()
		if older {
			s.Execute(t, "UPDATE orders SET discount_id = NULL")
		}
		s.steps(t, first, "cancelled")
		if used := uses(t, s.Server, "IGEN"); used != "0 1" {
			t.Errorf("an older program %v: the deleted codes were used %s times, want 0 1", older, used)
		}
		s.OK(t, s.Key(t, "audit:revert"), "audit.revert", object{"auditLogId": deleted, "confirm": true}, nil)
		s.steps(t, second, "cancelled")
		if used := uses(t, s.Server, "IGEN"); used != "0 0" {
			t.Errorf("an older program %v: the codes were used %s times, want 0 0", older, used)
		}
	}
}

// TestACodeWhoseUsesCameBackIsAsItWasMade: what made it can be reverted again.
func TestACodeWhoseUsesCameBackIsAsItWasMade(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.code(t, "ENGANG")
	revert := object{"auditLogId": s.LastAudit(t, 1)[0].ID.String(), "confirm": true}
	order, reverter := s.orderWith(t, "ENGANG"), s.Key(t, "audit:revert")
	s.Refused(t, reverter, "audit.revert", revert, problem.RevertConflict)
	s.steps(t, order, "cancelled")
	s.OK(t, reverter, "audit.revert", revert, nil)
}

// TestUsesComeBackOnce: of many who cancel an order one does, and orders that are cancelled at once all give theirs back.
func TestUsesComeBackOnce(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.OK(t, s.key, "discounts.create", object{"code": "MANGE", "type": "fixed", "value": 100}, nil)
	const buyers, callers = 4, 12
	placed := make([]string, buyers)
	for i := range placed {
		placed[i] = s.orderWith(t, "MANGE")
	}
	s.orderWith(t, "MANGE")
	statuses, _ := servertest.Together(callers, func(i int) servertest.Reply { return s.move(t, placed[i%buyers], "cancelled") })
	if used := uses(t, s.Server, "MANGE"); statuses[200] != buyers || statuses[409] != callers-buyers || used != "1" {
		t.Errorf("%v, the code was used %s times, want 1", statuses, used)
	}
}
