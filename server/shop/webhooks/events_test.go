package webhooks_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// types returns all types of events, as webhooks.create takes them.
func types(t *testing.T) (names []string) {
	t.Helper()
	for _, v := range servertest.Document().Components.Schemas["EventType"].Value.Enum {
		names = append(names, fmt.Sprint(v))
	}
	return names
}

func TestTheContractDescribesEveryEvent(t *testing.T) {
	t.Parallel()
	described := servertest.Events().Webhooks
	if got, want := slices.Sorted(maps.Keys(described)), slices.Sorted(slices.Values(types(t))); !slices.Equal(got, want) {
		t.Errorf("the webhooks are %v, the types of events %v", got, want)
	}
	for name, item := range described {
		if typed := item.Post.RequestBody.Value.Content["application/json"].Schema.Value.Properties["type"].Value.Enum; !slices.Contains(typed, any(name)) {
			t.Errorf("the message %s has one of the types %v", name, typed)
		}
	}
}

// summary is the messages in the order of arrival, each as its type and the named members of data.
func summary(messages []arrived, members ...string) (lines []string) {
	for _, m := range messages {
		line := m.Type
		for _, name := range members {
			if v, there := m.Data[name]; there {
				line += fmt.Sprint(" ", v)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// step is a call, and the events that it is followed by.
type step struct {
	tool string
	body object
	want []string // type, and what the test compares of data
}

// follow makes the calls of the steps, each when the messages of the one before have arrived.
func (s *shop) follow(t *testing.T, r *receiver, steps []step, members ...string) {
	t.Helper()
	seen := len(r.all())
	for _, step := range steps {
		s.OK(t, s.key, step.tool, step.body, nil)
		messages := r.await(t, seen+len(step.want))[seen:]
		if got := summary(messages, members...); !slices.Equal(got, step.want) {
			t.Errorf("%s %v sent\n%s\nwant\n%s", step.tool, step.body, strings.Join(got, "\n"), strings.Join(step.want, "\n"))
		}
		for _, m := range messages {
			servertest.ConformEvent(t, m.Type, m.body)
		}
		seen += len(messages)
	}
}

// sized are the arguments that give the product rund the sizes S and M.
func sized(small, medium object) object {
	return object{"slug": "rund", "options": []object{{"name": "Size", "values": []string{"S", "M"}}}, "variants": []object{
		servertest.With(object{"attributes": object{"Size": "S"}}, small), servertest.With(object{"attributes": object{"Size": "M"}}, medium),
	}}
}

func TestEventsOfProducts(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	s.subscribe(t, r, types(t)...)
	s.follow(t, r, []step{
		{"categories.upsert", object{"slug": "briller", "name": "Briller"}, nil},
		{"products.create", servertest.NewProduct("rund"), []string{"product.created rund 4"}},
		{"products.update", object{"slug": "rund", "patch": object{"priceDkk": 9900}}, []string{"product.updated rund 4"}},
		{"products.update", object{"slug": "rund", "patch": object{"featured": true, "stock": 2}}, []string{"product.updated rund 2", "stock.low rund 2"}},
		{"products.adjust_stock", object{"slug": "rund", "delta": -1}, nil}, // it was low already
		{"products.adjust_stock", object{"slug": "rund", "delta": 9}, nil},
		{"products.adjust_stock", object{"slug": "rund", "delta": -7}, []string{"stock.low rund 3"}},
		{"products.adjust_stock", object{"slug": "rund", "delta": -3}, []string{"stock.out rund 0"}},
		{"products.adjust_stock", object{"slug": "rund", "delta": 1}, []string{"stock.back rund 1"}},
		{"products.update", object{"slug": "rund", "patch": object{"stock": 9}}, nil},
		{"products.bulk_upsert", object{"mode": "best_effort", "items": []object{{"slug": "rund", "stock": 0, "featured": false}}}, []string{"product.updated rund 0", "stock.low rund 0", "stock.out rund 0"}},
		{"products.update", object{"slug": "rund", "patch": object{"stock": 3}}, []string{"stock.back rund 3"}},
		{"products.update", object{"slug": "rund", "patch": object{"priceDkk": 9900}}, nil}, // nothing changed
		{"products.attach_image", object{"slug": "rund", "imageUrl": "https://a.example/a.jpg"}, []string{"product.updated rund 3"}},
		{"products.delete", object{"slug": "rund", "confirm": true}, []string{"product.deleted rund 3"}},
		{"products.restore", object{"slug": "rund"}, []string{"product.restored rund 3"}},
		{"products.set_variants", sized(object{"stock": 5, "sku": "R-S"}, object{"stock": 1}), []string{"product.updated rund 6"}},
		{"products.set_variants", sized(object{"priceOere": 100}, object{"stock": 0}), []string{"stock.out rund 0 <nil>", "product.updated rund 5"}},
		{"products.create", servertest.With(servertest.NewProduct("oval"), object{"variants": []object{{"attributes": object{}, "stock": 2}}}), []string{"product.created oval 2"}},
	}, "slug", "stock", "sku")
	var product api.Product
	s.OK(t, "", "products.get", object{"slug": "rund"}, &product)
	small := product.Variants[0].VariantId
	s.follow(t, r, []step{
		{"products.adjust_stock", object{"slug": "rund", "variantId": small, "delta": -2}, []string{"stock.low rund 3 " + small + " R-S"}},
		{"products.adjust_stock", object{"slug": "rund", "variantId": small, "delta": -3}, []string{"stock.out rund 0 " + small + " R-S"}},
		{"products.adjust_stock", object{"slug": "rund", "variantId": small, "delta": 9}, []string{"stock.back rund 9 " + small + " R-S"}},
	}, "slug", "stock", "variantId", "sku")
	var row api.AuditPage
	s.OK(t, s.key, "audit.list", object{"toolPrefix": "products.attach_image", "limit": 1}, &row)
	seen := len(r.all())
	s.OK(t, s.key, "audit.revert", object{"auditLogId": row.Items[0].Id, "confirm": true}, nil)
	messages := r.await(t, seen+2)[seen:]
	got := slices.Sorted(slices.Values(summary(messages, "revertedAuditLogId", "entityType"))) // of two things, in any order
	if want := []string{"audit.reverted " + row.Items[0].Id + " product", "product.updated"}; !slices.Equal(got, want) {
		t.Errorf("the revert sent %q, want %q", got, want)
	}
	for _, m := range messages {
		servertest.ConformEvent(t, m.Type, m.body)
	}
}

// What somebody does with SQL sends events too, DELETE included. The time of an event is that of the change, whatever
// updated_at says.
func TestEventsOfStatements(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	s.OK(t, s.key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, s.key, "products.create", servertest.NewProduct("rund"), nil)
	s.OK(t, s.key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik.", "status": "published"}, nil)
	s.discount(t, "TILBUD")
	for _, table := range []string{"products", "pages", "discounts"} {
		s.Execute(t, "UPDATE "+table+" SET updated_at = '2020-01-01'")
	}
	s.subscribe(t, r, types(t)...)
	for i, c := range []struct{ statement, want string }{
		{"UPDATE products SET price_oere = 1", "product.updated rund 1"},
		{"UPDATE products SET stock = 3", "stock.low rund"},
		{"UPDATE products SET stock = 0", "stock.out rund"},
		{"UPDATE products SET stock = 4", "stock.back rund"},
		{"DELETE FROM products", "product.deleted rund 1"},
		{"UPDATE pages SET body = 'Vi er to.'", "page.updated om-os"},
		{"DELETE FROM pages", "page.unpublished om-os"},
		{"UPDATE discounts SET value = 11", "discount.changed TILBUD updated true"},
		{"DELETE FROM discounts", "discount.changed TILBUD deleted false"},
	} {
		began := time.Now()
		s.Execute(t, c.statement)
		m := r.await(t, i+1)[i]
		servertest.ConformEvent(t, m.Type, m.body)
		if got := summary([]arrived{m}, "slug", "priceOere", "code", "change", "active")[0]; got != c.want {
			t.Errorf("%s sent %s, want %s", c.statement, got, c.want)
		}
		if past := began.Sub(m.Timestamp); past > time.Second || past < -30*time.Second {
			t.Errorf("%s: the event has the time %v, at %v", c.statement, m.Timestamp, began)
		}
	}
}

func TestEventsOfOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	s.OK(t, s.key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, s.key, "products.create", servertest.NewProduct("rund"), nil)
	r := newReceiver(t, nil)
	s.subscribe(t, r, types(t)...)
	var cart struct{ CartID string }
	s.OK(t, s.key, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 1}}}, &cart)
	var order struct{ ID string }
	s.OK(t, s.key, "orders.create", object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Hansen", "shippingAddress": "Algade 1", "shippingZip": "4000", "shippingCity": "Roskilde",
	}, &order)
	if got := summary(r.await(t, 2), "slug", "stock", "orderId", "status", "totalOere", "currency", "channel"); !slices.Equal(slices.Sorted(slices.Values(got)), []string{
		"order.created " + order.ID + " pending_payment 17200 DKK api", "stock.low rund 3",
	}) {
		t.Errorf("the order sent %q", got)
	}
	s.follow(t, r, []step{
		{"orders.update_status", object{"orderId": order.ID, "status": "paid"}, []string{"order.status_changed pending_payment paid"}},
		{"orders.set_tracking", object{"orderId": order.ID, "carrier": "GLS", "trackingNumber": "1"}, nil},
		{"orders.refund", object{"orderId": order.ID, "amountOere": 200, "reason": "Ridse", "confirm": true},
			[]string{"order.refunded partial_refund 200 200 17200", "order.status_changed paid partial_refund"}},
		{"orders.refund", object{"orderId": order.ID, "amountOere": 17000, "reason": "Retur", "confirm": true},
			[]string{"order.refunded refunded 17000 17200 17200", "order.status_changed partial_refund refunded"}},
	}, "previousStatus", "status", "amountOere", "refundedOere", "totalOere")
	for _, m := range r.all() {
		if body := string(m.body); strings.Contains(strings.ToLower(body), "freja") || strings.Contains(body, "Algade") || strings.Contains(body, "4000") {
			t.Errorf("personal data is sent: %s", body)
		}
	}
}

func TestEventsOfDiscountsAndPages(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	s.subscribe(t, r, types(t)...)
	page := func(status string) object {
		return object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik.", "status": status}
	}
	layout := func(title string) object {
		section := object{"id": "top", "key": "hero", "variant": "centered", "props": object{"title": title}}
		return object{"slug": "om-os", "layout": object{"sections": []object{section}}, "confirm": true}
	}
	s.follow(t, r, []step{
		{"discounts.create", object{"code": "TILBUD", "type": "percent", "value": 10}, []string{"discount.changed TILBUD created true"}},
		{"discounts.update", object{"code": "TILBUD", "patch": object{"value": 11}}, []string{"discount.changed TILBUD updated true"}},
		{"discounts.toggle", object{"code": "TILBUD", "active": false}, []string{"discount.changed TILBUD updated false"}},
		{"discounts.delete", object{"code": "TILBUD", "confirm": true}, []string{"discount.changed TILBUD deleted false"}},
		{"pages.upsert", page("draft"), nil},
		{"pages.upsert", page("published"), []string{"page.published om-os"}},
		{"pages.upsert", page("published"), nil}, // nothing changed
		{"pages.set_layout", layout("Velkommen"), []string{"page.updated om-os"}},
		{"pages.set_layout", layout("Velkommen"), nil},
		{"pages.upsert", object{"slug": "om-os", "title": "Om butikken", "body": "Vi er en lille butik.", "status": "published"}, []string{"page.updated om-os"}},
		{"pages.upsert", page("draft"), []string{"page.unpublished om-os"}},
		{"pages.upsert", page("published"), []string{"page.published om-os"}},
		{"pages.delete", object{"slug": "om-os", "confirm": true}, []string{"page.unpublished om-os"}},
		{"services.create", object{"title": "Reparation", "body": "Vi reparerer briller.", "status": "draft"}, nil},
		{"services.update", object{"slug": "reparation", "patch": object{"title": "Reparationer"}}, nil}, // nobody sees it
		{"services.update", object{"slug": "reparation", "patch": object{"status": "published"}}, []string{"service.updated reparation published"}},
		{"services.update", object{"slug": "reparation", "patch": object{"priceString": "fra 200 kr."}}, []string{"service.updated reparation published"}},
		{"services.update", object{"slug": "reparation", "patch": object{"priceString": "fra 200 kr."}}, nil},
		{"services.update", object{"slug": "reparation", "patch": object{"status": "draft"}}, []string{"service.updated reparation draft"}},
	}, "code", "change", "active", "slug", "status")
}

// A call that waits for approval sends an event, and its decision another; what becomes of it later sends none.
func TestEventsOfApprovals(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	owner := s.Key(t, "owner")
	agent, secret := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxWritesPerDay": 0, "approval": true}`)})
	r := newReceiver(t, nil)
	s.subscribe(t, r, types(t)...)
	create := func(code string) object { return object{"code": code, "type": "percent", "value": 10} }
	for i, decision := range []string{"approve", "reject"} {
		code := []string{"FREJA", "MADS"}[i]
		id := s.Refused(t, secret, "discounts.create", create(code), problem.ApprovalRequired).ApprovalID
		s.Refused(t, secret, "discounts.create", create(code), problem.ApprovalRequired) // which waits already
		s.OK(t, owner, "approvals.decide", object{"id": id, "decision": decision, "note": "Til Freja", "confirm": true}, nil)
		s.Execute(t, "UPDATE approvals SET note = 'erased' WHERE id = $1", id) // that decides nothing
		messages := r.await(t, 2*(i+1))[2*i:]
		said := id + " " + agent + " discounts.create "
		want := []string{"approval.requested " + said + "pending", "approval.decided " + said + []string{"approved", "rejected"}[i]}
		if got := summary(messages, "approvalId", "keyId", "operation", "status"); !slices.Equal(got, want) {
			t.Errorf("%s sent\n%s\nwant\n%s", decision, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, m := range messages {
			servertest.ConformEvent(t, m.Type, m.body)
			if strings.Contains(strings.ToLower(string(m.body)), "freja") {
				t.Errorf("what the call is about is sent: %s", m.body)
			}
		}
	}
	s.OK(t, secret, "discounts.create", create("FREJA"), nil) // and the approval is used
	if last := r.await(t, 5)[4]; last.Type != "discount.changed" {
		t.Errorf("%+v", last)
	}
}

// An endpoint is sent what it subscribes to, and nothing is recorded for nobody.
func TestOnlyWhatIsSubscribedToIsRecorded(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	discount := func(code string) {
		s.OK(t, s.key, "discounts.create", object{"code": code, "type": "percent", "value": 10}, nil)
	}
	discount("CODEA")
	pages, discounts := newReceiver(t, nil), newReceiver(t, nil)
	s.subscribe(t, pages, "page.published", "page.published")
	s.OK(t, s.key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, s.key, "products.create", servertest.NewProduct("rund"), nil)
	discount("CODEB")
	_, waiting := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxWritesPerDay": 0, "approval": true}`)})
	s.Refused(t, waiting, "discounts.toggle", object{"code": "CODEB", "active": false}, problem.ApprovalRequired)
	if n := servertest.One[int64](t, s.Server, "SELECT count(*) FROM outbox"); n != 0 {
		t.Errorf("%d events were recorded that nobody subscribes to", n)
	}
	id, _ := s.subscribe(t, discounts, "discount.changed")
	discount("CODEC")
	discounts.await(t, 1)
	s.OK(t, s.key, "webhooks.delete", object{"id": id, "confirm": true}, nil)
	discount("CODED")
	if n := servertest.One[int64](t, s.Server, "SELECT count(*) FROM outbox"); n != 1 || len(pages.all()) != 0 || len(discounts.all()) != 1 {
		t.Errorf("%d events, %d and %d messages", n, len(pages.all()), len(discounts.all()))
	}
}
