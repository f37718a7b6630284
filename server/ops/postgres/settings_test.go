package postgres

import "testing"

func TestMemorySettings(t *testing.T) {
	t.Parallel()
	for memory, want := range map[int64][2]string{
		0: {"256MB", "1024MB"}, 512 * mib: {"128MB", "1024MB"}, 4096 * mib: {"512MB", "2048MB"}, 65536 * mib: {"2048MB", "32768MB"},
	} {
		if got := [2]string{sharedBuffers(memory), cacheSize(memory)}; got != want {
			t.Errorf("%d MiB: %v, want %v", memory/mib, got, want)
		}
	}
}

func TestLeastMemory(t *testing.T) {
	t.Parallel()
	const meminfo = "MemTotal:        4096 kB\nMemFree:          100 kB\n"
	for limit, want := range map[string]int64{"": 4 * mib, "max\n": 4 * mib, "1048576\n": mib, "9999999999\n": 4 * mib} {
		if got := leastMemory(meminfo, limit); got != want {
			t.Errorf("%q: %d, want %d", limit, got, want)
		}
	}
	if got := leastMemory("", "1048576"); got != 0 {
		t.Errorf("%d of nothing known", got)
	}
}
