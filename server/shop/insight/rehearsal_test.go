package insight_test

import (
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
)

// Orders that were paid with nothing are no sales of a shop that sells: the reports have them as if they were not paid. In a demo they are
// sales.
func TestRehearsals(t *testing.T) {
	t.Parallel()
	for name, sells := range map[string]bool{"a shop": true, "a demo": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, servertest.Options{Config: func(c *config.Serve) { c.Demo = !sells }})
			owner := s.Key(t, "owner")
			buy := func() string {
				return s.buy(t, []object{{"slug": "p1", "quantity": 2}}, "TEN", object{"aiAgentSource": "agent"})
			}
			real, recent, old, cancelled, refunded := buy(), buy(), buy(), buy(), buy()
			s.at(t, old, "2026-10-12T10:07:00Z")
			s.move(t, real, "paid")
			period := object{"fromDate": "2026-10-12T10:01Z", "toDate": "2099-01-01T00:00Z"}
			reports := func() (all []any) {
				orders := s.summary(t, period)["orders"].(object)
				delete(orders, "statusCounts")
				all = append(all, orders, s.summary(t, period)["topProducts"])
				for _, of := range []struct {
					tool string
					more object
				}{
					{"top_products", object{"by": "quantity"}}, {"discount_performance", nil}, {"agent_activity", nil}, {"sales_over_time", object{"interval": "month", "toDate": "2027-12-31T00:00Z"}},
				} {
					var report any
					s.OK(t, s.key, "analytics."+of.tool, servertest.With(period, of.more), &report)
					if activity, ok := report.(object); ok {
						delete(activity, "byKey") // these calls
					}
					all = append(all, report)
				}
				return all
			}
			before := reports()
			for _, order := range []string{recent, old, cancelled, refunded} {
				var begun object
				s.OK(t, owner, "payments.create", object{"orderId": order, "token": "test_success"}, &begun)
				if begun["status"] != "captured" {
					t.Fatalf("%v", begun)
				}
				if order == refunded {
					s.OK(t, owner, "payments.refund", object{"paymentId": begun["paymentId"], "amountOere": 1000, "reason": "A scratch.", "confirm": true}, nil)
				}
			}
			s.move(t, cancelled, "cancelled")
			after := reports()
			if sells {
				wantSame(t, "the reports", after, before)
				return
			}
			const each = 2*5332 - 1066 + 4900
			servertest.WantFields(t, "the summary", after[0].(object), object{"revenueOere": 5*each - 1000, "refundedOere": 1000})
		})
	}
}
