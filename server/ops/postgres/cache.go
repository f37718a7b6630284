package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
)

// systemCache is where root installs: the unprivileged user that runs the
// programs cannot enter root's own folders, and everybody can use this one.
const systemCache = "/var/cache/storefront/postgresql"

// cacheFolders returns the folders that may hold downloaded versions, each in a
// folder of its name. Root does not run what is in a user's folder.
func cacheFolders() []string {
	if os.Geteuid() == 0 {
		return []string{systemCache}
	}
	folders := homeCaches()
	// Programs will be run from there, so nobody else may have put them there.
	if last, self := lastCache(); checkPrivate(last, self) == nil {
		folders = append(folders, last)
	}
	return append(folders, systemCache)
}

// installFolder returns the folder for this process to install in.
func installFolder() (string, error) {
	if os.Geteuid() == 0 {
		return systemCache, nil
	}
	for _, folder := range homeCaches() {
		if writable(folder) {
			return folder, nil
		}
	}
	last, self := lastCache()
	if err := privateFolder(last, self); err != nil {
		return "", fmt.Errorf("there is no cache folder in a home, and none elsewhere: %w", err)
	}
	return last, nil
}

// homeCaches returns the cache folders in the user's home, best first. Services
// and containers may have no HOME, or one that is missing or not theirs; the one
// in the system's list of users may still be good.
func homeCaches() []string {
	var folders []string
	if dir, err := os.UserCacheDir(); err == nil {
		folders = append(folders, filepath.Join(dir, "storefront", "postgresql"))
	}
	if u, err := user.Current(); err == nil && u.HomeDir != "" {
		folders = append(folders, filepath.Join(u.HomeDir, ".cache", "storefront", "postgresql"))
	}
	return folders
}

// lastCache returns the folder for users without a home, and its owner.
func lastCache() (string, account) {
	self := newAccount(os.Geteuid(), os.Getegid())
	return fmt.Sprintf("/var/tmp/storefront-postgresql-%d", self.uid), self
}

// writable reports whether this process can make files in dir, or make dir.
func writable(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err == nil {
			return info.IsDir() && mayWrite(dir)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return false
		}
		dir = filepath.Dir(dir)
	}
}
