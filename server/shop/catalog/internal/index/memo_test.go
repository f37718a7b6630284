package index

import "testing"

// A memo forgets what nobody asks for, and keeps what is asked for all the time.
func TestAMemoTakesLimitedMemory(t *testing.T) {
	t.Parallel()
	const most, favourite = 64, 1_000_000
	all := memo[int]{most: most}
	all.put(favourite, 7)
	for key := range uint64(3 * most) {
		all.put(key, int(key))
		if n, known := all.get(key); !known || n != int(key) {
			t.Fatalf("%d is %d", key, n)
		}
		if n, known := all.get(favourite); !known || n != 7 {
			t.Fatalf("after %d others: %d", key, n)
		}
		if n := len(all.young) + len(all.old); n > most {
			t.Fatalf("%d values are remembered", n)
		}
	}
	if _, known := all.get(0); known {
		t.Error("what nobody asked for is remembered")
	}
	all.clear()
	for _, key := range []uint64{favourite, 3*most - 1} {
		if _, known := all.get(key); known {
			t.Errorf("%d is known after a change", key)
		}
	}
}
