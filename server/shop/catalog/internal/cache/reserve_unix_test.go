//go:build unix

package cache

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// It is not parallel: another test could be given the same memory.
func TestAnUnusedRingReleasesItsMemory(t *testing.T) {
	r := newRing(64 << 20)
	r.Put(1, 2, []byte("text"))
	memory := r.memory
	if err := unix.Msync(memory, unix.MS_ASYNC); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(r)
	for deadline := time.Now().Add(20 * time.Second); !errors.Is(unix.Msync(memory, unix.MS_ASYNC), unix.ENOMEM); runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatal("it is still there")
		}
	}
}
