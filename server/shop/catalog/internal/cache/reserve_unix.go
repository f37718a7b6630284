//go:build unix

package cache

import "golang.org/x/sys/unix"

// reserve takes memory from the system: what is not written yet costs nothing.
func reserve(size int) []byte {
	memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size)
	}
	return memory
}

// release gives it back. Memory that reserve did not map is not known to Munmap.
func release(memory []byte) { _ = unix.Munmap(memory) }
