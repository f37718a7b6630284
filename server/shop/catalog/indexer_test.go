package catalog

import (
	"log/slog"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestAnIndexFilledBeforeTheLastInvalidationIsNotUsed(t *testing.T) {
	t.Parallel()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	log := slog.New(slog.DiscardHandler)
	m := NewIndexer(st, log, changes.New(st, log))
	if m.isSynced() {
		t.Error("an empty index is used")
	}
	ctx, slug := call.With(t.Context(), call.Task("test")), "hats"
	if _, err := (Categories{Store: m.store}).CategoriesUpsert(ctx, api.CategoriesUpsertRequestObject{Body: &api.CategoriesUpsertRequest{Slug: slug, Name: slug}}); err != nil {
		t.Fatal(err)
	}
	if _, err := (Products{Store: m.store}).ProductsCreate(ctx, api.ProductsCreateRequestObject{Body: &api.ProductsCreateRequest{
		Slug: "hat", Name: "Hat", Description: "A hat like others.", PriceDkk: 100, CategorySlug: &slug,
	}}); err != nil {
		t.Fatal(err)
	}
	before := m.invalidations.Load()
	m.invalidate()
	for _, c := range []struct {
		invalidations int64
		want          bool
	}{{before, false}, {m.invalidations.Load(), true}} {
		if err := m.sync(t.Context(), c.invalidations); err != nil {
			t.Fatal(err)
		}
		if m.isSynced() != c.want || m.index.Len() != 1 {
			t.Errorf("used: %v, want %v", m.isSynced(), c.want)
		}
	}
	m.invalidate()
	if m.isSynced() {
		t.Error("it is used after an invalidation")
	}
}
