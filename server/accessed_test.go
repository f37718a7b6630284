package server_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A read leaves an audit row when its answer shows somebody, or when it asks for somebody under
// customer:read; a refused dry run when the caller may not do what it is about.
func TestWhichCallsAreAudited(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	all, few := s.Key(t, "all"), s.Key(t, "audit:read,audit:revert")
	done := func(tool string, body object) string {
		s.OK(t, all, tool, body, nil)
		return s.LastAudit(t, 1)[0].ID.String()
	}
	order := servertest.One[string](t, s, "SELECT id::text FROM orders ORDER BY id LIMIT 1")
	product := done("products.update", object{"slug": "round-metal", "patch": object{"stock": 7}})
	tracking := done("orders.set_tracking", object{"orderId": order, "carrier": "GLS", "trackingNumber": "secret-1"})
	cart := done("cart.create", object{"email": "freja@example.com"})
	s.Refused(t, all, "orders.get", object{"orderId": order, "invented": 1}, problem.ValidationFailed)
	s.Refused(t, all, "products.update", object{"slug": "none", "patch": object{"stock": 7}}, problem.ProductNotFound)
	failed := s.LastAudit(t, 1)[0].ID.String()
	customer := servertest.One[string](t, s, "SELECT id::text FROM customers ORDER BY id LIMIT 1")
	const nobody = "01994f5e-0000-7000-8000-000000000999"

	for name, c := range map[string]struct {
		key, tool string
		body      object
		code      problem.Code // "" for a success
		rows      int
	}{
		"an entry about a product":        {all, "audit.get", object{"auditLogId": product}, "", 0},
		"an entry about a refused write":  {all, "audit.get", object{"auditLogId": failed}, "", 0},
		"an entry about an order":         {all, "audit.get", object{"auditLogId": tracking}, "", 1},
		"an entry about a cart":           {all, "audit.get", object{"auditLogId": cart}, "", 1},
		"a hidden entry about an order":   {few, "audit.get", object{"auditLogId": tracking}, "", 0},
		"no entry":                        {all, "audit.get", object{"auditLogId": nobody}, problem.AuditEntryNotFound, 0},
		"the list of entries":             {all, "audit.list", object{}, "", 0},
		"orders":                          {all, "orders.list", object{"limit": 1}, "", 1},
		"no orders":                       {all, "orders.list", object{"email": "nobody@example.com"}, "", 0},
		"an order":                        {all, "orders.get", object{"orderId": order}, "", 1},
		"the history of an order":         {all, "orders.history", object{"orderId": order}, "", 1},
		"the refunds of an order":         {all, "orders.refunds", object{"orderId": order}, "", 1},
		"no order":                        {all, "orders.get", object{"orderId": nobody}, problem.OrderNotFound, 0},
		"a wrong filter of orders":        {all, "orders.list", object{"status": "gone"}, problem.ValidationFailed, 0},
		"a customer":                      {all, "customer.get", object{"customerId": customer}, "", 1},
		"no customer":                     {all, "customer.get", object{"customerId": nobody}, problem.CustomerNotFound, 1},
		"no customer to export":           {all, "customer.export", object{"customerId": nobody}, problem.CustomerNotFound, 1},
		"a wrong question":                {all, "customer.lookup_by_email", object{"email": "nobody"}, problem.ValidationFailed, 1},
		"nobody with an e-mail address":   {all, "customer.lookup_by_email", object{"email": "nobody@example.com"}, "", 1},
		"customers, for whom it may not":  {few, "customer.list", object{}, problem.InsufficientScope, 1},
		"products":                        {all, "products.search", object{}, "", 0},
		"no product":                      {all, "products.get", object{"slug": "none"}, problem.ProductNotFound, 0},
		"a dry run about a product":       {all, "audit.revert", object{"auditLogId": product, "confirm": true, "dryRun": true}, "", 0},
		"a dry run about an order":        {all, "audit.revert", object{"auditLogId": tracking, "confirm": true, "dryRun": true}, "", 1},
		"a hidden dry run about an order": {few, "audit.revert", object{"auditLogId": tracking, "confirm": true, "dryRun": true}, "", 0},
		"a dry run about nothing":         {all, "audit.revert", object{"auditLogId": nobody, "confirm": true, "dryRun": true}, problem.AuditEntryNotFound, 0},
		"a dry run that is refused":       {all, "audit.revert", object{"auditLogId": cart, "confirm": true, "dryRun": true}, problem.NotRevertible, 0},
		"the same, not dry":               {all, "audit.revert", object{"auditLogId": cart, "confirm": true}, problem.NotRevertible, 1},
		"a dry run without the scope":     {s.Key(t, "audit:read"), "audit.revert", object{"auditLogId": product, "confirm": true, "dryRun": true}, problem.InsufficientScope, 1},
		"a dry run of a wrong call":       {all, "audit.revert", object{"auditLogId": product, "dryRun": true}, problem.ValidationFailed, 1},
		"a dry run of an import":          {all, "products.bulk_upsert", object{"dryRun": true, "mode": "all_or_nothing", "items": []object{{"slug": "half"}}}, problem.ValidationFailed, 0},
		"an import without the scope":     {few, "products.bulk_upsert", object{"dryRun": true, "mode": "best_effort", "items": []object{{"slug": "half"}}}, problem.InsufficientScope, 1},
	} {
		for _, channel := range []string{"rest", "mcp"} {
			before := s.AuditCount(t)
			var reply servertest.Reply
			if channel == "mcp" {
				reply = s.CallMCP(t, c.key, strings.Replace(c.tool, ".", "_", 1), c.body).Reply
			} else {
				reply = s.Call(t, c.key, c.tool, c.body)
			}
			if c.code != "" {
				reply.Problem(t, c.code)
			} else if reply.Status != 200 {
				t.Errorf("%s over %s: %d %s", name, channel, reply.Status, reply.Body)
			}
			if rows := s.AuditCount(t) - before; rows != c.rows {
				t.Errorf("%s over %s: %d rows, want %d", name, channel, rows, c.rows)
			} else if last := s.LastAudit(t, 1)[0]; rows == 1 && (last.Tool != c.tool || last.Channel != channel || (last.Outcome == "success") != (c.code == "")) {
				t.Errorf("%s over %s left %+v", name, channel, last)
			}
		}
	}
}
