package insight_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// attention returns the answer of analytics.attention.
func (s shop) attention(t *testing.T, since any) (all object) {
	t.Helper()
	body := object{}
	if since != nil {
		body["sinceAuditId"] = since
	}
	s.OK(t, s.key, "analytics.attention", body, &all)
	return all
}

func TestAttention(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	begun := s.attention(t, nil)
	servertest.WantFields(t, "at the beginning", begun, object{"orders": object{"unpaid": 0, "toShip": 0, "flagged": 0, "disputed": 0, "refundOwed": 0}, "lowStock": 0, "outOfStock": 0,
		"webhooksFailing": 0, "refusals24h": 0, "changesSince": nil, "paymentsOpen": 0, "paymentsFailed": 0, "approvalsPending": 0, "pausedKeys": 0, "stoppedHolders": []any{}})
	one := []object{{"slug": "p0", "quantity": 1}}
	for _, path := range [][]string{
		nil, nil, {"paid"}, {"paid", "processing"}, {"paid", "processing", "shipped"}, {"flagged_review"}, {"paid", "disputed"},
		{"paid", "cancelled"}, {"cancelled"}, {"paid", "cancelled", "refunded"},
	} {
		s.move(t, s.buy(t, one, "", nil), path...)
	}
	for slug, stock := range map[string]int{"p1": 0, "p2": 3, "p3": 4} {
		s.OK(t, s.key, "products.update", object{"slug": slug, "patch": object{"stock": stock}}, nil)
	}
	s.OK(t, s.key, "products.set_variants", object{"slug": "p4", "options": []object{{"name": "Size", "values": []string{"S", "M", "L"}}}, "variants": []object{
		{"attributes": object{"Size": "S"}, "stock": 0}, {"attributes": object{"Size": "M"}, "stock": 2}, {"attributes": object{"Size": "L"}, "stock": 0, "active": false},
	}}, nil)
	s.Refused(t, s.key, "products.update", object{"slug": "findes-ikke", "patch": object{"stock": 1}}, problem.ProductNotFound)
	s.Refused(t, s.Key(t, "catalog:read"), "products.delete", object{"slug": "p1", "confirm": true}, problem.InsufficientScope)
	since := begun["newestAuditLogId"]
	all := s.attention(t, since)
	changes := servertest.One[int64](t, s.Server, "SELECT count(*) FROM audit_log WHERE outcome = 'success' AND entity_id IS NOT NULL AND id > $1", since)
	servertest.WantFields(t, "later", all, object{"orders": object{"unpaid": 2, "toShip": 2, "flagged": 1, "disputed": 1, "refundOwed": 1},
		"lowStock": 4, "outOfStock": 2, "refusals24h": 2, "changesSince": changes})
	if later := s.attention(t, all["newestAuditLogId"]); later["changesSince"] != 0.0 || later["newestAuditLogId"] != all["newestAuditLogId"] {
		t.Errorf("nothing has happened since: %v", later)
	}
	s.OK(t, s.key, "customer.list", object{}, nil) // personal data is shown: a row, and no change
	if read := s.attention(t, all["newestAuditLogId"]); read["changesSince"] != 0.0 || read["newestAuditLogId"] == all["newestAuditLogId"] {
		t.Errorf("a customer was read: %v", read)
	}
	for _, unknown := range []string{"01994f5e-0000-7000-8000-000000000999", "x"} {
		if p := s.Refused(t, s.key, "analytics.attention", object{"sinceAuditId": unknown}, problem.ValidationFailed); p.Errors[0].Pointer != "/sinceAuditId" {
			t.Errorf("%+v", p)
		}
	}
	agent := servertest.Object{}
	s.OK(t, s.Key(t, "owner"), "keys.create", object{"name": "Price agent", "scopes": []string{"catalog:read"}}, &agent)
	s.OK(t, s.Key(t, "owner"), "keys.update", object{"id": agent["id"], "patch": object{"paused": true}}, nil)
	servertest.WantFields(t, "a key is paused", s.attention(t, nil), object{"pausedKeys": 1, "stoppedHolders": []any{}})
	s.OK(t, s.Key(t, "owner"), "keys.pause_all", object{"confirm": true, "holders": []string{"agent"}}, nil)
	servertest.WantFields(t, "all agents are stopped", s.attention(t, nil), object{"stoppedHolders": []any{"agent"}})
	clock.Advance(24*time.Hour + time.Minute)
	if day := s.attention(t, nil); day["refusals24h"] != 0.0 {
		t.Errorf("a day later: %v", day)
	}
}

// A webhook fails that was disabled for it, or took no message after one that failed; one that somebody paused does not.
func TestAttentionCountsWebhooksThatFail(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	deliver := `WITH event AS (INSERT INTO outbox (type, entity, data) VALUES ('webhook.test', gen_random_uuid(), '{}') RETURNING seq, entity)
		INSERT INTO outbox_deliveries (endpoint_id, seq, entity, due_at, status, attempts) SELECT $1, seq, entity, now() + interval '1 day', $2, $3 FROM event`
	for _, c := range []struct {
		name, disabled string // "-" is paused
		deliveries     []string
		failing        float64
	}{
		{"nothing was sent", "", nil, 0},
		{"delivered after a failure", "", []string{"failed", "delivered"}, 0},
		{"failed after a delivery", "", []string{"delivered", "failed"}, 1},
		{"sent again", "", []string{"delivered", "pending"}, 1},
		{"disabled", "The endpoint answered 410 Gone.", []string{"delivered"}, 1},
		{"paused", "-", []string{"failed"}, 0},
	} {
		id := uuid.NewString()
		s.Execute(t, `INSERT INTO webhook_endpoints (id, url, events, secret, active, disabled_reason, created_at)
			VALUES ($1, 'https://example.com/', '{}', '', $2 = '', nullif(nullif($2, '-'), ''), now())`, id, c.disabled)
		for _, status := range c.deliveries {
			s.Execute(t, deliver, id, status, 1)
		}
		s.Execute(t, deliver, id, "failed", 0) // given up while it was paused, and never attempted
		if all := s.attention(t, nil); all["webhooksFailing"] != c.failing {
			t.Errorf("%s: %v", c.name, all)
		}
		s.Execute(t, "UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1", id)
	}
}

// The counts of what can be very many end somewhere.
func TestAttentionIsBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	since := s.attention(t, nil)["newestAuditLogId"]
	s.Execute(t, `INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, outcome, request_id, channel)
		SELECT gen_random_uuid(), now(), 'apikey:x', 'products.update', CASE WHEN n <= 1500 THEN 'product' END, CASE WHEN n <= 1500 THEN n::text END,
			CASE WHEN n <= 1500 THEN 'success' ELSE 'denied' END, gen_random_uuid(), 'rest' FROM generate_series(1, 12000) AS n`)
	servertest.WantFields(t, "many", s.attention(t, since), object{"changesSince": 1000, "refusals24h": 10_000})
}
