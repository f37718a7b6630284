package storetest

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/storefront/storefront/server/ops/postgres"
)

const room = 2 << 30 // bytes, of which the tests take a tenth

// folder returns where the server of the tests has its data: in memory if there is room, or in the
// cache of the user.
func folder() string {
	if memory := postgres.InMemory(room); memory != "" {
		return filepath.Join(memory, fmt.Sprintf("storefront-%d", os.Getuid()))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "storefront")
}
