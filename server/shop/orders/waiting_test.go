package orders_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

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
			commit := s.meanwhile(t, "UPDATE carts SET discount_code = 'TIER' WHERE id = $1", cart)
			replies := make(chan servertest.Reply)
			go func() { replies <- s.create(t, cart) }()
			servertest.Eventually(t, 20*time.Second, func() bool {
				return servertest.One[int64](t, s.Server, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") > 0
			})
			commit()
			var placed api.OrdersCreateResult
			reply := <-replies
			if reply.Result(t, &placed); reply.Status != 200 || placed.TotalDkk != 2250+4900 {
				t.Errorf("%d %s", reply.Status, reply.Body)
			}
		})
	}
}

// meanwhile runs a statement in a transaction that ends with commit.
func (s checkout) meanwhile(t *testing.T, statement string, args ...any) (commit func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Commit(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
