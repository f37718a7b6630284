package index

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/test/storetest"
)

// Words and labels that no product has any more are forgotten while products are renamed, and their numbers are those of
// others then. The index finds what a full scan finds.
func TestForgottenNames(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		s := newShop(seed)
		s.index.numbers.words.slack, s.index.numbers.labels.slack = 10, 4
		for i := range 40 / storetest.OneIn(4) {
			for range 10 {
				s.vocabulary[s.IntN(len(s.vocabulary))] = s.word() + s.word()
			}
			changed, gone := s.change()
			for j := range changed {
				if s.IntN(3) == 0 {
					s.versions++
					changed[j].Brand.Text, changed[j].Content = fmt.Sprint("Red ", s.IntN(i+1)), s.versions
				}
			}
			s.apply(changed, gone)
			s.index.Apply(changed, gone)
			s.compare(t)
		}
		s.index.merges.Wait()
		s.compare(t)
	}
}

// The memory for names depends on the products that there are, not on those that there were.
func TestNamesTakeLimitedMemory(t *testing.T) {
	t.Parallel()
	const many, products = 300, 40
	s := newShop(3)
	for i := range many {
		var changed []Product
		for j := range products {
			p := s.product([16]byte{byte(j)})
			name := fmt.Sprintf("name%dx%d", i, j)
			p.Named, p.Brand = []NameWord{{name, Head}, {name + "b", Modifier}}, Label{name, name}
			changed = append(changed, p)
		}
		s.index.Apply(changed, nil)
	}
	n := s.index.numbers
	for what, size := range map[string]int{
		"words": len(n.words.of), "numbers of words": n.count(), "counts": len(s.index.tallies.words), "labels": len(n.labels.of),
		"numbers of labels": len(n.labelled), "keys": len(n.sameKey),
	} {
		if size > 2000 {
			t.Errorf("%d %s for %d products", size, what, products)
		}
	}
}
