package resolutions_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const longAgo = "2020-01-01T00:00:00.000Z"

// aboutState are the problems of calls that the present state does not allow.
var aboutState = map[problem.Code]map[string]provoke{
	problem.CategoryNotEmpty: {
		"delete": calls("categories:write", "categories.delete", object{"slug": "solbriller", "confirm": true}),
	},
	problem.IllegalTransition: {
		"another way": moving("shipped", "paid"),
		"one way":     moving("cancelled", "shipped"),
		"no way":      moving("refunded", "paid"),
		"done":        moving("shipped", "shipped"),
		"done, final": moving("refunded", "refunded"),
		"a part of a cancelled order": func(t *testing.T) (*agent, *request) {
			a, r := refunding(paidOrder, object{"amountOere": 100})(t)
			a.s.Execute(t, "UPDATE orders SET status = 'cancelled' WHERE id = $1", paidOrder)
			return a, r
		},
	},
	problem.OrderChanged: {
		"at once":      overtaken,
		"before":       expecting("pending", "processing"),
		"done already": expecting("pending", "paid"),
	},
	problem.InsufficientStock: {
		"adjust":    adjusting(3, -4),
		"none left": adjusting(0, -1),
	},
	problem.RefundExceedsPaid: {
		"money":         refunding(paidOrder, object{"amountOere": 99_999_999}),
		"pieces":        refundingItem(object{"quantity": 3}, ""),
		"goods":         refundingItem(object{"quantity": 2}, "UPDATE orders SET refunded_oere = 1 WHERE id = $1"),
		"no piece left": refundingItem(object{"quantity": 1}, "UPDATE order_items SET refunded_quantity = quantity WHERE order_id = $1"),
		"not paid":      refunding("01994f5e-0000-7000-8000-000000000101", object{"amountOere": 100}),
		"refunded":      refunding("01994f5e-0000-7000-8000-000000000109", object{"amountOere": 100}),
	},
	problem.HasVariants: {
		"update": calls("products:write", "products.update", object{"slug": "langelinie", "patch": object{"stock": 3}}),
	},
	problem.SkuTaken: {
		"set": calls("products:write,catalog:read", "products.set_variants", object{"slug": "isflage", "options": []any{}, "variants": []any{object{"attributes": object{}, "stock": 1, "sku": "LYNG-LYN-48"}}}),
	},
	problem.FeatureDisabled: {
		"pages":    switchedOff("storefront_pages", onDemo("", &request{method: http.MethodGet, path: "/products"}, func(r *request) { r.args = nil })),
		"checkout": switchedOff("checkout", calls("cart:write", "cart.create", object{})),
		"campaigns": switchedOff("campaigns", calls("marketing:write", "marketing.create_campaign",
			object{"discountCode": "NYT", "discountType": "percent", "discountValue": 5, "announcement": "Fem procent"})),
	},
	problem.OpenOrders: {
		"erase": calls("settings:write", "customer.erase", object{"customerId": "01994f5e-0000-7000-8000-000000000703", "confirm": true}),
	},
	problem.TooManyImages: {"one more": func(t *testing.T) (*agent, *request) {
		a, r := calls("products:write", "products.attach_image", object{"slug": "round-metal", "imageUrl": "https://a.example/new.jpg"})(t)
		var images []string
		for i := range 100 {
			images = append(images, fmt.Sprintf("https://a.example/%d.jpg", i))
		}
		a.call("products.update", object{"slug": "round-metal", "patch": object{"images": images}})
		return a, r
	}},
	problem.LimitReached: {
		"categories": full(`INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at)
			SELECT gen_random_uuid(), 'c-' || n, 'Kategori', 'kategori', '', now(), now() FROM generate_series(1, 2000) n`,
			"categories:write", toolCall("categories.upsert", object{"slug": "ny", "name": "Ny"})),
		"pages": full(`INSERT INTO pages (id, slug, title, title_sort, body, status, created_at, updated_at)
			SELECT gen_random_uuid(), 'p-' || n, 'Titel', 'titel', 'En lang tekst.', 'draft', now(), now() FROM generate_series(1, 5000) n`,
			"pages:write", toolCall("pages.upsert", aPage("ny"))),
		"redirects": full(`INSERT INTO redirects (id, from_path, to_path, status, created_at, updated_at)
			SELECT gen_random_uuid(), '/p-' || n, '/info/om-os', 301, now(), now() FROM generate_series(1, 5000) n`,
			"settings:write", toolCall("redirects.import", object{"csv": "/ny,/info/ny", "confirm": true})),
		"webhooks": full(`INSERT INTO webhook_endpoints (id, url, events, secret, created_at)
			SELECT gen_random_uuid(), 'https://1.1.1.1/', '{order.created}', '', now() FROM generate_series(1, 50) n`,
			"settings:write", toolCall("webhooks.create", object{"url": "https://1.1.1.1/events", "events": []string{"order.created"}})),
		"pieces":       adjusting(9007199254740990, 2),
		"no more room": adjusting(9007199254740991, 1),
		"uses": func(t *testing.T) (*agent, *request) {
			a, r := calls("discounts:write", "discounts.update", object{"code": "VELKOMMEN10", "patch": object{"usageLimit": 5}})(t)
			a.s.Execute(t, "UPDATE discounts SET usage_count = 6 WHERE code = 'VELKOMMEN10'")
			return a, r
		},
		"notes": func(t *testing.T) (*agent, *request) {
			a, r := calls("orders:write", "orders.add_note", object{"orderId": paidOrder, "text": "Ring."})(t)
			a.s.Execute(t, `INSERT INTO order_history (id, order_id, at, actor, note)
				SELECT gen_random_uuid(), $1, now(), 'system:test', 'Ring.' FROM generate_series(1, 500)`, paidOrder)
			return a, r
		},
	},
	problem.SecretsKeyMissing: {
		"create": func(t *testing.T) (*agent, *request) {
			a := newAgent(t, servertest.New(t, servertest.Options{NoSecrets: true}))
			a.ask("settings:write")
			return a, toolCall("webhooks.create", object{"url": "https://1.1.1.1/events", "events": []string{"order.created"}})
		},
	},
	problem.AlreadyReverted: {
		"at all": reverting(func(a *agent, entry string) { a.call("audit.revert", object{"auditLogId": entry, "confirm": true}) },
			"discounts.toggle", object{"code": "VELKOMMEN10"}),
	},
	problem.RevertConflict: {
		"one field": reverting(func(a *agent, _ string) {
			a.call("discounts.toggle", object{"code": "VELKOMMEN10"})
		}, "discounts.toggle", object{"code": "VELKOMMEN10"}),
		"a field of two": reverting(func(a *agent, _ string) {
			a.call("products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 100}})
		}, "products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 200, "stock": 3}}),
		"one of many": func(t *testing.T) (*agent, *request) {
			a, r := calls("audit:revert", "audit.revert_many", object{"confirm": true})(t)
			var ids []any
			for i, code := range []string{"VELKOMMEN10", "FORAAR20", "FORAAR20"} {
				a.call("discounts.update", object{"code": code, "patch": object{"usageLimit": 500 + i}})
				ids = append(ids, a.s.LastAudit(t, 1)[0].ID.String())
			}
			r.args["auditLogIds"] = ids[:2]
			return a, r
		},
	},
	problem.NotRevertible: {
		"a cart":   reverting(nil, "cart.add", object{"cartId": demo.CartID.String(), "slug": "round-metal"}),
		"a reader": reverting(nil, "orders.get", object{"orderId": paidOrder}),
	},
	problem.VersionConflict: {
		"product":     calls("products:write", "products.update", object{"slug": "round-metal", "patch": object{"stock": 1}, "expectedUpdatedAt": longAgo}),
		"service":     calls("pages:write", "services.update", object{"slug": "synsproeve", "patch": object{"navOrder": 1}, "expectedUpdatedAt": longAgo}),
		"page":        calls("pages:write", "pages.upsert", servertest.With(aPage("om-os"), object{"expectedUpdatedAt": longAgo})),
		"discount":    calls("discounts:read discounts:write", "discounts.update", object{"code": "VELKOMMEN10", "patch": object{"value": 9}, "expectedUpdatedAt": longAgo}),
		"toggle":      calls("discounts:read discounts:write", "discounts.toggle", object{"code": "VELKOMMEN10", "expectedUpdatedAt": longAgo}),
		"category":    calls("categories:write", "categories.upsert", object{"slug": "solbriller", "name": "Solbriller", "expectedUpdatedAt": longAgo}),
		"no category": calls("categories:write", "categories.upsert", object{"slug": "ny", "name": "Ny", "expectedUpdatedAt": longAgo}),
		"settings":    calls("settings:read settings:write", "settings.update_tax", object{"patch": object{"vatRatePercent": 20}, "expectedUpdatedAt": longAgo}),
		"synonyms":    calls("settings:read settings:write", "settings.update_search", object{"synonyms": []any{}, "expectedUpdatedAt": longAgo}),
		"layout":      calls("pages:read pages:write", "pages.set_layout", object{"slug": "om-os", "layout": nil, "confirm": true, "expectedUpdatedAt": longAgo}),
		"order": calls("orders:read orders:write", "orders.set_tracking",
			object{"orderId": paidOrder, "carrier": "PostNord", "trackingNumber": "1", "expectedUpdatedAt": longAgo}),
		"no page": calls("pages:write", "pages.upsert", servertest.With(aPage("ny"), object{"expectedUpdatedAt": longAgo})),
	},
}

// reverting is a revert of what a call did, after something else has happened.
func reverting(then func(a *agent, entry string), tool string, body object) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := calls("audit:revert", "audit.revert", object{"confirm": true})(t)
		a.call(tool, body)
		entry := a.s.LastAudit(t, 1)[0].ID.String()
		r.args["auditLogId"] = entry
		if then != nil {
			then(a, entry)
		}
		return a, r
	}
}

func aPage(slug string) object {
	return object{"slug": slug, "title": "Titel", "body": "En lang tekst."}
}

// expecting is a move of a paid order that its caller believes to have another
// status.
func expecting(status, to string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := moving("paid", to)(t)
		r.args["expectedStatus"] = status
		return a, r
	}
}

// paidOrder is the id of a paid order of the demo shop, of two pieces of one product.
const paidOrder = "01994f5e-0000-7000-8000-000000000103"

// refunding is a refund of an order of the demo shop.
func refunding(id string, fields object) provoke {
	return calls("orders:write orders:read", "orders.refund", servertest.With(object{"orderId": id, "reason": "Fejl.", "confirm": true}, fields))
}

// refundingItem is a refund of pieces of the paid order, after a statement about
// it.
func refundingItem(item object, statement string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := refunding(paidOrder, nil)(t)
		if statement != "" {
			a.s.Execute(t, statement, paidOrder)
		}
		id := servertest.One[string](t, a.s, "SELECT id::text FROM order_items WHERE order_id = $1", paidOrder)
		r.args["items"], r.args["restock"] = []any{servertest.With(object{"itemId": id}, item)}, true
		return a, r
	}
}

// moving is a move that a paid order of the demo shop cannot make.
func moving(from, to string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := calls("orders:write", "orders.update_status", object{"orderId": paidOrder, "status": to})(t)
		a.s.Execute(t, "UPDATE orders SET status = $2, stage = CASE $2 WHEN 'shipped' THEN $2 ELSE 'none' END, paid_at = now() WHERE id = $1", paidOrder, from)
		return a, r
	}
}

// overtaken is a move that waits for another one, which changes the order.
func overtaken(t *testing.T) (*agent, *request) {
	a, r := moving("paid", "processing")(t)
	r.around = func(send func() servertest.Reply) servertest.Reply {
		commit := a.s.Meanwhile(t, "UPDATE orders SET updated_at = now() WHERE id = $1", r.args["orderId"])
		answer := make(chan servertest.Reply, 1)
		go func() { answer <- send() }()
		a.s.AwaitLock(t, 1)
		commit()
		return <-answer
	}
	return a, r
}

// switchedOff is a call that belongs to a feature that the owner has switched off.
func switchedOff(key string, way provoke) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := way(t)
		a.s.OK(t, a.s.Key(t, "features:write"), "features.set", object{"key": key, "enabled": false, "confirm": true}, nil)
		return a, r
	}
}

// adjusting is a change of the stock of a product that has this stock.
func adjusting(stock, delta int64) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := calls("products:write", "products.adjust_stock", object{"slug": "round-metal", "delta": delta})(t)
		a.call("products.update", object{"slug": "round-metal", "patch": object{"stock": stock}})
		return a, r
	}
}

// full is a call that creates one more thing when the maximum number exists
// already. They are created before the service starts, so that it does not have
// to follow their creation.
func full(fill, scope string, r *request) provoke {
	return func(t *testing.T) (*agent, *request) {
		s := servertest.Borrow(t, storetest.Empty)
		s.Execute(t, fill)
		a := newAgent(t, s.Beside(t, servertest.Options{}))
		a.ask(scope)
		return a, r
	}
}
