package orders_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
)

// TestACodeThatIsSetMeanwhile: orders.create waits for a call that sets the code of the cart, and then
// sees the code and its discount.
func TestACodeThatIsSetMeanwhile(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.OK(t, s.key, "discounts.create", object{"code": "TIER", "type": "percent", "value": 10}, nil)
	s.OK(t, s.key, "discounts.create", object{"code": "TYVE", "type": "percent", "value": 20}, nil)
	for _, before := range []string{"", "TYVE"} {
		t.Run(fmt.Sprintf("instead of %q", before), func(t *testing.T) {
			cart := s.cart(t, before, "klud")
			commit := s.Meanwhile(t, "UPDATE carts SET discount_code = 'TIER' WHERE id = $1", cart)
			replies := make(chan servertest.Reply)
			go func() { replies <- s.create(t, cart) }()
			s.AwaitLock(t, 1)
			commit()
			var placed api.OrdersCreateResult
			reply := <-replies
			if reply.Result(t, &placed); reply.Status != 200 || placed.TotalDkk != 2250+4900 {
				t.Errorf("%d %s", reply.Status, reply.Body)
			}
		})
	}
}
