package catalog

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/call"
	"github.com/storefront/storefront/server/store"
	"github.com/storefront/storefront/server/store/storetest"
)

func newMemory(t *testing.T, o MemoryOptions) *Memory {
	t.Helper()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return NewMemory(st, slog.New(slog.DiscardHandler), o)
}

func TestAnIndexThatWasFilledSinceAnEarlierDoubtIsNotTrusted(t *testing.T) {
	t.Parallel()
	m := newMemory(t, MemoryOptions{Index: true})
	if m.isSynced() {
		t.Error("an empty index is trusted")
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
	before := m.doubts.Load()
	m.doubt()
	for _, c := range []struct {
		doubts int64
		want   bool
	}{{before, false}, {m.doubts.Load(), true}} {
		if err := m.sync(t.Context(), c.doubts); err != nil {
			t.Fatal(err)
		}
		if m.isSynced() != c.want || m.index.Len() != 1 {
			t.Errorf("trusted: %v, want %v", m.isSynced(), c.want)
		}
	}
	m.doubt()
	if m.isSynced() {
		t.Error("it is trusted after a doubt")
	}
}

func TestWithoutAnIndexChangesDoNotPileUp(t *testing.T) {
	t.Parallel()
	m := newMemory(t, MemoryOptions{Answers: 1 << 20})
	m.changed(store.Changes{Products: []uuid.UUID{uuid.New()}, Categories: true})
	if len(m.pending.Products) != 0 || m.pending.Categories {
		t.Errorf("%v", m.pending)
	}
}

// body is an answer large enough that a dictionary is made after some of them.
func body(slug string, version int64) []byte {
	return fmt.Appendf(nil, `{"slug":%q,"version":%d,"text":"%s"}`, slug, version, bytes.Repeat([]byte(slug+" og mere, "), 60))
}

// Each product has one version at a time. Whoever asks for it after a change was
// told of must not get an earlier one.
func TestAnswersAreNeverOlderThanAChange(t *testing.T) {
	t.Parallel()
	const products = 40
	a := newAnswers(20 << 10)
	var committed, answered [products]atomic.Int64
	ids := [products]uuid.UUID{}
	for i := range ids {
		ids[i] = uuid.New()
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 3000 {
				i := rand.IntN(products)
				slug := fmt.Sprint("vare-", i)
				least := answered[i].Load()
				got, generation := a.find(slug)
				if got == nil {
					a.keep(slug, ids[i], body(slug, committed[i].Load()), generation)
					continue
				}
				fits := false
				for v := least; v <= committed[i].Load(); v++ {
					fits = fits || bytes.Equal(got, body(slug, v))
				}
				if !fits {
					t.Errorf("%s: %.60s, not before version %d", slug, got, least)
				}
			}
		})
	}
	for n := range 2000 {
		i := n % products
		committed[i].Add(1)
		a.forget(store.Changes{Products: []uuid.UUID{ids[i]}, Categories: n%100 == 0})
		answered[i].Add(1)
		if n%333 == 0 {
			a.doubt()
		}
	}
	wg.Wait()
	size := 0
	for slug, k := range a.bySlug {
		size += len(k.body) + overhead
		if a.byID[k.id] != slug {
			t.Errorf("%s is %q by its id", slug, a.byID[k.id])
		}
	}
	if size != a.size || size > a.most || len(a.byID) != len(a.bySlug) || a.dictionary == nil || a.hits.Load() == 0 {
		t.Errorf("%d bytes counted, %d there, %d at most; %d and %d answers; %d from memory", a.size, size, a.most, len(a.bySlug), len(a.byID), a.hits.Load())
	}
}
