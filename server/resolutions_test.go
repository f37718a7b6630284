package server_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A resolution names only operations that the caller may call, or the scope that
// the others need.
func TestAResolutionIsForTheCaller(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	unknown := servertest.With(servertest.NewProduct("havblik"), object{"categorySlug": "findes-ikke"})
	const call = `and set "categorySlug" to the slug of a category, or create it with categories.upsert`
	for scopes, want := range map[string]string{
		"all": "Call categories.list " + call + ".",
		"products:write": "Call categories.list (which needs the scope categories:read) " + call +
			" (which needs the scope categories:write).",
		"products:write,categories:read": "Call categories.list " + call + " (which needs the scope categories:write).",
	} {
		key := s.Key(t, scopes)
		if p := s.Refused(t, key, "products.create", unknown, problem.UnknownCategory); p.Resolution != want {
			t.Errorf("%s: %s, want %s", scopes, p.Resolution, want)
		}
		listed := s.Contract.Rename(want, func(op *contract.Operation) string { return op.MCPName })
		if o := s.CallMCP(t, key, "products_create", unknown); o.Reply.Problem(t, problem.UnknownCategory).Resolution != listed {
			t.Errorf("%s over MCP: %s", scopes, o.Reply.Body)
		}
	}
	if p := s.Refused(t, "", "products.get", object{"slug": "findes-ikke"}, problem.ProductNotFound); p.Resolution != `Call products.search and set "slug" to the slug of a product.` {
		t.Error(p.Resolution)
	}
}

// A key without the scope of an operation that anybody may call is told so,
// where that is true: services.* are open over HTTP alone.
func TestAKeyMayBeLeftOut(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "orders:read")
	const open, closed = "Ask the owner of the shop for a key with the scope pages:read, or leave the header out.",
		"Ask the owner of the shop for a key with the scope pages:read."
	if p := s.Refused(t, key, "services.list", object{}, problem.InsufficientScope); p.Resolution != open {
		t.Error(p.Resolution)
	}
	if p := s.CallMCP(t, key, "services_list", object{}).Reply.Problem(t, problem.InsufficientScope); p.Resolution != closed {
		t.Error(p.Resolution)
	}
	if p := s.Refused(t, key, "pages.list", object{}, problem.InsufficientScope); p.Resolution != closed {
		t.Error(p.Resolution)
	}
}
