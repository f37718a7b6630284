package catalog_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
)

// stocked makes a product with this stock, in an otherwise empty shop.
func stocked(t *testing.T, stock int64) (s *servertest.Server, key string) {
	t.Helper()
	s = servertest.NewEmpty(t)
	key = s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("rund"), object{"stock": stock}), nil)
	return s, key
}

func TestProductsAdjustStock(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 10)
	read := func() (product object) {
		s.OK(t, "", "products.get", object{"slug": "rund"}, &product)
		return product
	}
	for _, step := range []struct {
		args object
		want int64
	}{
		{object{"delta": 5, "reason": "Levering"}, 15},
		{object{"delta": -15}, 0},
		{object{"delta": 1_000_000, "reason": strings.Repeat("x", 500)}, 1_000_000},
		{object{"delta": -1_000_000.0, "reason": " Talt "}, 0},
		{object{"delta": 1}, 1},
	} {
		was := read()
		var result object
		s.OK(t, key, "products.adjust_stock", servertest.With(object{"slug": "rund"}, step.args), &result)
		if !servertest.SameJSON(result, object{"slug": "rund", "stock": step.want, "variantId": nil}) {
			t.Errorf("%v answers %v", step.args, result)
		}
		now := read()
		if now["updatedAt"].(string) <= was["updatedAt"].(string) {
			t.Errorf("updatedAt went from %v to %v", was["updatedAt"], now["updatedAt"])
		}
		before, after := s.Wrote(t, "products.adjust_stock", "product", now["id"].(string))
		for _, product := range []object{was, now} { // url depends on the request, the others follow from the rest
			for _, name := range []string{"url", "priceMaxOere", "variantsVersion"} {
				delete(product, name)
			}
			product["variants"] = object{} // by id
		}
		if !servertest.SameJSON(before, was) || !servertest.SameJSON(after, now) {
			t.Errorf("%v left %v → %v", step.args, before, after)
		}
		var hits []api.ProductHit
		s.OK(t, "", "products.search", object{"inStock": true}, &hits)
		if found := len(hits) == 1 && hits[0].Stock == step.want; found != (step.want > 0) {
			t.Errorf("%v: in stock are %+v", step.args, hits)
		}
	}
	if args := string(s.Succeeded(t, "products.adjust_stock")[1].Args); !strings.Contains(args, `"reason":"Talt"`) {
		t.Errorf("the audit has the arguments %s", args)
	}
}

func TestProductsAdjustStockRefusals(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 10)
	before := s.Contents(t)
	for _, bad := range []object{
		{}, {"delta": nil}, {"delta": "1"}, {"delta": 1.5}, {"delta": true}, {"delta": 1_000_001}, {"delta": -1_000_001}, {"delta": 1, "slug": nil},
		{"delta": 1, "reason": ""}, {"delta": 1, "reason": "  "}, {"delta": 1, "reason": nil}, {"delta": 1, "reason": strings.Repeat("x", 501)},
		{"delta": 1, "stock": 1}, {"delta": 1, "expectedUpdatedAt": "2026-11-01T09:30Z"},
	} {
		s.Refused(t, key, "products.adjust_stock", servertest.With(object{"slug": "rund"}, bad), problem.ValidationFailed)
	}
	p := s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 0}, problem.ValidationFailed)
	if want := (schema.Fault{Pointer: "/delta", Code: schema.CodeEnum, Detail: "must not be 0"}); len(p.Errors) != 1 || p.Errors[0] != want {
		t.Errorf("errors %+v, want %+v", p.Errors, want)
	}
	s.Refused(t, key, "products.adjust_stock", object{"slug": "ingen", "delta": 1}, problem.ProductNotFound)
	p = s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": -11}, problem.InsufficientStock)
	if p.Detail != "The stock is 10; a delta of -11 would take it below 0." || p.Resolution != `Set "delta" to at least -10.` {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	s.OK(t, key, "products.delete", object{"slug": "rund", "confirm": true}, nil)
	s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 1}, problem.ProductNotFound)
}

// The stock never exceeds the largest integer.
func TestProductsAdjustStockUpToTheLargest(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 9007199254740990)
	adjust := func(delta int) object { return object{"slug": "rund", "delta": delta} }
	p := s.Refused(t, key, "products.adjust_stock", adjust(2), problem.LimitReached)
	if p.Detail != "The stock is 9007199254740990; a delta of 2 would take it above 9007199254740991." || p.Resolution != `Set "delta" to at most 1.` {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	s.OK(t, key, "products.adjust_stock", adjust(1), nil)
	p = s.Refused(t, key, "products.adjust_stock", adjust(1), problem.LimitReached)
	if p.Resolution != "Leave the stock as it is: it is 9007199254740991 already." {
		t.Errorf("resolution %q", p.Resolution)
	}
	s.OK(t, key, "products.adjust_stock", adjust(-1), nil)
}

// Of a hundred calls at once that take one piece each, as many succeed as there
// are pieces, and each finds another stock.
func TestProductsAdjustStockAtOnce(t *testing.T) {
	t.Parallel()
	const calls, pieces = 100, 50
	s, key := stocked(t, pieces)
	statuses, replies := servertest.Together(calls, func(int) servertest.Reply {
		return s.Call(t, key, "products.adjust_stock", object{"slug": "rund", "delta": -1})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": pieces, "409": calls - pieces}) {
		t.Errorf("statuses %v", statuses)
	}
	left := map[int64]bool{}
	for _, r := range replies {
		if r.Status != 200 {
			r.Problem(t, problem.InsufficientStock)
			continue
		}
		var result api.ProductsAdjustStockResult
		r.Result(t, &result)
		left[result.Stock] = true
	}
	if stock := s.Product(t, "rund").Stock; stock != 0 || len(left) != pieces {
		t.Errorf("the stock is %d, and %d different ones were answered", stock, len(left))
	}
	if rows := s.Succeeded(t, "products.adjust_stock"); len(rows) != pieces {
		t.Errorf("%d rows are in the audit", len(rows))
	}
}

// Neither a change of the stock nor one of another field at the same time is
// lost.
func TestProductsAdjustStockBesideUpdates(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 0)
	const each = 12
	statuses, _ := servertest.Together(2*each, func(i int) servertest.Reply {
		if i%2 == 0 {
			return s.Call(t, key, "products.update", object{"slug": "rund", "patch": object{"attributes": object{"turn": i}}})
		}
		return s.Call(t, key, "products.adjust_stock", object{"slug": "rund", "delta": i})
	})
	if stock := s.Product(t, "rund").Stock; statuses[200] != 2*each || stock != each*each { // the sum of the odd numbers
		t.Errorf("statuses %v, the stock is %d", statuses, stock)
	}
}

// A call that is repeated with its Idempotency-Key is counted once, also when it
// is sent many times at once.
func TestProductsAdjustStockOnce(t *testing.T) {
	t.Parallel()
	s, key := stocked(t, 10)
	body := []byte(`{"slug":"rund","delta":-3}`)
	_, replies := servertest.Together(6, func(int) servertest.Reply {
		r := s.Request(t, key, "products.adjust_stock", body)
		r.Header.Set("Idempotency-Key", "sold 7")
		return s.Do(t, "products.adjust_stock", r)
	})
	for _, r := range replies {
		if r.Status != 200 {
			r.Problem(t, problem.IdempotencyInFlight)
		} else if want := `{"ok":true,"result":{"slug":"rund","stock":7,"variantId":null}}`; strings.TrimSpace(string(r.Body)) != want {
			t.Errorf("%s, want %s", r.Body, want)
		}
	}
	if stock := s.Product(t, "rund").Stock; stock != 7 {
		t.Errorf("the stock is %d", stock)
	}
}
