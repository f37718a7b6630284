package payments_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("payments")) }

type object = servertest.Object

// till is a service with two products, and keys of a person and of an agent.
type till struct {
	*servertest.Server
	key, agent string
}

const scopes = "orders:read,orders:write,payments:read,payments:write,settings:read,settings:write,features:write"

func newTill(t *testing.T, o servertest.Options) till {
	t.Helper()
	o.Template = storetest.Empty
	s := servertest.New(t, o)
	all := s.Key(t, "categories:write,products:write")
	s.OK(t, all, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for slug, price := range map[string]int{"rund": 129900, "klud": 2500} {
		s.OK(t, all, "products.create", servertest.With(servertest.NewProduct(slug), object{"stock": 1000, "priceDkk": price}), nil)
	}
	_, person := s.Grant(t, auth.Grant{Name: "owner", Holder: auth.Person, Scopes: strings.Split(scopes, ",")})
	_, agent := s.Grant(t, auth.Grant{Name: "agent", Holder: auth.Agent, Scopes: strings.Split(scopes, ",")})
	return till{s, person, agent}
}

// total is what a round pair and two cloths cost.
const total = 134_900

// place places an order of a round pair and two cloths.
func (s till) place(t *testing.T) string {
	t.Helper()
	return s.placeWith(t, nil)
}

// placeWith places an order with a discount.
func (s till) placeWith(t *testing.T, discount *orders.Discount) string {
	t.Helper()
	lines := []orders.Line{{Slug: "rund", Quantity: 1}, {Slug: "klud", Quantity: 2}}
	ctx := call.With(t.Context(), call.Task("test"))
	var id uuid.UUID
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		placed, err := orders.Place(ctx, tx, orders.Draft{
			Email: "freja@example.com", Channel: orders.ChannelAPI, Terms: orders.Terms{ShippingFeeOere: 4900, FreeShippingFromOere: 0, VATPPM: 250_000}, Lines: lines, Discount: discount,
			Shipping: orders.Address{Name: "Freja Holm", Address: "Nørregade 12", Zip: "1165", City: "København K"},
		})
		id = placed.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// begin begins the payment of an order.
func (s till) begin(t *testing.T, order string, more object) (begun api.PaymentBegun) {
	t.Helper()
	s.OK(t, s.key, "payments.create", servertest.With(object{"orderId": order}, more), &begun)
	return begun
}

// at sends what the buyer decides at the page of a payment, and returns where the buyer is led to.
func (s till) at(t *testing.T, page *string, action string) string {
	t.Helper()
	if page == nil {
		t.Fatal("the payment has no page")
	}
	path := strings.TrimPrefix(*page, s.URL)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(url.Values{"action": {action}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply := s.Do(t, "", r)
	if reply.Status != http.StatusSeeOther {
		t.Fatalf("%s: %d %s", action, reply.Status, reply.Body)
	}
	return reply.Header.Get("Location")
}

func (s till) payment(t *testing.T, id string) (p api.Payment) {
	t.Helper()
	s.OK(t, s.key, "payments.get", object{"paymentId": id}, &p)
	return p
}

func (s till) order(t *testing.T, id string) (o api.Order) {
	t.Helper()
	s.OK(t, s.key, "orders.get", object{"orderId": id}, &o)
	return o
}

// becomes waits until a payment has a status, as a message or a provider makes it.
func (s till) becomes(t *testing.T, id, status string) (p api.Payment) {
	t.Helper()
	servertest.Eventually(t, 20*time.Second, func() bool {
		p = s.payment(t, id)
		return string(p.Status) == status
	})
	return p
}

// wantOrder fails unless an order has a status, and was paid or not.
func (s till) wantOrder(t *testing.T, id, status string, paid bool) api.Order {
	t.Helper()
	o := s.order(t, id)
	if string(o.Status) != status || (o.PaidAt != nil) != paid {
		t.Errorf("the order is %s, paid %v; want %s, %v", o.Status, o.PaidAt, status, paid)
	}
	return o
}

// count returns the number that a query returns.
func (s till) count(t *testing.T, text string, args ...any) int64 {
	t.Helper()
	rows, err := s.Store.Query(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	n, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int64])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// heard waits until the provider has sent all its messages.
func (s till) heard(t *testing.T) {
	t.Helper()
	servertest.Eventually(t, 20*time.Second, func() bool { return s.count(t, "SELECT count(*) FROM test_messages") == 0 })
}

// inBooks changes the books, which no message tells of: those of what was before could.
func (s till) inBooks(t *testing.T, text string, args ...any) {
	t.Helper()
	s.heard(t)
	s.Execute(t, text, args...)
}

// look has a payment read from its provider now.
func (s till) look(t *testing.T, id string) {
	t.Helper()
	s.Execute(t, "UPDATE payments SET looked_at = looked_at - interval '11 minutes' WHERE id = $1", id)
	s.RunJobs(t)
}
