package index

import (
	"bytes"
	"sort"
)

// texts are byte strings in one block of memory, which the garbage collector
// does not scan.
type texts struct {
	bytes []byte
	end   []uint32 // the end of each text
}

func (t *texts) add(text []byte) {
	t.bytes = append(t.bytes, text...)
	t.end = append(t.end, uint32(len(t.bytes)))
}

func (t *texts) len() int { return len(t.end) }

func (t *texts) at(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = t.end[i-1]
	}
	return t.bytes[start:t.end[i]:t.end[i]]
}

// equal returns the range of texts that equal a text: one or none. The texts are
// sorted, and each is there once.
func (t *texts) equal(text []byte) (from, to uint32) {
	low, high := uint32(0), uint32(t.len())
	for low < high {
		middle := (low + high) / 2
		switch order := bytes.Compare(t.at(middle), text); {
		case order == 0:
			return middle, middle + 1
		case order < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0, 0
}

// prefixed returns the range of texts with a prefix. The texts are sorted.
func (t *texts) prefixed(prefix []byte) (from, to uint32) {
	n := t.len()
	first := sort.Search(n, func(i int) bool { return bytes.Compare(t.at(uint32(i)), prefix) >= 0 })
	size := sort.Search(n-first, func(i int) bool { return !bytes.HasPrefix(t.at(uint32(first+i)), prefix) })
	return uint32(first), uint32(first + size)
}

// lists are lists of numbers in one block of memory. Each number has an impact.
type lists struct {
	end    []uint32
	to     []uint32
	impact []uint8
}

func (l *lists) bounds(i uint32) (from, to uint32) {
	if i > 0 {
		from = l.end[i-1]
	}
	return from, l.end[i]
}

// of returns list i without impacts, or nothing if there are fewer lists.
func (l *lists) of(i uint32) []uint32 {
	if int(i) >= len(l.end) {
		return nil
	}
	from, to := l.bounds(i)
	return l.to[from:to]
}
