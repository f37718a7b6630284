package catalog

import (
	"errors"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func newMemory(t *testing.T, o MemoryOptions) *Memory {
	t.Helper()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	log := slog.New(slog.DiscardHandler)
	return NewMemory(st, log, changes.New(st, log), o)
}

func TestAnIndexFilledBeforeTheLastInvalidationIsNotUsed(t *testing.T) {
	t.Parallel()
	m := newMemory(t, MemoryOptions{Index: true})
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

func TestWithoutAnIndexChangesDoNotAccumulate(t *testing.T) {
	t.Parallel()
	m := newMemory(t, MemoryOptions{Answers: 1 << 20})
	if err := errors.Join(m.Changed(productsTable, []uuid.UUID{uuid.New()}), m.Changed(categoriesTable, nil)); err != nil {
		t.Fatal(err)
	}
	if len(m.pending.products) != 0 || m.pending.categories {
		t.Errorf("%v", m.pending)
	}
}
