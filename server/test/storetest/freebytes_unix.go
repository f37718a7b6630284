//go:build unix

package storetest

import "syscall"

// freeBytes returns how much can be written to a folder, or 0 if that is not known.
func freeBytes(folder string) uint64 {
	var free syscall.Statfs_t
	if syscall.Statfs(folder, &free) != nil {
		return 0
	}
	return free.Bavail * uint64(free.Bsize)
}
