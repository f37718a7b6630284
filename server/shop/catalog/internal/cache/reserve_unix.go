//go:build unix

package cache

import "golang.org/x/sys/unix"

// reserve maps memory: pages that are not written yet cost nothing.
func reserve(size int) []byte {
	memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size)
	}
	return memory
}

// release unmaps memory from reserve. Munmap fails for any other memory.
func release(memory []byte) { _ = unix.Munmap(memory) }
