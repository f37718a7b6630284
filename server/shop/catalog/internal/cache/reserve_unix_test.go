//go:build unix

package cache

import (
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The addresses may be mapped again at once: the C library maps as much for a
// new thread. So the test asks whether what the ring wrote is still there.
func TestAnUnusedRingReleasesItsMemory(t *testing.T) {
	t.Parallel()
	r := newRing(64 << 20)
	r.Put(1, 2, []byte("text"))
	parts := partsOf(r.memory)
	for _, part := range parts {
		copy(part, written)
	}
	for i, part := range parts {
		if !isThere(t, part) {
			t.Fatalf("part %d is not there while the ring is in use", i)
		}
	}
	runtime.KeepAlive(r)
	deadline := time.Now().Add(20 * time.Second)
	for i, part := range parts {
		for ; isThere(t, part); runtime.GC() {
			if time.Now().After(deadline) {
				t.Fatalf("part %d is still there", i)
			}
		}
	}
}

// written is what the test writes to each part of a ring's memory.
const written = "written by the test of unused rings"

// partsOf returns the beginning, the middle and the end of memory.
func partsOf(memory []byte) [][]byte {
	n := len(written)
	return [][]byte{memory[:n], memory[len(memory)/2:][:n], memory[len(memory)-n:]}
}

// isThere reports whether a part of memory contains what was written to it. The
// system reads it, because reading what is not mapped would end the program.
func isThere(t *testing.T, part []byte) bool {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	_, err = write.Write(part)
	if errors.Is(err, unix.EFAULT) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(part))
	if _, err := read.Read(got); err != nil {
		t.Fatal(err)
	}
	return string(got) == written
}
