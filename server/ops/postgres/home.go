package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// Names in a data folder.
const (
	clusterName = "cluster"
	socketName  = "socket"
	logName     = "log"
	gateName    = "gate.lock"
	usersName   = "users.lock"
)

// home is a data folder that exists.
type home struct {
	root    string  // absolute and without symbolic links
	account account // runs the server, and owns the cluster and the socket's folder
}

func (h home) path(name string) string { return filepath.Join(h.root, name) }
func (h home) cluster() string         { return h.path(clusterName) }

// openFile opens a file of the data folder for this process to write, and makes
// it when missing. It belongs to the folder's owner even when root makes it, or
// that owner could not use the folder afterwards.
func (h home) openFile(name string, flag int) (*os.File, error) {
	folder, err := os.Stat(h.root)
	if err != nil {
		return nil, err
	}
	// Links are not followed: root must not be led to other files by a user
	// who owns the folder.
	f, err := os.OpenFile(h.path(name), flag|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if os.Geteuid() != 0 {
		return f, nil
	}
	if err := f.Chown(ownerOf(folder)); err != nil {
		f.Close()
		return nil, fmt.Errorf("give %s to the owner of its folder: %w", f.Name(), err)
	}
	return f, nil
}

// shortHash names path by 12 characters that are good in a file name.
func shortHash(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:6])
}
