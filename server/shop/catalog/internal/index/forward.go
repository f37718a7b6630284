package index

import "bytes"

// forward lists the words of each product, sorted, in 3 bytes for each, which is
// enough for 16 million words.
type forward struct {
	end    []uint32
	to     triples
	impact []uint8
}

func (f *forward) bounds(p uint32) (from, to uint32) {
	if p > 0 {
		from = f.end[p-1]
	}
	return from, f.end[p]
}

// of returns the words of a product.
func (f *forward) of(p uint32) triples {
	from, to := f.bounds(p)
	return f.to[from*tripleSize : to*tripleSize]
}

// add adds a product with sorted words.
func (f *forward) add(words []uint32, impact []uint8) {
	for _, w := range words {
		f.to = f.to.with(w)
	}
	f.impact = append(f.impact, impact...)
	f.end = append(f.end, uint32(len(f.impact)))
}

// triples are numbers of 24 bits.
type triples []byte

const tripleSize = 3

func (t triples) len() int { return len(t) / tripleSize }

func (t triples) at(i int) uint32 {
	b := t[tripleSize*i : tripleSize*i+tripleSize]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
}

func (t triples) with(v uint32) triples { return append(t, byte(v), byte(v>>8), byte(v>>16)) }

// from returns the index of the first number that is not less than v.
func (t triples) from(v uint32) int {
	low, high := 0, t.len()
	for low < high {
		if middle := (low + high) / 2; t.at(middle) < v {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// clip drops unused memory if it is much.
func clip(b []byte) []byte {
	const much = 16
	if cap(b)-len(b) > len(b)/much {
		return bytes.Clone(b)
	}
	return b
}
