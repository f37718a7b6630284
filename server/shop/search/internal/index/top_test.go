package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSorted(t *testing.T) {
	t.Parallel()
	var spare []uint64
	for _, n := range []int{0, 1, 511, 512, 513, 70_000} {
		for _, scores := range []int{1, 3, 60_000} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = keyOf(uint16(rand.IntN(scores)), rand.Uint32()>>rand.IntN(32))
			}
			want := slices.Sorted(slices.Values(keys))
			if got := sorted(keys, &spare); !slices.Equal(got, want) {
				t.Errorf("%d keys of %d scores are not in order", n, scores)
			}
		}
	}
}
