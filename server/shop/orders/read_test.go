package orders_test

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
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
	}
}
