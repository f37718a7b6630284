package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"syscall"
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
	var folders []string
	for _, cache := range userCaches() {
		folders = append(folders, filepath.Join(cache, "storefront", "postgresql"))
	}
	return append(folders, systemCache)
}

// installFolder returns the first of cacheFolders that can be written to.
func installFolder() (string, error) {
	folders := cacheFolders()
	i := slices.IndexFunc(folders, writable)
	if i < 0 {
		return "", fmt.Errorf("none of the folders to install in can be written to: %q", folders)
	}
	return folders[i], nil
}

// userCaches returns the user's cache folders, best first. Services and
// containers may have no HOME, or one that is missing or not theirs; the home in
// the system's list of users may still be, and a folder in /var/tmp is the last
// resort.
func userCaches() []string {
	var folders []string
	if dir, err := os.UserCacheDir(); err == nil {
		folders = append(folders, dir)
	}
	if u, err := user.Current(); err == nil && u.HomeDir != "" {
		folders = append(folders, filepath.Join(u.HomeDir, ".cache"))
	}
	if slices.ContainsFunc(folders, writable) {
		return folders
	}
	// Programs will be run from here, so nobody else may have put them there.
	last := fmt.Sprintf("/var/tmp/storefront-%d", os.Geteuid())
	if err := privateFolder(last, newAccount(os.Geteuid(), os.Getegid())); err == nil {
		folders = append(folders, last)
	}
	return folders
}

// writable tells whether this process can make files in dir, or make dir.
func writable(dir string) bool {
	const writeAndEnter = 0x2 | 0x1 // W_OK and X_OK of access(2)
	for {
		info, err := os.Stat(dir)
		if err == nil {
			return info.IsDir() && syscall.Access(dir, writeAndEnter) == nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return false
		}
		dir = filepath.Dir(dir)
	}
}
