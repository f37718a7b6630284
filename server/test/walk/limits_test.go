package walk_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// An operation is judged by the limits of the key that its x-limits names, and by no others: with all others at nothing its examples
// are carried out, and with each of them at nothing a call is refused.
func TestEveryOperationIsJudgedByTheLimitsThatItNames(t *testing.T) {
	t.Parallel()
	var limits []string
	for name := range servertest.Document().Components.Schemas["NewKeyLimits"].Value.Properties {
		if strings.HasPrefix(name, "max") {
			limits = append(limits, name)
		}
	}
	refused := refusals{seen: map[[2]string]bool{}}
	operations := servertest.Borrow(t, servertest.Demo).Contract.Tools()
	t.Cleanup(func() {
		for _, op := range operations {
			for _, limit := range op.Limits {
				if !slices.Contains(limits, limit) || !refused.seen[[2]string{op.Name, limit}] {
					t.Errorf("%s was never refused because of its limit %s", op.Name, limit)
				}
			}
		}
	})
	eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
		if op.ReadOnly {
			return
		}
		scopes := []string{op.Scope}
		if op.Tag == "keys" {
			scopes = contract.Scopes
		}
		others := object{}
		for _, limit := range slices.Backward(op.Limits) { // the number of changes first: after that the call may have been carried out
			refused.try(t, s, scopes, op.Name, limit, example)
		}
		for _, limit := range limits {
			// A key with limits makes none without them, and approves nothing that may be beyond them.
			if !slices.Contains(op.Limits, limit) && op.Tag != "keys" && op.Tag != "approvals" {
				others[limit] = 0
			}
		}
		s = servertest.Borrow(t, servertest.Demo) // of which nothing was tried
		s.OK(t, limited(t, s, scopes, others), op.Name, example, nil)
	})
	t.Run("besides", func(t *testing.T) {
		t.Parallel()
		s := servertest.Borrow(t, servertest.Demo)
		for _, c := range costly(t, s) {
			for _, limit := range c.limits {
				refused.try(t, s, contract.Scopes, c.tool, limit, c.body)
			}
		}
	})
}

// refusals are the operations and limits of which a refusal was seen.
type refusals struct {
	mu   sync.Mutex
	seen map[[2]string]bool
}

// try makes a call with a limit at nothing. What it costs may be nothing too.
func (r *refusals) try(t *testing.T, s *servertest.Server, scopes []string, tool, limit string, body any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	key := limited(t, s, scopes, object{limit: 0})
	rows := s.AuditCount(t)
	reply := s.Raw(t, key, tool, text)
	if reply.Status == 403 {
		if p := reply.Problem(t, problem.BeyondLimit); p.Limit != nil && p.Limit.Name == limit {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.seen[[2]string{tool, limit}] = true
		}
		if s.AuditCount(t) != rows+1 {
			t.Errorf("%s: more than the refusal was audited", tool)
		}
	}
}

func limited(t *testing.T, s *servertest.Server, scopes []string, limits object) string {
	t.Helper()
	text, err := json.Marshal(limits)
	if err != nil {
		t.Fatal(err)
	}
	_, secret := s.Grant(t, auth.Grant{Holder: auth.Person, Scopes: scopes, Limits: text})
	return secret
}

type toolCall struct {
	tool   string
	limits []string
	body   object
}

// costly returns calls that these limits refuse, of operations whose examples they do not.
func costly(t *testing.T, s *servertest.Server) []toolCall {
	t.Helper()
	owner := s.Key(t, "owner")
	do := func(tool string, body object) (entry string) {
		t.Helper()
		s.OK(t, owner, tool, body, nil)
		return s.LastAudit(t, 1)[0].ID.String()
	}
	cheap := servertest.With(servertest.NewProduct("slettet"), object{"priceDkk": 100})
	do("products.create", servertest.With(cheap, object{"slug": "ny"}))
	made := do("products.create", servertest.With(cheap, object{"slug": "nyest"}))
	do("products.create", cheap)
	do("products.update", object{"slug": "slettet", "patch": object{"priceDkk": 2000}})
	price := do("products.update", object{"slug": "ny", "patch": object{"priceDkk": 2000}})
	do("products.delete", object{"slug": "slettet", "confirm": true})
	do("discounts.create", object{"code": "SLUT", "type": "percent", "value": 10})
	off := do("discounts.toggle", object{"code": "SLUT", "active": false})
	size := []object{{"name": "S", "values": []string{"S"}}}
	prices, codes, deletes := []string{"maxPriceChangePercent"}, []string{"maxDiscountPercent", "maxDiscountOere"}, []string{"maxDeletesPerDay"}
	calls := []toolCall{
		{"products.create", prices, cheap}, {"products.bulk_upsert", append([]string{"maxWritesPerDay"}, prices...), object{"mode": "all_or_nothing", "items": []object{cheap}}},
		{"products.restore", prices, object{"slug": "slettet"}},
		{"products.set_variants", prices, object{"slug": "ny", "options": size, "variants": []object{{"attributes": object{"S": "S"}, "priceOere": 1, "stock": 1}}}},
		{"discounts.update", codes, object{"code": "VELKOMMEN10", "patch": object{"usageLimit": 9}}},
		{"orders.update_status", []string{"maxRefundOere", "maxRefundOerePerDay"}, object{"orderId": "01994f5e-0000-7000-8000-000000000103", "status": "refunded"}},
	}
	for entry, limits := range map[string][]string{made: deletes, price: prices, off: codes} {
		calls = append(calls, toolCall{"audit.revert", limits, object{"auditLogId": entry, "confirm": true}},
			toolCall{"audit.revert_many", limits, object{"auditLogIds": []string{entry}, "confirm": true}})
	}
	return calls
}
