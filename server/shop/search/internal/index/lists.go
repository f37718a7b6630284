package index

import (
	"bytes"
	"slices"
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

// lists are lists of numbers in one block of memory.
type lists struct {
	end []uint32 // of each list
	to  []uint32
}

// add adds a list.
func (l *lists) add(numbers []uint32) {
	l.to = append(l.to, numbers...)
	l.end = append(l.end, uint32(len(l.to)))
}

func (l *lists) bounds(i uint32) (from, to uint32) {
	if i > 0 {
		from = l.end[i-1]
	}
	return from, l.end[i]
}

// of returns list i, or nothing if there are fewer lists.
func (l *lists) of(i uint32) []uint32 {
	if int(i) >= len(l.end) {
		return nil
	}
	from, to := l.bounds(i)
	return l.to[from:to]
}

// size returns how many numbers the lists from one to another have; 0 if they have none.
func (l *lists) size(from, to uint32) int {
	if from >= to || int(to) > len(l.end) {
		return 0
	}
	first, _ := l.bounds(from)
	return int(l.end[to-1] - first)
}

// fit drops the memory that growing has left unused.
func (l *lists) fit() { l.to, l.end = slices.Clone(l.to), slices.Clone(l.end) }

// weighted are lists of numbers of which each has an impact.
type weighted struct {
	lists
	impact []uint8
}

// withImpacts returns list i and the impacts of its numbers.
func (w *weighted) withImpacts(i uint32) (numbers []uint32, impacts []uint8) {
	from, to := w.bounds(i)
	return w.to[from:to], w.impact[from:to]
}

// inverted returns, for each number below n, the lists that contain it, those in which it
// has the highest impact first, and otherwise in their order.
func (w *weighted) inverted(n int) weighted {
	out := weighted{lists{make([]uint32, n), make([]uint32, len(w.to))}, make([]uint8, len(w.to))}
	for _, v := range w.to {
		out.end[v]++
	}
	toStarts(out.end)
	for i := range uint32(len(w.end)) {
		numbers, impacts := w.withImpacts(i)
		for j, v := range numbers {
			next := &out.end[v]
			out.to[*next], out.impact[*next] = i, impacts[j]
			*next++
		}
	}
	var keys, spare []uint64
	for v := range uint32(n) {
		numbers, impacts := out.withImpacts(v)
		keys = keys[:0]
		for i, one := range numbers {
			keys = append(keys, keyOf(uint16(impacts[i]), one))
		}
		for i, key := range sorted(keys, &spare) {
			numbers[i], impacts[i] = uint32(key), uint8(scoreOf(key))
		}
	}
	return out
}
