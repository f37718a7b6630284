package orders_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestOrdersGet(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	d := orderDraft(orders.Line{Slug: "rund", Quantity: 2}, orders.Line{Slug: "klud", Quantity: 1})
	d.PhoneNumber, d.PaymentMethod, d.AIAgentSource = new("+4520123456"), new("card"), new("claude")
	d.Channel, d.ACPSessionID = orders.ChannelACP, new("acp-1")
	d.Billing = &orders.Address{Name: "Holm ApS", Address: "Torvet 1", Zip: "8000", City: "Aarhus C", Country: "DK"}
	d.Discount = &orders.Discount{Code: "VELKOMMEN10", Type: api.DiscountTypePercent, Value: 10}
	d.At = millisecond(7)
	id := s.place(t, d)

	var got object
	s.OK(t, s.key, "orders.get", object{"orderId": id}, &got)
	want := object{
		"id": id, "userId": servertest.One[string](t, s.Server, "SELECT id::text FROM customers WHERE email_key = 'freja@example.com'"), "email": "freja@example.com", "status": "pending_payment",
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12, 2. tv.", "shippingZip": "1165", "shippingCity": "København K",
		"billingName": "Holm ApS", "billingAddress": "Torvet 1", "billingZip": "8000", "billingCity": "Aarhus C", "billingCountry": "DK",
		"phoneNumber": "+4520123456", "subtotalDkk": 262300, "shippingDkk": 0, "discountDkk": 26230, "totalDkk": 236070, "vatOere": 47214,
		"invoiceProvider": nil, "invoiceId": nil, "invoicePdfUrl": nil, "discountCode": "VELKOMMEN10",
		"isAiGenerated": true, "aiAgentSource": "claude", "carrier": nil, "trackingNumber": nil, "trackingUrl": nil,
		"estDeliveryFrom": nil, "estDeliveryTo": nil, "createdAt": "2026-03-01T12:00:00.007Z",
		"cardProcessorPaymentIntentId": nil, "paymentMethod": "card", "paidAt": nil, "confirmationEmailSentAt": nil,
		"refundedAt": nil, "disputedAt": nil, "currency": "DKK", "fxRate": 1, "channel": "acp", "acpSessionId": "acp-1",
		"items": got["items"],
	}
	servertest.WantFields(t, "order", got, want)
	if len(got) != len(want) {
		t.Errorf("%d fields, want %d: %v", len(got), len(want), got)
	}
	items, _ := got["items"].([]any)
	if len(items) != 2 {
		t.Fatalf("the items are %v", got["items"])
	}
	for i, want := range []object{
		{"productName": "Prøve rund", "unitPriceDkk": 129900, "quantity": 2},
		{"productName": "Prøve klud", "unitPriceDkk": 2500, "quantity": 1},
	} {
		item, _ := items[i].(object)
		servertest.WantFields(t, "item", item, servertest.With(want, object{"orderId": id, "variantId": nil, "variantSku": nil, "variantAttributes": nil}))
		if len(item) != 9 {
			t.Errorf("item %d has %d fields: %v", i, len(item), item)
		}
	}
}

// Later changes of a product's price and name do not change the order.
func TestOrdersKeepTheirItems(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	before := s.get(t, id)
	writer := s.Key(t, "products:write")
	s.OK(t, writer, "products.update", object{"slug": "rund", "patch": object{"name": "Anden", "priceDkk": 1}}, nil)
	s.OK(t, writer, "products.delete", object{"slug": "klud", "confirm": true}, nil)
	if after := s.get(t, id); !servertest.SameJSON(before, after) {
		t.Errorf("%+v became %+v", before, after)
	}
}

// The snapshot of a variant is returned as it was written.
func TestOrdersGetVariant(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft(orders.Line{Slug: "rund", Quantity: 1}))
	s.Execute(t, `UPDATE order_items SET variant_id = 'v1', variant_sku = 'R-G', variant_attributes = '{"farve": "guld", "str": 6.0}'`)
	item := s.get(t, id).Items[0]
	if *item.VariantId != "v1" || *item.VariantSku != "R-G" || string(item.VariantAttributes) != `{"farve":"guld","str":6.0}` {
		t.Errorf("%+v %s", item, item.VariantAttributes)
	}
}

func TestOrdersUnknown(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	for _, unknown := range []string{"01994f5e-0000-7000-8000-000000000101", "103", "no-such-order", "{" + id + "}", "urn:uuid:" + id, "x" + id + "x"} {
		p := s.Refused(t, s.key, "orders.get", object{"orderId": unknown}, problem.OrderNotFound)
		if want := `No order has the id "` + unknown + `".`; p.Detail != want {
			t.Errorf("%q, want %q", p.Detail, want)
		}
		s.Refused(t, s.key, "orders.update_status", object{"orderId": unknown, "status": "paid"}, problem.OrderNotFound)
		s.Refused(t, s.key, "orders.refunds", object{"orderId": unknown}, problem.OrderNotFound)
	}
}

func (s ordering) history(t *testing.T, id string) (entries []api.OrderHistoryEntry) {
	t.Helper()
	s.OK(t, s.key, "orders.history", object{"orderId": id}, &entries)
	return entries
}

// story is a history in short: "from>to note" for each entry.
func story(entries []api.OrderHistoryEntry) []string {
	lines := make([]string, len(entries))
	text := func(s *string) string { return *cmp.Or(s, new("")) }
	for i, e := range entries {
		lines[i] = strings.TrimSpace(text(e.From) + ">" + text(e.To) + " " + text(e.Note))
	}
	return lines
}

func (s ordering) wantStory(t *testing.T, id string, want ...string) {
	t.Helper()
	if got := story(s.history(t, id)); !slices.Equal(got, want) {
		t.Errorf("the history is\n%q, want\n%q", got, want)
	}
}

// The history has the creation, each move, each refund and each note, with who did
// it; what was refused is not there.
func TestOrdersHistory(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	s.wantStory(t, id, ">pending_payment")
	grant, key := s.Grant(t, auth.Grant{Scopes: []string{"orders:read", "orders:write"}})
	for _, status := range []string{"paid", "shipped"} {
		s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
	}
	s.OK(t, key, "orders.add_note", object{"orderId": id, "text": "Ring."}, nil)
	s.OK(t, key, "orders.set_tracking", parcel(id, nil), nil)
	s.Refused(t, key, "orders.update_status", object{"orderId": id, "status": "pending"}, problem.IllegalTransition)
	for _, reason := range []string{"En ridse.", "Endnu en."} {
		s.OK(t, key, "orders.refund", object{"orderId": id, "amountOere": 100, "reason": reason, "confirm": true}, nil)
	}
	s.OK(t, key, "orders.update_status", object{"orderId": id, "status": "refunded"}, nil)
	s.wantStory(t, id, ">pending_payment", "pending_payment>paid", "paid>shipped", "> Ring.", "shipped>partial_refund En ridse.",
		"partial_refund>partial_refund Endnu en.", "partial_refund>refunded")
	entries := s.history(t, id)
	if entries[0].Actor != "system:test" || !entries[0].At.Equal(s.get(t, id).CreatedAt.Time) {
		t.Errorf("%+v", entries[0])
	}
	for i, e := range entries[1:] {
		if e.Actor != "apikey:"+grant || e.At.Before(entries[i].At.Time) {
			t.Errorf("%+v", e)
		}
	}
	for _, unknown := range []string{"x", orderID(9)} {
		s.Refused(t, s.key, "orders.history", object{"orderId": unknown}, problem.OrderNotFound)
	}
}

// A history of any length is answered with its newest entries.
func TestOrdersHistoryIsCut(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	fill := func(from, to int) {
		s.Execute(t, `INSERT INTO order_history (id, order_id, at, from_status, to_status, actor)
			SELECT gen_random_uuid(), $1, now() + n * interval '1 second', 'disputed', 'completed', 'system:' || n FROM generate_series($2::int, $3::int) n`, id, from, to)
	}
	fill(1, 999)
	s.WantPage(t, s.key, "orders.history", object{"orderId": id}, 1000, 1000, 0)
	fill(1000, 1003)
	listed, page := s.Page(t, s.key, "orders.history", object{"orderId": id})
	if listed != 1000 || page.Total != 1000 || page.TotalIsExact || page.NextOffset != nil || page.NextCursor != nil {
		t.Errorf("%d listed, %+v", listed, page)
	}
	if entries := s.history(t, id); entries[0].Actor != "system:4" || entries[999].Actor != "system:1003" {
		t.Errorf("from %s to %s", entries[0].Actor, entries[999].Actor)
	}
}

// An order that was placed by SQL has no history, and is an order.
func TestOrdersHistoryOfNothing(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	s.Execute(t, "DELETE FROM order_history")
	s.wantStory(t, id)
}

// No statement of the program places or moves an order without its history.
func TestEveryStatementThatMovesAnOrderWritesItsHistory(t *testing.T) {
	t.Parallel()
	moves := regexp.MustCompile(`(?is)INSERT\s+INTO\s+orders\b|UPDATE\s+orders\s+SET\b[^;]*?\b(?:status|refunded_oere)\s*=`)
	files, err := filepath.Glob("../../../sql/queries/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for statement := range strings.SplitSeq(string(text), "-- name: ") {
			if !moves.MatchString(statement) {
				continue
			}
			found++
			if !strings.Contains(statement, "INSERT INTO order_history") && !strings.Contains(statement, "UPDATE order_history") {
				t.Errorf("%s: %s", file, statement)
			}
		}
	}
	if found < 2 {
		t.Errorf("%d statements place or move orders", found)
	}
}

func (s ordering) note(t *testing.T, id, text string) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.add_note", object{"orderId": id, "text": text})
}

// A note is in the history, and changes nothing else: a caller who has read the
// order before can still move it.
func TestOrdersAddNote(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	version := func() string {
		return servertest.One[string](t, s.Server, "SELECT updated_at::text FROM orders WHERE id = $1", id)
	}
	want := version()
	long := strings.Repeat("æ", 2000)
	var result struct{ ID, NoteID string }
	for _, text := range []string{"  Ring først.\n", long} {
		s.note(t, id, text).Result(t, &result)
	}
	if result.ID != id || result.NoteID == "" {
		t.Errorf("%+v", result)
	}
	entries := s.history(t, id)
	if len(entries) != 3 || *entries[1].Note != "Ring først." || *entries[2].Note != long {
		t.Errorf("%+v", entries)
	}
	for _, e := range entries[1:] {
		if e.From != nil || e.To != nil || !strings.HasPrefix(e.Actor, "apikey:") || e.At.Before(entries[0].At.Time) {
			t.Errorf("%+v", e)
		}
	}
	if version() != want {
		t.Error("a note changed updatedAt")
	}
	before, after := s.Wrote(t, "orders.add_note", "order", id)
	servertest.WantFields(t, "before", before, object{"id": id, "notes": 1})
	servertest.WantFields(t, "after", after, object{"id": id, "notes": 2, "noteId": result.NoteID})

	s.Refused(t, s.key, "orders.add_note", object{"orderId": "x", "text": "x"}, problem.OrderNotFound)
	for _, text := range []any{"", " \n", long + "x", "a\x00b", nil, 7} {
		s.Refused(t, s.key, "orders.add_note", object{"orderId": id, "text": text}, problem.ValidationFailed)
	}
	if len(s.history(t, id)) != 3 {
		t.Error("a refused note is in the history")
	}
}

// Of many notes at once on an order with room for three, three are added.
func TestOrdersHaveAtMost500Notes(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id, other := s.place(t, orderDraft()), s.place(t, orderDraft())
	s.Execute(t, `INSERT INTO order_history (id, order_id, at, actor, note)
		SELECT gen_random_uuid(), $1, now(), 'system:test', 'Note ' || n FROM generate_series(1, 497) n`, id)
	statuses, replies := servertest.Together(8, func(int) servertest.Reply { return s.note(t, id, "x") })
	if statuses[200] != 3 || statuses[409] != 5 {
		t.Errorf("%v", statuses)
	}
	for _, reply := range replies {
		if reply.Status != 200 {
			if p := reply.Problem(t, problem.LimitReached); !strings.Contains(p.Detail, "500") {
				t.Errorf("%+v", p)
			}
		}
	}
	if n := len(s.history(t, id)); n != 501 {
		t.Errorf("%d entries", n)
	}
	if status := s.note(t, other, "x").Status; status != 200 {
		t.Errorf("a note on another order: %d", status)
	}
}

// The history of orders that are older than it comes from the audit, as far as
// that tells it, and ends with the status that each order has; what they are
// refunded becomes a refund.
func TestHistoryOfOlderOrders(t *testing.T) {
	t.Parallel()
	// Two moves of an order in one millisecond differ in its history, not in the audit.
	clock := servertest.NewClock()
	s := newOrderingWith(t, servertest.Options{Clock: clock.Now, Unaided: true}) // migrations write the products anew
	move := func(id string, path ...string) {
		for _, to := range path {
			clock.Advance(time.Second)
			s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
		}
	}
	fresh, told, unpaid := s.place(t, orderDraft()), s.place(t, orderDraft()), s.placeOnAccount(t, orderDraft())
	move(told, "paid", "shipped", "refunded")
	move(unpaid, "paid")
	bySQL := s.place(t, orderDraft())
	move(bySQL, "paid")
	s.Execute(t, "UPDATE orders SET status = 'delivered', updated_at = updated_at + interval '1 hour' WHERE id = $1", bySQL)
	pruned := s.place(t, orderDraft(orders.Line{Slug: "rund", Quantity: 1}))
	move(pruned, "paid", "processing", "shipped")
	forgotten := s.placeOnAccount(t, orderDraft())
	move(forgotten, "paid", "refunded")
	s.Execute(t, "DELETE FROM audit_log WHERE entity_id = $1 AND after->>'status' <> 'shipped'", pruned)
	s.Execute(t, "DELETE FROM audit_log WHERE entity_id = $1", forgotten)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": told, "status": "paid"}, "illegal_transition")
	want := s.history(t, told)

	const before = 12
	if err := store.MigrateDown(t.Context(), s.DatabaseURL, before); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), s.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	s.wantStory(t, fresh, ">pending_payment")
	s.wantStory(t, told, ">pending_payment", "pending_payment>paid", "paid>shipped", "shipped>refunded")
	s.wantStory(t, unpaid, ">pending", "pending>paid")
	s.wantStory(t, bySQL, ">pending_payment", "pending_payment>paid", "paid>delivered")
	s.wantStory(t, pruned, ">pending_payment", "processing>shipped")
	s.wantStory(t, forgotten, ">pending_payment", "pending_payment>refunded")
	want[0].Actor = "system:migration" // the test places orders without orders.create
	if got := s.history(t, told); !servertest.SameJSON(got, want) {
		t.Errorf("the history is %+v, want %+v", got, want)
	}
	last := s.history(t, forgotten)[1]
	if updated := servertest.One[string](t, s.Server, `SELECT to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM orders WHERE id = $1`, forgotten); last.At.String() != updated ||
		last.Actor != "system:migration" {
		t.Errorf("%+v, updated at %s", last, updated)
	}

	const refunds = `SELECT coalesce(string_agg(r.amount_oere - o.total_oere || ' ' || (r.at = o.refunded_at) || ' ' || split_part(r.actor, ':', 1), ';'), '')
		FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE o.id = $1`
	for id, want := range map[string]string{fresh: "", told: "0 true apikey", forgotten: "0 true system"} {
		if got := servertest.One[string](t, s.Server, refunds, id); got != want {
			t.Errorf("the refunds are %q, want %q", got, want)
		}
	}
	move(unpaid, "shipped")
	s.wantStory(t, unpaid, ">pending", "pending>paid", "paid>shipped")
}
