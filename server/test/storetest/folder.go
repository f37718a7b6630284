package storetest

import (
	"fmt"
	"os"
	"path/filepath"
)

const (
	inMemory = "/dev/shm"
	room     = 2 << 30 // bytes, of which the tests take a tenth
)

// folder returns where the server of the tests has its data: in memory if there is room, or in the
// cache of the user. A database is six hundred files, and ext4 takes long to make a file for minutes
// after many were deleted: it was half of the processor time of the tests.
func folder() string {
	if freeBytes(inMemory) >= room {
		return filepath.Join(inMemory, fmt.Sprintf("storefront-%d", os.Getuid()))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "storefront")
}
