package server_test

import (
	"strings"
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

// What was deleted is restored by who may; nobody else learns that it was there.
func TestWhatWasDeletedIsRestored(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	all := s.Key(t, "all")
	s.Call(t, all, "categories.upsert", object{"slug": "etuier", "name": "Etuier"})
	id := s.Product(t, "round-metal").Id
	for tool, thing := range map[string]object{
		"products.delete": {"slug": "round-metal"}, "pages.delete": {"slug": "om-os"}, "services.delete": {"slug": "synsproeve"},
		"discounts.delete": {"code": "VELKOMMEN10"}, "categories.delete": {"slug": "etuier"},
	} {
		if reply := s.Call(t, all, tool, servertest.With(thing, object{"confirm": true})); reply.Status != 200 {
			t.Fatalf("%s: %s", tool, reply.Body)
		}
		code := map[string]problem.Code{"products.delete": problem.ProductNotFound, "pages.delete": problem.PageNotFound,
			"services.delete": problem.ServiceNotFound, "discounts.delete": problem.DiscountNotFound, "categories.delete": problem.CategoryNotFound}[tool]
		if p := s.Refused(t, all, tool, servertest.With(thing, object{"confirm": true}), code); strings.Contains(p.Resolution, "restore") {
			t.Errorf("%s of what is deleted: %s", tool, p.Resolution)
		}
	}
	inCategory := servertest.With(servertest.NewProduct("ny"), object{"categorySlug": "etuier"})
	for _, test := range []struct {
		tool, restore string
		args          object
		code          problem.Code
	}{
		{"products.get", "products.restore", object{"slug": "round-metal"}, problem.ProductNotFound},
		{"products.get", `"round-metal"`, object{"slug": id}, problem.ProductNotFound},
		{"products.adjust_stock", "products.restore", object{"slug": "round-metal", "delta": 1}, problem.ProductNotFound},
		{"cart.create", "products.restore", object{"items": []any{object{"slug": "round-metal", "quantity": 1}}}, problem.ProductNotFound},
		{"products.create", "audit.revert", inCategory, problem.UnknownCategory},
		{"pages.get", "audit.revert", object{"slug": "om-os"}, problem.PageNotFound},
		{"services.get", "audit.revert", object{"slug": "synsproeve"}, problem.ServiceNotFound},
		{"discounts.toggle", "audit.revert", object{"code": "velkommen10"}, problem.DiscountNotFound},
	} {
		if p := s.Refused(t, all, test.tool, test.args, test.code); !strings.Contains(p.Resolution, test.restore) {
			t.Errorf("%s %v: %s", test.tool, test.args, p.Resolution)
		}
		narrow := s.Key(t, s.Contract.Tool(test.tool).Scope)
		if test.restore == "audit.revert" || s.Contract.Tool(test.tool).Scope != "products:write" {
			if p := s.Refused(t, narrow, test.tool, test.args, test.code); strings.Contains(p.Resolution, "restore") {
				t.Errorf("%s with few scopes: %s", test.tool, p.Resolution)
			}
		}
	}
	if p := s.Refused(t, "", "products.get", object{"slug": "round-metal"}, problem.ProductNotFound); strings.Contains(p.Resolution, "restore") {
		t.Error(p.Resolution)
	}
}

// What is beyond the stock names how many are left, and how the cart is changed.
func TestBeyondTheStock(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	s.Execute(t, "UPDATE products SET stock = 7 WHERE slug = 'cat-eye'")
	key := s.Key(t, "cart:write,catalog:read")
	var cart struct{ CartID string }
	s.OK(t, key, "cart.create", object{}, &cart)
	id := cart.CartID
	add := func(quantity int, want string) {
		t.Helper()
		args := object{"cartId": id, "slug": "cat-eye", "quantity": quantity}
		if p := s.Refused(t, key, "cart.add", args, problem.InsufficientStock); p.Resolution != want {
			t.Errorf("%d more: %s", quantity, p.Resolution)
		}
	}
	add(8, `Set the "quantity" of "cat-eye" to at most 7.`)
	s.OK(t, key, "cart.add", object{"cartId": id, "slug": "cat-eye", "quantity": 4}, &cart)
	add(4, `Set the "quantity" of "cat-eye" to at most 3, or set how many are in the cart with cart.update_quantity, to at most 7.`)
	s.OK(t, key, "cart.add", object{"cartId": id, "slug": "cat-eye", "quantity": 3}, &cart)
	add(1, `Call products.search with inStock true and choose another product than "cat-eye", or set how many are in the cart with cart.update_quantity, to at most 7.`)
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
