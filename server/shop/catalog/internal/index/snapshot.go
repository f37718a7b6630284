package index

import (
	"errors"
	"io"
	"slices"
	"sync"
	"unsafe"

	"github.com/google/uuid"
)

// A snapshot is a file with everything of an index but the categories and the fields
// of products that change most often: after it is loaded, Reconcile has to compare
// every product with the database, which gives it these.
//
// The file is a sequence of sections (section.go): the identity, the numbers, and
// the columns of each segment in the order of segment.columns. All numbers are
// little-endian. A change of this order, or of what a column means, needs no version
// of its own: the identity that the caller gives has to differ for another program.

// ErrForeign is returned by Load for a snapshot with another identity.
var ErrForeign = errors.New("it is of another program or database")

// errDamaged is returned by Load for a file whose parts do not fit together.
var errDamaged = errors.New("it is damaged")

// mostSegments is more segments than an index has.
const mostSegments = 10_000

// Save writes a snapshot. Searches and changes go on meanwhile; it contains the index
// as it was at the beginning.
func (x *Index) Save(w io.Writer, identity string) error {
	segments, n := x.copyForSnapshot()
	out := &sectionWriter{w: w}
	put(out, []byte(identity))
	n.save(out)
	put(out, []uint32{uint32(len(segments))})
	for _, s := range segments {
		s.columns(writing{out})
		s.trigrams().columns(writing{out})
	}
	return out.flush()
}

// copyForSnapshot returns what changes of an index, as it is at one moment. The
// columns of segments do not change.
func (x *Index) copyForSnapshot() (segments []*segment, n savedNumbers) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, s := range x.segments {
		c := *s
		c.tombstones = slices.Clone(s.tombstones)
		segments = append(segments, &c)
	}
	return segments, x.numbers.copyForSnapshot()
}

// Load fills an empty index from a snapshot of a number of bytes. It trusts nothing
// in it: an error leaves the index empty. Products are not to be searched before
// Reconcile has compared all.
func (x *Index) Load(r io.Reader, size int64, identity string) error {
	in := &sectionReader{r: r, left: size}
	if got := get[byte](in); in.err == nil && string(got) != identity {
		return ErrForeign
	}
	n := loadNumbers(in)
	count := get[uint32](in)
	if in.err != nil || len(count) != 1 || count[0] > mostSegments {
		return errors.Join(errDamaged, in.err)
	}
	segments := make([]*segment, 0, min(count[0], 100))
	for range count[0] {
		s, t := &segment{}, &trigrams{}
		s.columns(reading{in})
		t.columns(reading{in})
		if in.err != nil || !s.isSound(n) || !t.isSound(s.words.len()) {
			return errors.Join(errDamaged, in.err)
		}
		s.complete()
		s.trigrams = sync.OnceValue(func() *trigrams { return t })
		segments = append(segments, s)
	}
	if in.left != 0 {
		return errDamaged
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.numbers.set(n)
	x.setSegments(segments)
	x.tallies = tallies{}
	for _, s := range segments {
		x.tallies.addLive(s)
	}
	x.remembered.forget(onContent)
	return nil
}

// columner reads or writes columns: whichever it does, segment.columns names them in
// the same order.
type columner interface {
	bytes(column *[]byte)
	halves(column *[]uint16)
	numbers(column *[]uint32)
	longs(column *[]uint64)
	signed(column *[]int64)
	ids(column *[]uuid.UUID)
}

func (s *segment) columns(c columner) {
	c.ids(&s.ids)
	s.names.columns(c)
	s.slugs.columns(c)
	c.signed(&s.created)
	s.hits.columns(c)
	s.shared.columns(c)
	c.signed(&s.contents)
	for _, column := range []*[]uint32{&s.category, &s.brand, &s.frame, &s.lens, &s.byID, &s.bySlug, &s.byEnd} {
		c.numbers(column)
	}
	s.named.columns(c)
	s.words.columns(c)
	s.forward.columns(c)
	s.postings.columns(c)
	s.members.columns(c)
	c.longs(&s.attributes.keys)
	s.attributes.products.columns(c)
	c.longs((*[]uint64)(&s.tombstones))
}

func (t *texts) columns(c columner) {
	c.bytes(&t.bytes)
	c.numbers(&t.end)
}

func (l *lists) columns(c columner) {
	c.numbers(&l.end)
	c.numbers(&l.to)
	c.bytes(&l.impact)
}

func (l *packed) columns(c columner) {
	c.numbers(&l.end)
	c.halves(&l.data)
}

func (t *trigrams) columns(c columner) {
	c.longs((*[]uint64)(unsafe.Pointer(&t.all))) // a trigram is a uint64
	t.words.columns(c)
	c.halves(&t.count)
}

// complete computes what a snapshot does not contain. The fields that change most
// often are zeros.
func (s *segment) complete() {
	n := s.len()
	s.mutable = zeroMutables(n)
	s.marks = make([]uint16, s.words.len())
	for w := range s.marks {
		s.marks[w] = mark(s.words.at(uint32(w)))
	}
	s.prices = &prices{}
	s.live = n - s.tombstones.count()
}

// addLive is add for a segment of which products may be deleted.
func (t *tallies) addLive(s *segment) {
	t.add(s)
	for p := range s.tombstones.all() {
		t.remove(s, p)
	}
}
