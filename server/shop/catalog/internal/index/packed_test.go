package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A packed list gives back what was added, in runs, whatever the distances of its
// numbers are.
func TestPacked(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var l packed
	var want [][]uint32
	for range 300 {
		var list []uint32
		for impact := r.IntN(4); impact > 0; impact-- {
			numbers := map[uint32]bool{}
			for range 1 + r.IntN([]int{1, sparse - 1, sparse + 1, 2_000}[r.IntN(4)]) {
				numbers[r.Uint32()>>r.IntN(32)] = true
			}
			run := make([]uint32, 0, len(numbers))
			for v := range numbers {
				run = append(run, v)
			}
			slices.Sort(run)
			l.add(uint8(impact), run)
			list = append(list, run...)
		}
		l.close()
		want = append(want, list)
	}
	l.fit()
	for i, list := range want {
		var got []uint32
		l.each(uint32(i), func(base uint32, rest []uint16) bool {
			for _, v := range rest {
				got = append(got, base|uint32(v))
			}
			return true
		})
		if !slices.Equal(got, list) {
			t.Fatalf("list %d of %d numbers: got %d", i, len(list), len(got))
		}
		if (l.size(uint32(i), uint32(i)+1) == 0) != (len(list) == 0) {
			t.Errorf("list %d of %d numbers is said to have %d", i, len(list), l.size(uint32(i), uint32(i)+1))
		}
	}
	if from, to := uint32(0), uint32(len(want)); l.size(from, from) != 0 || l.size(from, to) == 0 {
		t.Error("the size of several lists is wrong")
	}
}
