package cache

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// model is a ring that never runs out of room.
type model map[uint32]modelled // by name

type modelled struct {
	id   uint32
	text []byte
}

func (m model) drop(id uint32) {
	for name, e := range m {
		if e.id == id {
			delete(m, name)
		}
	}
}

// step applies one random operation to both. There are few names and ids, so
// that all combinations occur.
func step(random *rand.Rand, r *ring, m model) {
	name, id := random.Uint32N(60), random.Uint32N(60)
	switch n := random.IntN(1000); {
	case n == 0:
		r.Clear()
		clear(m)
	case n < 200:
		r.Drop(id)
		m.drop(id)
	default:
		text := make([]byte, random.IntN(400))
		if n > 990 {
			text = make([]byte, max(r.chunk-header+random.IntN(3)-1, 0))
		}
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		r.Put(name, id, text)
		delete(m, name)
		if m.drop(id); header+len(text) <= r.chunk {
			m[name] = modelled{id, text}
		}
	}
}

func TestARingIsAMapThatDropsEntries(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 11, 500, leastChunk, 3*leastChunk + 7, 40 * leastChunk} {
		random, r, m := rand.New(rand.NewPCG(1, uint64(size))), newRing(size), model{}
		forgotten := 0
		for range 20_000 {
			step(random, r, m)
			for name, e := range m { // texts that the ring had no room for
				if r.Get(name) == nil {
					forgotten++
					delete(m, name)
				} else if got := r.Get(name); !bytes.Equal(got, e.text) {
					t.Fatalf("%d bytes: %d is %x, want %x", size, name, got, e.text)
				}
			}
			if r.Len() != len(m) || len(r.byID) != len(m) {
				t.Fatalf("%d bytes: %d names and %d ids, want %d", size, r.Len(), len(r.byID), len(m))
			}
			for _, e := range m {
				if _, found := r.byID[e.id]; !found {
					t.Fatalf("%d bytes: nothing has the id %d", size, e.id)
				}
			}
		}
		t.Logf("%d bytes: %d of %d were forgotten, %d are there", size, forgotten, 20_000, len(m))
	}
}

func TestTheOldestAreDroppedFirst(t *testing.T) {
	t.Parallel()
	r := newRing(1 << 20)
	const size = 1000
	for n := range uint32(5000) {
		r.Put(n, n, make([]byte, size))
		kept := min(n+1, uint32(r.Len()))
		if kept < n+1 && int(kept)*(size+header) < 1<<20*9/10 {
			t.Fatalf("%d texts are kept of %d", kept, n+1)
		}
		if r.Get(n) == nil || r.Get(n+1-kept) == nil || kept < n+1 && r.Get(n-kept) != nil {
			t.Fatalf("after %d they are not the last %d", n, kept)
		}
	}
}

func TestMemoryIsReservedByTheFirstPut(t *testing.T) {
	t.Parallel()
	r := newRing(1 << 30)
	if r.Get(1) != nil || r.memory != nil {
		t.Error("there is memory before there is a text")
	}
	r.Put(1, 2, []byte("text"))
	if len(r.memory) != 1<<30 || string(r.Get(1)) != "text" {
		t.Errorf("%d bytes, %q", len(r.memory), r.Get(1))
	}
}

func BenchmarkPut(b *testing.B) {
	r, text := newRing(12<<20), make([]byte, 450)
	b.ReportAllocs()
	for n := uint32(0); b.Loop(); n++ {
		r.Put(n, n, text)
	}
}
