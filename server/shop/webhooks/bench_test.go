package webhooks_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// BenchmarkDeliveries delivers each of b.N events to ten endpoints, one of which hangs, beside eight callers
// that read products as fast as they can.
func BenchmarkDeliveries(b *testing.B) {
	const endpoints, callers = 10, 8
	s := servertest.New(b, servertest.Options{Config: loopback})
	key := s.Key(b, "all")
	var taken atomic.Int64
	for i := range endpoints {
		r := newReceiver(b, func(w http.ResponseWriter, r *http.Request, _ *arrived) {
			if i == 0 {
				<-r.Context().Done()
				return
			}
			taken.Add(1)
		})
		s.OK(b, key, "webhooks.create", object{"url": r.url, "events": []string{"stock.low"}}, nil)
	}
	ctx, cancel := context.WithCancel(b.Context())
	var wg sync.WaitGroup
	var calls atomic.Int64
	for range callers {
		wg.Go(func() {
			for ctx.Err() == nil {
				s.Call(b, "", "products.search", object{"q": "solbriller"})
				calls.Add(1)
			}
		})
	}
	b.ResetTimer()
	began := time.Now()
	s.Execute(b, `INSERT INTO outbox (type, entity, at, data) SELECT 'stock.low', gen_random_uuid(), now(),
		'{"productId":"01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10","slug":"round-metal","stock":3}' FROM generate_series(1, $1)`, b.N)
	want := int64(b.N * (endpoints - 1))
	servertest.Eventually(b, 10*time.Minute, func() bool { return taken.Load() >= want })
	seconds := time.Since(began).Seconds()
	b.StopTimer()
	cancel()
	wg.Wait()
	b.ReportMetric(float64(want)/seconds, "deliveries/s")
	b.ReportMetric(float64(calls.Load())/seconds, "searches/s")
}

// BenchmarkTriggers is what the triggers of events take of the statements that place an order, as PostgreSQL
// measures it: without an endpoint, and with one that subscribes to orders.
func BenchmarkTriggers(b *testing.B) {
	conn, err := pgx.Connect(b.Context(), storetest.New(b, servertest.Demo))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, c := range []struct{ name, setup string }{
		{"without endpoints", "SELECT"},
		{"with an endpoint", `INSERT INTO webhook_endpoints (id, url, events, secret, created_at)
			VALUES (gen_random_uuid(), 'https://1.1.1.1/', '{order.created}', '', now())`},
	} {
		b.Run(c.name, func(b *testing.B) {
			if _, err := conn.Exec(b.Context(), c.setup); err != nil {
				b.Fatal(err)
			}
			var took []float64
			for b.Loop() {
				took = append(took, triggered(b, conn, `UPDATE products SET stock = stock + 1, updated_at = now() WHERE slug = 'round-metal'`)+
					triggered(b, conn, `INSERT INTO orders (id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city,
						subtotal_oere, shipping_oere, discount_oere, total_oere, channel, created_at, updated_at)
						VALUES (gen_random_uuid(), 'a@example.com', 'a@example.com', 'pending_payment', 'A', 'B', '1000', 'C', 100, 0, 0, 100, 'api', now(), now())`))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2], "µs/order")
		})
	}
}

// triggered runs a statement and returns the microseconds that its triggers of events took.
func triggered(b *testing.B, conn *pgx.Conn, statement string) (sum float64) {
	b.Helper()
	var plans []struct {
		Triggers []struct {
			Name string  `json:"Trigger Name"`
			Time float64 `json:"Time"` // in milliseconds
		}
	}
	if err := conn.QueryRow(b.Context(), "EXPLAIN (ANALYZE, FORMAT JSON) "+statement).Scan(&plans); err != nil {
		b.Fatal(err)
	}
	for _, trigger := range plans[0].Triggers {
		if strings.HasPrefix(trigger.Name, "outbox_") {
			sum += trigger.Time * 1000
		}
	}
	return sum
}
