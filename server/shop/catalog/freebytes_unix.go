//go:build linux || darwin || freebsd

package catalog

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes the disk of a folder has free, if that is known.
func freeBytes(folder string) (free int64, known bool) {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true //nolint:unconvert // their types depend on the system
}
