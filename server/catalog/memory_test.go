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
	var seed [32]byte
	copy(seed[:], fmt.Sprint(version, slug))
	var text [400]byte
	_, _ = rand.NewChaCha8(seed).Read(text[:]) // so that packing it leaves much
	return fmt.Appendf(nil, `{"slug":%q,"version":%d,"text":"%x"}`, slug, version, text)
}

// Each product has one version at a time. Whoever asks for it after a change was
// told of must not get an earlier one.
func TestAnswersAreNeverOlderThanAChange(t *testing.T) {
	t.Parallel()
	const products = 40
	a := newAnswers(12 << 10)
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
				got, generation := a.find(slug, nil)
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
	if a.dictionary == nil || a.hits.Load() == 0 || a.ring.Len() == 0 {
		t.Errorf("%d from memory, %d are there", a.hits.Load(), a.ring.Len())
	}
	for i, id := range ids { // each that is there goes by its id
		slug := fmt.Sprint("vare-", i)
		before, there := a.ring.Len(), 0
		if got, _ := a.find(slug, nil); got != nil {
			there = 1
		}
		a.forget(store.Changes{Products: []uuid.UUID{id}})
		if got, _ := a.find(slug, nil); got != nil || a.ring.Len() != before-there {
			t.Errorf("%s is there after it changed: %.60s; %d of %d are left", slug, got, a.ring.Len(), before)
		}
	}
	if a.ring.Len() != 0 {
		t.Errorf("%d are left", a.ring.Len())
	}
}

// Two slugs may have the same hash.
func TestNoProductIsAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	a := newAnswers(1 << 20)
	for version := range int64(200) { // with a dictionary and without
		a.keep("en-hat", uuid.New(), body("en-hat", version), 0)
		a.ring.Put(a.name("hat"), 1, bytes.Clone(a.ring.Get(a.name("en-hat"))))
		own, _ := a.find("en-hat", nil)
		others, _ := a.find("hat", make([]byte, 0, 1<<10))
		if !bytes.Equal(own, body("en-hat", version)) || others != nil {
			t.Fatalf("%.60s, and of another %.60s", own, others)
		}
	}
	if a.dictionary == nil {
		t.Error("there is no dictionary")
	}
}

func TestAnAnswerTakesNoMemoryThatIsThere(t *testing.T) {
	a := newAnswers(1 << 20)
	for version := range int64(200) {
		a.keep("hat", uuid.New(), body("hat", version), 0)
	}
	into := make([]byte, 4<<10)
	if n := testing.AllocsPerRun(100, func() {
		if got, _ := a.find("hat", into); &got[0] != &into[0] {
			t.Error("it is elsewhere")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAnswers(b *testing.B) {
	a, id, into := newAnswers(12<<20), uuid.New(), make([]byte, 4<<10)
	for version := range int64(200) {
		a.keep("hat", id, body("hat", version), 0)
	}
	text := body("hat", 0)
	b.Run("keep", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.keep("hat", id, text, 0)
		}
	})
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.find("hat", into)
		}
	})
}
