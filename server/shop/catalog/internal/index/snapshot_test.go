package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/test/racing"
)

// states returns what the database has of the products, in the order of their ids.
func (s *shop) states() (all []State) {
	for _, p := range s.products {
		all = append(all, State{p.ID, p.Content, p.Price, p.Stock, p.Updated, p.Featured})
	}
	slices.SortFunc(all, func(a, b State) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return all
}

// filled returns a shop with products in several segments, some of them deleted, and
// its snapshot.
func filled(tb testing.TB, seed uint64, changes int) (*shop, []byte) {
	s := newShop(seed)
	for range changes {
		changed, gone := s.change()
		s.apply(changed, gone)
		s.index.Apply(changed, gone)
	}
	s.index.merges.Wait()
	var file bytes.Buffer
	if err := s.index.Save(&file, "me"); err != nil {
		tb.Fatal(err)
	}
	return s, file.Bytes()
}

func TestASnapshotGivesTheSameIndex(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4 / racing.OneIn) {
		s, file := filled(t, seed, 20)
		changed, gone := s.change() // while the service is down
		s.apply(changed, gone)
		s.index = New(hitMembers...)
		if err := s.index.Load(bytes.NewReader(file), int64(len(file)), "me"); err != nil {
			t.Fatal(err)
		}
		s.recategorise()
		differ, missing := s.index.Reconcile(uuid.UUID{}, uuid.Max, s.states())
		var anew []Product
		for _, id := range differ {
			anew = append(anew, s.products[id])
		}
		if len(anew) > len(changed) || len(missing) > len(gone) {
			t.Errorf("%d products are read anew and %d removed, after %d and %d changed", len(anew), len(missing), len(changed), len(gone))
		}
		s.index.Apply(anew, missing)
		c := s.index.Checker()
		for _, p := range s.products {
			if !c.Holds(&p) {
				t.Errorf("another version of %s is there", p.Slug)
			}
		}
		for range 5 {
			s.compare(t)
			changed, gone := s.change()
			s.apply(changed, gone)
			s.index.Apply(changed, gone)
		}
		s.index.Compact()
		s.compare(t)
	}
}

func TestASnapshotOfAnEmptyIndex(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := New().Save(&file, ""); err != nil {
		t.Fatal(err)
	}
	x := New()
	if err := x.Load(&file, int64(file.Len()), ""); err != nil || x.Len() != 0 {
		t.Errorf("%d products, %v", x.Len(), err)
	}
}

func TestADamagedSnapshotIsRefused(t *testing.T) {
	t.Parallel()
	s, file := filled(t, 1, 4)
	refused := func(what string, damaged []byte, identity string, want error) {
		t.Helper()
		x := New(hitMembers...)
		err := x.Load(bytes.NewReader(damaged), int64(len(damaged)), identity)
		if err == nil || want != nil && !errors.Is(err, want) || x.Len() != 0 || len(x.numbers.words.of) != 1 {
			t.Fatalf("%s: %v, %d products", what, err, x.Len())
		}
	}
	refused("another identity", file, "you", ErrForeign)
	refused("a byte too many", append(slices.Clone(file), 0), "me", nil)
	for range 2_000 / racing.OneIn {
		at := s.IntN(len(file))
		refused("cut off", file[:at], "me", nil)
		damaged := slices.Clone(file)
		damaged[at] ^= 1 << s.IntN(8)
		refused("a bit", damaged, "me", nil)
		clear(damaged[at:min(at+s.IntN(5_000), len(file))])
		if !bytes.Equal(damaged, file) {
			refused("zeros", damaged, "me", nil)
		}
	}
}

// signed gives each section of a damaged snapshot the checksum that it should have,
// so that only what is in it can give it away.
func signed(file []byte) []byte {
	file = slices.Clone(file)
	for rest := file; len(rest) >= sectionHead; {
		size := binary.LittleEndian.Uint64(rest)
		if size > uint64(len(rest)-sectionHead) || len(rest)-sectionHead-int(size) < sectionTail {
			break
		}
		data := rest[sectionHead : sectionHead+size]
		rest = rest[sectionHead+size:]
		binary.LittleEndian.PutUint32(rest, crc32.Checksum(data, castagnoli))
		rest = rest[sectionTail:]
	}
	return file
}

// ask searches whatever is in the index.
func ask(s *shop, x *Index) {
	x.SetCategories(s.categories)
	x.Reconcile(uuid.UUID{}, uuid.UUID{128}, s.states())
	for range 10 {
		q := s.query()
		_, found := x.Search(nil, &q)
		q.After = &found.Last
		x.Search(nil, &q)
		x.Facets(&q)
		x.Similar(s.word())
		x.Missing(Spelling{Text: s.word(), Ends: true})
		x.Categories(nil, true, 10)
	}
	x.Apply(s.change())
	x.Compact()
}

// Whatever a file contains, loading it takes no more memory than it is large, and no
// search reads beyond what was loaded.
func FuzzSnapshot(f *testing.F) {
	for seed := range uint64(3) {
		_, file := filled(f, seed, 1+int(seed))
		f.Add(file, seed)
	}
	f.Fuzz(func(_ *testing.T, file []byte, seed uint64) {
		x := New(hitMembers...)
		file = signed(file)
		if err := x.Load(bytes.NewReader(file), int64(len(file)), "me"); err == nil {
			ask(newShop(seed), x)
		}
	})
}

// The same with damage that is more often accepted than that of the fuzzer.
func TestALyingSnapshotIsHarmless(t *testing.T) {
	t.Parallel()
	s, file := filled(t, 2, 6)
	accepted := 0
	for range 400 {
		lying := slices.Clone(file)
		for range 1 + s.IntN(3) {
			lying[s.IntN(len(lying))] ^= 1 << s.IntN(8)
		}
		lying = signed(lying)
		x := New(hitMembers...)
		if err := x.Load(bytes.NewReader(lying), int64(len(lying)), "me"); err == nil {
			accepted++
			ask(s, x)
		}
	}
	if accepted == 0 {
		t.Error("none was accepted: nothing is tested")
	}
}
