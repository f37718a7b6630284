package catalog_test

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// An answer says what the call changed, prices in kroner too, and warns of a slip by a factor of 100.
func TestAnUpdateSaysWhatItChanged(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	update := func(patch object) (result api.ProductChanged) {
		t.Helper()
		s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": patch}, &result)
		return result
	}
	update(object{"priceDkk": 129900, "stock": 5, "attributes": object{"form": "rund"}})
	for name, c := range map[string]struct {
		patch, changes any
		warnings       []string
	}{
		"a new price": {object{"priceDkk": 119900}, []object{
			{"path": "/priceDkk", "previousValue": 129900, "nextValue": 119900, "text": "1.299,00 kr → 1.199,00 kr"},
		}, nil},
		"kroner for ore": {object{"priceDkk": 1199, "stock": 5}, []object{
			{"path": "/priceDkk", "previousValue": 129900, "nextValue": 1199, "text": "1.299,00 kr → 11,99 kr"},
		}, []string{"price_jump"}},
		"ore for kroner": {object{"priceDkk": 12990000}, []object{
			{"path": "/priceDkk", "previousValue": 129900, "nextValue": 12990000, "text": "1.299,00 kr → 129.900,00 kr"},
		}, []string{"price_jump"}},
		"below a krone": {object{"priceDkk": 12}, []object{
			{"path": "/priceDkk", "previousValue": 129900, "nextValue": 12, "text": "1.299,00 kr → 0,12 kr"},
		}, []string{"price_jump", "price_low"}},
		"half of it": {object{"priceDkk": 64950}, []object{
			{"path": "/priceDkk", "previousValue": 129900, "nextValue": 64950, "text": "1.299,00 kr → 649,50 kr"},
		}, nil},
		"others": {object{"stock": 7, "attributes": object{"form": "rund", "vægt": 12}}, []object{
			{"path": "/attributes/vægt", "previousValue": nil, "nextValue": 12}, {"path": "/stock", "previousValue": 5, "nextValue": 7},
		}, nil},
	} {
		result := update(c.patch.(object))
		if !servertest.SameJSON(result.Changes, c.changes) {
			t.Errorf("%s: %+v", name, result.Changes)
		}
		var warned []string
		for _, w := range result.Warnings {
			warned = append(warned, w.Code)
		}
		if !servertest.SameJSON(warned, c.warnings) {
			t.Errorf("%s warns of %+v", name, result.Warnings)
		}
		update(object{"priceDkk": 129900, "stock": 5, "attributes": object{"form": "rund"}})
	}
}

// What is all that it should be is not written: its updatedAt stays, and the audit has no entry. A repetition is answered
// as the first call was.
func TestAnUpdateOfNothingWritesNothing(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	was, rows := s.Product(t, "round-metal"), s.AuditCount(t)
	body := object{"slug": "round-metal", "patch": object{"priceDkk": was.PriceDkk, "stock": was.Stock, "name": " " + was.Name, "categorySlug": was.Category.Slug}}
	var result api.ProductChanged
	s.OK(t, key, "products.update", body, &result)
	if len(result.Changes) != 0 || len(result.Warnings) != 0 || !result.UpdatedAt.Equal(was.UpdatedAt.Time) || s.AuditCount(t) != rows {
		t.Errorf("%+v, and %d rows of the audit", result, s.AuditCount(t)-rows)
	}
	if now := s.Product(t, "round-metal"); !now.UpdatedAt.Equal(was.UpdatedAt.Time) {
		t.Errorf("%v became %v", was.UpdatedAt, now.UpdatedAt)
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	once := func() servertest.Reply {
		r := s.Request(t, key, "products.update", text)
		r.Header.Set("Idempotency-Key", "once")
		return s.Do(t, "products.update", r)
	}
	first := once()
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": was.Stock + 1}}, nil)
	if again := once(); string(again.Body) != string(first.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
}

// A batch says of each item what it changes, also when it is tried dry.
func TestABatchSaysWhatItChanges(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for _, slug := range []string{"a", "same"} {
		s.OK(t, key, "products.create", servertest.With(servertest.NewProduct(slug), object{"priceDkk": 50000}), nil)
	}
	items := []object{
		{"slug": "a", "priceDkk": 500, "stock": 3}, {"slug": "same", "stock": servertest.NewProduct("same")["stock"]},
		servertest.With(servertest.NewProduct("b"), object{"priceDkk": 50}), {"slug": "c"},
	}
	for _, dry := range []bool{true, false} {
		var result api.ProductsBulkUpsertResult
		s.OK(t, key, "products.bulk_upsert", object{"mode": "best_effort", "items": items, "dryRun": dry}, &result)
		for i, want := range []struct {
			changes  any
			warnings []string
		}{
			{[]object{
				{"path": "/priceDkk", "previousValue": 50000, "nextValue": 500, "text": "500,00 kr → 5,00 kr"},
				{"path": "/stock", "previousValue": servertest.NewProduct("a")["stock"], "nextValue": 3},
			}, []string{"price_jump"}},
			{[]object{}, []string{}}, {[]object{}, []string{"price_low"}}, {[]object{}, []string{}},
		} {
			got := result.Results[i]
			warned := []string{}
			for _, w := range got.Warnings {
				warned = append(warned, w.Code)
			}
			if !servertest.SameJSON(got.Changes, want.changes) || !servertest.SameJSON(warned, want.warnings) {
				t.Errorf("dry %v, item %d: %+v", dry, i, got)
			}
		}
	}
}
