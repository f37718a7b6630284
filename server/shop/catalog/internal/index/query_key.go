package index

import (
	"encoding/binary"
	"hash/maphash"
)

// seed is that of the keys of queries.
var seed = maphash.MakeSeed()

// key returns a hash of everything that decides which products match.
func (q *Query) key() uint64 {
	h := newHasher()
	h.matching(q)
	return h.Sum64()
}

// pageKey returns a hash of everything that decides which products are returned, and in
// which order.
func (q *Query) pageKey() uint64 {
	h := newHasher()
	h.matching(q)
	for _, term := range q.Terms {
		for _, sp := range term {
			h.number(uint64(sp.By))
		}
	}
	h.number(uint64(q.Order))
	h.number(uint64(q.Offset))
	h.number(uint64(q.Limit))
	h.flag(q.Brief)
	if h.flag(q.After != nil); q.After != nil {
		h.text(q.After.Name)
		h.number(uint64(q.After.Number))
		_, _ = h.Write(q.After.ID[:])
	}
	return h.Sum64()
}

// hasher hashes queries. Whatever has a length is preceded by it.
type hasher struct{ maphash.Hash }

func newHasher() *hasher {
	h := &hasher{}
	h.SetSeed(seed)
	return h
}

func (h *hasher) number(n uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], n)
	_, _ = h.Write(bytes[:])
}

func (h *hasher) flag(is bool) {
	if is {
		h.number(1)
	} else {
		h.number(0)
	}
}

func (h *hasher) text(s string) {
	h.number(uint64(len(s)))
	_, _ = h.WriteString(s)
}

func (h *hasher) texts(list []string) {
	h.flag(list == nil)
	h.number(uint64(len(list)))
	for _, s := range list {
		h.text(s)
	}
}

// matching adds everything that decides which products match.
func (h *hasher) matching(q *Query) {
	h.number(uint64(len(q.Terms)))
	for _, term := range q.Terms {
		h.number(uint64(len(term)))
		for _, sp := range term {
			h.text(sp.Text)
			h.flag(sp.Whole)
			h.flag(sp.Ends)
		}
	}
	f := &q.Filter
	h.flag(f.IDs == nil)
	h.number(uint64(len(f.IDs)))
	for _, id := range f.IDs {
		_, _ = h.Write(id[:])
	}
	h.texts(f.Slugs)
	h.texts(f.Brands)
	for _, s := range []string{f.Category, f.Frame, f.Lens} {
		h.text(s)
	}
	h.flag(f.Featured != nil)
	h.flag(f.Featured != nil && *f.Featured)
	h.flag(f.InStock)
	for _, n := range []int64{f.Min, f.Max, f.Since} {
		h.number(uint64(n))
	}
	h.number(uint64(len(f.Attributes)))
	for _, keys := range f.Attributes {
		h.number(uint64(len(keys)))
		for _, key := range keys {
			h.number(key)
		}
	}
}
