package cache

import (
	"encoding/binary"
	"math"
	"runtime"
)

// ring keeps texts and drops the oldest, a chunk at a time, when newer ones need
// the room. Each text has a name and an id, both hashes. Of texts with the same
// name or the same id only the last is kept, so that each is reachable by both;
// the caller must check that a text is the one it meant.
//
// The memory is taken at the first Put. An entry takes 12 bytes of it plus the
// text, and about 30 bytes in two maps. A ring is not safe for concurrent use.
type ring struct {
	memory  []byte
	chunk   int   // bytes
	used    []int // bytes in each chunk
	current int   // the chunk that is being filled

	byName, byID map[uint32]uint32 // offsets in memory
}

const (
	mostChunks = 16
	leastChunk = 4 << 10
)

// newRing returns a ring of size bytes, of which it uses at most 4 GiB.
func newRing(size int) *ring {
	size = int(min(int64(size), math.MaxUint32))
	chunks := min(max(size/leastChunk, 1), mostChunks)
	return &ring{chunk: size / chunks, used: make([]int, chunks), byName: map[uint32]uint32{}, byID: map[uint32]uint32{}}
}

// Len returns the number of texts.
func (r *ring) Len() int { return len(r.byName) }

// Get returns the text with this name, or nil. It points into the memory of the
// ring: it is valid until the next change, and while the ring is in use.
func (r *ring) Get(name uint32) []byte {
	at, found := r.byName[name]
	if !found {
		return nil
	}
	return r.memory[at+header : at+r.entry(at).size]
}

// Put copies a text, unless it is larger than a chunk.
func (r *ring) Put(name, id uint32, text []byte) {
	if at, found := r.byName[name]; found {
		r.drop(at)
	}
	r.Drop(id)
	size := header + len(text)
	if size > r.chunk {
		return
	}
	if r.memory == nil {
		r.reserve()
	}
	if r.used[r.current]+size > r.chunk {
		r.advance()
	}
	at := uint32(r.current*r.chunk + r.used[r.current])
	r.used[r.current] += size
	r.write(at, entry{uint32(size), name, id})
	copy(r.memory[at+header:], text)
	r.byName[name], r.byID[id] = at, at
}

// Drop drops the text with this id.
func (r *ring) Drop(id uint32) {
	if at, found := r.byID[id]; found {
		r.drop(at)
	}
}

// Clear drops all texts.
func (r *ring) Clear() {
	clear(r.byName)
	clear(r.byID)
	clear(r.used)
	r.current = 0
}

func (r *ring) reserve() {
	r.memory = reserve(r.chunk * len(r.used))
	runtime.AddCleanup(r, release, r.memory)
}

// advance moves on to the next chunk and drops the texts in it.
func (r *ring) advance() {
	r.current = (r.current + 1) % len(r.used)
	at := uint32(r.current * r.chunk)
	for end := at + uint32(r.used[r.current]); at < end; {
		e := r.entry(at)
		if where, found := r.byName[e.name]; found && where == at {
			r.drop(at)
		}
		at += e.size
	}
	r.used[r.current] = 0
}

func (r *ring) drop(at uint32) {
	e := r.entry(at)
	delete(r.byName, e.name)
	delete(r.byID, e.id)
}

// entry is the header of each text.
type entry struct{ size, name, id uint32 }

const header = 12 // bytes of an entry

func (r *ring) entry(at uint32) entry {
	b, order := r.memory[at:at+header], binary.NativeEndian
	return entry{order.Uint32(b), order.Uint32(b[4:]), order.Uint32(b[8:])}
}

func (r *ring) write(at uint32, e entry) {
	b, order := r.memory[at:at+header], binary.NativeEndian
	order.PutUint32(b, e.size)
	order.PutUint32(b[4:], e.name)
	order.PutUint32(b[8:], e.id)
}
