package index

import "bytes"

// The checks of a snapshot whose checksums are right: whatever it contains, a search
// must not read beyond the end of a column.

// isSound reports whether the columns of a segment fit together.
func (s *segment) isSound(n savedNumbers) bool {
	products, words := s.len(), s.words.len()
	for _, column := range [][]uint32{s.category, s.brand, s.frame, s.lens, s.byID, s.bySlug} {
		if len(column) != products {
			return false
		}
	}
	return products > 0 && len(s.created) == products && len(s.contents) == products && len(s.byEnd) == words &&
		s.names.areSound(products) && s.slugs.areSound(products) && s.hits.areSound(products) && s.words.areSound(words) && s.words.areSorted() &&
		allBelow(s.category, len(n.categories)) && allBelow(s.brand, len(n.labels)) && allBelow(s.frame, len(n.labels)) && allBelow(s.lens, len(n.labels)) &&
		allBelow(s.byID, products) && allBelow(s.bySlug, products) && allBelow(s.byEnd, words) &&
		areEnds(s.named.end, products, len(s.named.to)) && len(s.named.impact) == 0 && allNamesBelow(s.named.to, len(n.words)) &&
		s.shared.areSound(s.shared.len()) && s.forward.isSound(products, words) &&
		s.postings.areSound(words, products) && s.members.areSound(len(s.members.end), products) &&
		s.attributes.products.areSound(len(s.attributes.keys), products) && s.tombstones.isSound(products)
}

func (t *trigrams) isSound(words int) bool {
	return len(t.count) == words && t.words.areSound(len(t.all), words)
}

func (t *texts) areSound(n int) bool { return areEnds(t.end, n, len(t.bytes)) }

// areSorted reports whether the texts ascend: what finds a range of them relies on it.
func (t *texts) areSorted() bool {
	for i := uint32(1); int(i) < t.len(); i++ {
		if bytes.Compare(t.at(i-1), t.at(i)) >= 0 {
			return false
		}
	}
	return true
}

// areEnds reports whether ends are those of n parts of a whole with a length.
func areEnds(ends []uint32, n, length int) bool {
	last := uint32(0)
	for _, end := range ends {
		if end < last {
			return false
		}
		last = end
	}
	return len(ends) == n && int64(last) == int64(length)
}

func allBelow(numbers []uint32, limit int) bool {
	most := uint32(0)
	for _, v := range numbers {
		most = max(most, v)
	}
	return len(numbers) == 0 || int64(most) < int64(limit)
}

func allNamesBelow(named []uint32, limit int) bool {
	most := uint32(0)
	for _, v := range named {
		most = max(most, v&wordBits)
	}
	return len(named) == 0 || int64(most) < int64(limit)
}

func (b set) isSound(n int) bool {
	return len(b) == setSize(n) && (n%64 == 0 || b[len(b)-1]>>(n%64) == 0)
}

// areSound reports whether there are n lists, of numbers below a limit.
func (l *packed) areSound(n, limit int) bool {
	if !areEnds(l.end, n, len(l.data)) {
		return false
	}
	from := uint32(0)
	for _, end := range l.end {
		for rest := l.data[from:end]; len(rest) > 0; {
			size := soundRun(rest, limit)
			if size == 0 {
				return false
			}
			rest = rest[size:]
		}
		from = end
	}
	return true
}

// soundRun returns the size of the run at the beginning of data, 0 if it is not sound.
func soundRun(data []uint16, limit int) (size int) {
	if n := int(data[0] >> 8); n < sparse {
		if size = runHead + n*chunkHead; size > len(data) {
			return 0
		}
		for at := runHead; at < size; at += chunkHead {
			if int64(data[at])<<half|int64(data[at+1]) >= int64(limit) {
				return 0
			}
		}
		return size
	}
	if data[0]&dense != dense || len(data) < denseHead {
		return 0
	}
	left := int64(data[1]) | int64(data[2])<<half
	size = denseHead
	for range data[3] {
		if size+chunkHead > len(data) {
			return 0
		}
		base, n := int64(data[size])<<half, int(data[size+1])+1
		size += chunkHead
		if size+n > len(data) {
			return 0
		}
		if base|0xffff >= int64(limit) {
			for _, v := range data[size : size+n] {
				if base|int64(v) >= int64(limit) {
					return 0
				}
			}
		}
		size, left = size+n, left-int64(n)
	}
	if left != 0 {
		return 0
	}
	return size
}
