package orders

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
)

func TestAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		facts Facts
		want  string
	}{
		{"new", Facts{Status: "pending_payment"}, "paid flagged_review cancelled"},
		{"to be paid later", Facts{Status: "pending"}, "paid processing flagged_review cancelled"},
		{"paid", Facts{Status: "paid", Paid: true}, "processing shipped flagged_review disputed partial_refund refunded cancelled"},
		{"packed before it is paid", Facts{Status: "processing", Stage: "processing"}, "shipped completed flagged_review cancelled"},
		{"shipped before it is paid", Facts{Status: "shipped", Stage: "shipped"}, "delivered completed"},
		{"completed before it is paid", Facts{Status: "completed", Stage: "completed"}, ""},
		{"completed", Facts{Status: "completed", Stage: "completed", Paid: true}, "disputed partial_refund refunded"},
		{"held before it was paid", Facts{Status: "flagged_review"}, "paid processing cancelled"},
		{"held after it was paid", Facts{Status: "flagged_review", Paid: true}, "paid processing cancelled refunded"},
		{"part given back before anything", Facts{Status: "partial_refund", Stage: "none", Paid: true}, "processing shipped delivered completed disputed refunded"},
		{"part given back while packing", Facts{Status: "partial_refund", Stage: "processing", Paid: true}, "processing shipped delivered completed disputed refunded"},
		{"part given back on the way", Facts{Status: "partial_refund", Stage: "shipped", Paid: true}, "shipped delivered completed disputed refunded"},
		{"part given back at the customer's", Facts{Status: "partial_refund", Stage: "delivered", Paid: true}, "delivered completed disputed refunded"},
		{"part given back at the end", Facts{Status: "partial_refund", Stage: "completed", Paid: true}, "completed disputed refunded"},
		{"disputed", Facts{Status: "disputed", Stage: "shipped", Paid: true}, "completed partial_refund refunded cancelled"},
		{"cancelled unpaid", Facts{Status: "cancelled", TotalOere: 100}, ""},
		{"cancelled with the money", Facts{Status: "cancelled", Paid: true, TotalOere: 100}, "refunded"},
		{"cancelled with part of the money", Facts{Status: "cancelled", Paid: true, TotalOere: 100, RefundedOere: 99}, "refunded"},
		{"cancelled with none of the money", Facts{Status: "cancelled", Paid: true, TotalOere: 100, RefundedOere: 100}, ""},
		{"cancelled and free", Facts{Status: "cancelled", Paid: true}, ""},
		{"refunded", Facts{Status: "refunded", Paid: true, TotalOere: 100, RefundedOere: 100}, ""},
		{"unheard of", Facts{Status: "lost"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			allowed := c.facts.Allowed()
			if got := strings.Join(names(allowed), " "); got != c.want {
				t.Errorf("allowed %q, want %q", got, c.want)
			}
			if allowed == nil {
				t.Error("allowed is nil, which is null in JSON")
			}
		})
	}
}

// TestCheckAgreesWithAllowed tries every move from every state.
func TestCheckAgreesWithAllowed(t *testing.T) {
	t.Parallel()
	for f := range everyFacts() {
		allowed := f.Allowed()
		for _, r := range table {
			err := f.check(r.from)
			if (err == nil) != slices.Contains(allowed, r.from) {
				t.Errorf("%+v to %s: %v, allowed are %v", f, r.from, err, allowed)
			}
			if err != nil {
				checkRefusal(t, f, r.from, err)
			}
		}
	}
}

// checkRefusal checks that a refusal tells a program what to do.
func checkRefusal(t *testing.T, f Facts, to api.OrderStatus, err error) {
	t.Helper()
	p, ok := errors.AsType[*problem.Error](err)
	if !ok || p.Code != problem.IllegalTransition || p.Detail == "" {
		t.Errorf("%+v: %v", f, err)
		return
	}
	if !slices.Equal(p.Allowed, names(f.Allowed())) {
		t.Errorf("%+v: allowed are %v in the problem, %v in the facts", f, p.Allowed, f.Allowed())
	}
	if to == f.Status {
		if !strings.Contains(p.Resolution, "Nothing to do") {
			t.Errorf("%+v: %q", f, p.Resolution)
		}
		return
	}
	for _, status := range p.Allowed {
		if !strings.Contains(p.Resolution, status) {
			t.Errorf("%+v: %q does not name %s", f, p.Resolution, status)
		}
	}
	if final := strings.Contains(p.Resolution, "final"); final != (len(p.Allowed) == 0) {
		t.Errorf("%+v: %q, allowed are %v", f, p.Resolution, p.Allowed)
	}
}

func everyFacts() func(yield func(Facts) bool) {
	return func(yield func(Facts) bool) {
		for _, r := range table {
			for _, stage := range stages {
				for _, paid := range []bool{false, true} {
					for _, refunded := range []int64{0, 40, 100} {
						if !yield(Facts{Status: r.from, Stage: stage, Paid: paid, RefundedOere: refunded, TotalOere: 100}) {
							return
						}
					}
				}
			}
		}
	}
}

func TestRefusalsSayWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name               string
		facts              Facts
		to                 api.OrderStatus
		detail, resolution string
	}{
		{"the same again", Facts{Status: "pending"}, "pending",
			"The order is pending already.", "Nothing to do: the order is pending already."},
		{"no such move", Facts{Status: "shipped", Stage: "shipped"}, "paid",
			"An order cannot go from shipped to paid.", `Set "status" to "delivered" or "completed".`},
		{"not paid", Facts{Status: "flagged_review"}, "refunded",
			"The order was never paid; refunded needs a payment.", `Set "status" to "paid", "processing" or "cancelled".`},
		{"backwards", Facts{Status: "partial_refund", Stage: "completed", Paid: true}, "shipped",
			"The order has reached completed and cannot go back to shipped.", `Set "status" to "completed", "disputed" or "refunded".`},
		{"one way left", Facts{Status: "cancelled", Paid: true, TotalOere: 1}, "paid",
			"An order cannot go from cancelled to paid.", `Set "status" to "refunded".`},
		{"no money left", Facts{Status: "cancelled", Paid: true, TotalOere: 1, RefundedOere: 1}, "refunded",
			"No money is left to refund.", "Leave the order as it is: cancelled is final."},
		{"final", Facts{Status: "refunded", Paid: true}, "paid",
			"An order cannot go from refunded to paid.", "Leave the order as it is: refunded is final."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, ok := errors.AsType[*problem.Error](c.facts.check(c.to))
			if !ok {
				t.Fatal("the move is legal")
			}
			if p.Detail != c.detail || p.Resolution != c.resolution {
				t.Errorf("%q, %q", p.Detail, p.Resolution)
			}
		})
	}
}
