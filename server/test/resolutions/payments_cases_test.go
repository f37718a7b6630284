package resolutions_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// waitingOrder is an order of the demo that waits for its payment.
const waitingOrder = "01994f5e-0000-7000-8000-000000000101"

// aboutPayments are the problems of payments, and of orders that have one.
var aboutPayments = map[problem.Code]map[string]provoke{
	problem.PaymentNotFound: {"get": paying("test_success", func(string) *request { return toolCall("payments.get", object{"paymentId": "findes-ikke"}) })},
	problem.PaymentOpen: {
		"twice": paying("", func(string) *request { return toolCall("payments.create", object{"orderId": waitingOrder}) }),
		"by hand": paying("", func(string) *request {
			return toolCall("orders.update_status", object{"orderId": waitingOrder, "status": "paid"})
		}),
	},
	problem.PaymentState: {
		"capture": paying("test_success", func(id string) *request {
			return toolCall("payments.capture", object{"paymentId": id, "confirm": true})
		}),
		"paid": paying("test_success", func(string) *request { return toolCall("payments.create", object{"orderId": waitingOrder}) }),
	},
	problem.PaymentRequired: {"refund": paying("test_success", func(string) *request {
		return toolCall("orders.refund", object{"orderId": waitingOrder, "amountOere": 100, "reason": "x", "confirm": true})
	})},
	problem.ProviderFailed: {"token": paying("test_declined", func(string) *request {
		return toolCall("payments.create", object{"orderId": waitingOrder, "token": "mine"})
	})},
	problem.PersonRequired: {"confirm": func(t *testing.T) (*agent, *request) {
		a, r := paying("test_success", func(id string) *request {
			return toolCall("payments.confirm_manual", object{"paymentId": id, "reference": "x", "reason": "x", "confirm": true})
		})(t)
		_, a.key = a.s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: []string{"payments:read", "payments:write"}})
		return a, r
	}},
	problem.ProviderUnavailable: {"no answer": func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.CallTimeout = 3 * time.Second }}))
		a.key = a.s.Key(t, "owner")
		var begun api.PaymentBegun
		a.s.OK(t, a.key, "payments.create", object{"orderId": waitingOrder}, &begun)
		r := toolCall("payments.cancel", object{"paymentId": begun.PaymentId, "confirm": true})
		r.around = func(send func() servertest.Reply) servertest.Reply {
			commit := a.s.Meanwhile(t, "SELECT FROM test_payments FOR UPDATE")
			defer commit()
			return send()
		}
		return a, r
	}},
	problem.InvalidSignature: {"forged": func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		return a, &request{method: http.MethodPost, path: "/hooks/payments/test", args: object{"id": "x"}, header: http.Header{"Content-Type": {"application/json"}}}
	}},
}

// paying provokes a refusal of a caller who has begun a payment, with a token or at a page.
func paying(token string, then func(payment string) *request) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		a.key = a.s.Key(t, "owner")
		body := object{"orderId": waitingOrder}
		if token != "" {
			body["token"] = token
		}
		var begun api.PaymentBegun
		a.s.OK(t, a.key, "payments.create", body, &begun)
		return a, then(begun.PaymentId)
	}
}
