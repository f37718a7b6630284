package search

import (
	"log/slog"
	"testing"

	"github.com/storefront/storefront/gen/db"
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
	insertProduct(t, st, "Hats", &db.ProductRecord{Slug: "hat", Name: "Hat", Description: "A hat like others.", PriceOere: 100})
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
