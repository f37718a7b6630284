package resolutions_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutApprovals are the problems of calls that wait for a person, and of those who decide.
var aboutApprovals = map[problem.Code]map[string]provoke{
	problem.ApprovalNotFound: {
		"get":    calls("approvals:read", "approvals.get", object{"id": "findes-ikke"}),
		"decide": owned(func(*agent, string) *request { return decision("findes-ikke", "reject") }),
	},
	problem.AlreadyDecided: {
		"twice": owned(func(a *agent, id string) *request {
			a.call("approvals.decide", decision(id, "reject").args)
			return decision(id, "approve")
		}),
	},
	problem.ApprovalRequired: {
		"a price": waiting("approve"),
	},
	problem.ApprovalRejected: {
		"a price": waiting("reject"),
	},
}

func decision(id, decision string) *request {
	return toolCall("approvals.decide", object{"id": id, "decision": decision, "confirm": true})
}

// owned provokes a refusal of the owner, who is asked about a call with this id.
func owned(then func(a *agent, id string) *request) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		a.key = a.s.Key(t, "owner")
		return a, then(a, "01994f5e-0000-7000-8000-00000000af01")
	}
}

// waiting provokes a refusal of an agent whose call has to be approved. The owner decides while the agent waits, or has rejected it before.
func waiting(decided string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		_, a.key = a.s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: []string{"products:write"}, Limits: []byte(`{"maxPriceChangePercent": 1, "approval": true}`)})
		r := toolCall("products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 100}})
		owner, id := a.s.Key(t, "owner"), ""
		decide := func() { a.s.OK(t, owner, "approvals.decide", decision(id, decided).args, nil) }
		if decided == "reject" {
			id = a.send(r).Problem(t, problem.ApprovalRequired).ApprovalID
			decide()
		}
		a.wait = func(time.Duration) {
			id = a.send(r).Problem(t, problem.ApprovalRequired).ApprovalID
			decide()
		}
		return a, r
	}
}
