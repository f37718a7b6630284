package index

import "slices"

// packed are lists of numbers in one block of memory, in about 2 bytes for each
// number. A list has runs of numbers with the same impact: the highest impact comes
// first, and the numbers of a run ascend.
//
// A run begins with its impact and, in the upper half of the same element, how many
// numbers it has, each of which is its first and its last 16 bits. If these are many,
// the upper half is dense. Then the length follows in two elements, the lower one
// first, the number of chunks, and the chunks: the first 16 bits that its numbers
// share, how many there are, less 1, and the last 16 bits of each.
type packed struct {
	end  []uint32 // the end of each list in data
	data []uint16
}

// sparse is the number of numbers below which a run has no chunks.
const sparse = 32

// The parts of a run.
const (
	dense     = 0xff << 8 // says that a run has chunks
	runHead   = 1
	denseHead = 4 // of a run with chunks
	chunkHead = 2
	half      = 16 // bits of a number
)

// add adds a run to the last list.
func (l *packed) add(impact uint8, numbers []uint32) {
	if len(numbers) < sparse {
		l.data = append(l.data, uint16(impact)|uint16(len(numbers))<<8)
		for _, v := range numbers {
			l.data = append(l.data, uint16(v>>half), uint16(v))
		}
		return
	}
	head := len(l.data)
	l.data = append(l.data, uint16(impact)|dense, uint16(len(numbers)), uint16(len(numbers)>>half), 0)
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n]>>half == numbers[0]>>half {
			n++
		}
		l.data = append(l.data, uint16(numbers[0]>>half), uint16(n-1))
		for _, v := range numbers[:n] {
			l.data = append(l.data, uint16(v))
		}
		numbers = numbers[n:]
		l.data[head+denseHead-1]++
	}
}

// close ends the last list.
func (l *packed) close() { l.end = append(l.end, uint32(len(l.data))) }

// fit drops the memory that growing has left unused.
func (l *packed) fit() { l.data, l.end = slices.Clone(l.data), slices.Clone(l.end) }

func (l *packed) bounds(i uint32) (from, to uint32) {
	if i > 0 {
		from = l.end[i-1]
	}
	return from, l.end[i]
}

// size returns about how many numbers the lists from one to another have; 0 if they
// have none.
func (l *packed) size(from, to uint32) int {
	if from >= to || int(to) > len(l.end) {
		return 0
	}
	first, _ := l.bounds(from)
	return int(l.end[to-1] - first)
}

// packedRun is a run of a list, to be read once.
type packedRun struct {
	data   []uint16
	chunks int // how many there are; each of few numbers is one
	sparse bool
	impact uint8
}

// runAt returns the run that begins at a place of the data, and the place after it.
func (l *packed) runAt(at uint32) (r packedRun, after uint32) {
	head := l.data[at]
	r.impact = uint8(head)
	if n := uint32(head >> 8); n < sparse {
		r.sparse, r.chunks = true, int(n)
		after = at + runHead + n*chunkHead
		r.data = l.data[at+runHead : after]
		return r, after
	}
	rest := l.data[at : at+denseHead]
	r.chunks = int(rest[3])
	after = at + denseHead + uint32(r.chunks)*chunkHead + (uint32(rest[1]) | uint32(rest[2])<<half)
	r.data = l.data[at+denseHead : after]
	return r, after
}

// next returns the numbers of the next chunk: base with each of rest as its last
// bits. There are none after the end.
func (r *packedRun) next() (base uint32, rest []uint16) {
	if r.chunks == 0 {
		return 0, nil
	}
	r.chunks--
	base = uint32(r.data[0]) << half
	if r.sparse {
		rest, r.data = r.data[1:2], r.data[2:]
		return base, rest
	}
	end := chunkHead + int(r.data[1]) + 1
	rest, r.data = r.data[chunkHead:end], r.data[end:]
	return base, rest
}

// each calls fn with the numbers of a list, see packedRun.next, until fn returns
// false. A list that is not there has none.
func (l *packed) each(i uint32, fn func(base uint32, rest []uint16) bool) {
	if int(i) >= len(l.end) {
		return
	}
	for at, end := l.bounds(i); at < end; {
		var r packedRun
		r, at = l.runAt(at)
		for base, rest := r.next(); len(rest) > 0; base, rest = r.next() {
			if !fn(base, rest) {
				return
			}
		}
	}
}
