package cache

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
)

// body is a response so large that a dictionary is built after some of them.
func body(slug string, version int64) []byte {
	var seed [32]byte
	copy(seed[:], fmt.Sprint(version, slug))
	var text [400]byte
	_, _ = rand.NewChaCha8(seed).Read(text[:]) // so that it compresses badly
	return fmt.Appendf(nil, `{"slug":%q,"version":%d,"text":"%x"}`, slug, version, text)
}

// Each product has one version at a time. A reader that asks after a change was
// announced must not get an earlier version.
func TestResponsesAreNeverOlderThanAChange(t *testing.T) {
	t.Parallel()
	const products = 40
	a := New(12 << 10)
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
				got, generation := a.Get(slug, nil)
				if got == nil {
					a.Put(slug, ids[i], body(slug, committed[i].Load()), generation)
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
		if n%100 == 0 {
			a.Clear()
		} else {
			a.Drop(ids[i])
		}
		answered[i].Add(1)
		if n%333 == 0 {
			a.Clear()
		}
	}
	wg.Wait()
	if a.dictionary == nil || a.hits.Load() == 0 || a.ring.Len() == 0 {
		t.Errorf("%d from memory, %d are there", a.hits.Load(), a.ring.Len())
	}
	for i, id := range ids { // each response that is found must not be found after its id is dropped
		slug := fmt.Sprint("vare-", i)
		before, there := a.ring.Len(), 0
		if got, _ := a.Get(slug, nil); got != nil {
			there = 1
		}
		a.Drop(id)
		if got, _ := a.Get(slug, nil); got != nil || a.ring.Len() != before-there {
			t.Errorf("%s is there after it changed: %.60s; %d of %d are left", slug, got, a.ring.Len(), before)
		}
	}
	if a.ring.Len() != 0 {
		t.Errorf("%d are left", a.ring.Len())
	}
}

// Two slugs may have the same hash.
func TestNoResponseIsReturnedForAnotherProduct(t *testing.T) {
	t.Parallel()
	a := New(1 << 20)
	for version := range int64(200) { // with a dictionary and without
		a.Put("en-hat", uuid.New(), body("en-hat", version), 0)
		a.ring.Put(a.name("hat"), 1, bytes.Clone(a.ring.Get(a.name("en-hat"))))
		own, _ := a.Get("en-hat", nil)
		others, _ := a.Get("hat", make([]byte, 0, 1<<10))
		if !bytes.Equal(own, body("en-hat", version)) || others != nil {
			t.Fatalf("%.60s, and of another %.60s", own, others)
		}
	}
	if a.dictionary == nil {
		t.Error("there is no dictionary")
	}
}

func TestGetReusesMemory(t *testing.T) {
	a := New(1 << 20)
	for version := range int64(200) {
		a.Put("hat", uuid.New(), body("hat", version), 0)
	}
	into := make([]byte, 4<<10)
	if n := testing.AllocsPerRun(100, func() {
		if got, _ := a.Get("hat", into); &got[0] != &into[0] {
			t.Error("it is elsewhere")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCache(b *testing.B) {
	a, id, into := New(12<<20), uuid.New(), make([]byte, 4<<10)
	for version := range int64(200) {
		a.Put("hat", id, body("hat", version), 0)
	}
	text := body("hat", 0)
	b.Run("keep", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Put("hat", id, text, 0)
		}
	})
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Get("hat", into)
		}
	})
}
