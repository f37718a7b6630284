package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
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

// systemFolder holds the data folders of root that would be out of the server's
// reach where they were wanted, such as below /root.
const systemFolder = "/var/lib/storefront"

// home is a data folder.
type home struct {
	root    string  // absolute and without symbolic links
	account account // runs the server, and owns the cluster, the log and the socket's folder
}

func (h home) path(name string) string { return filepath.Join(h.root, name) }
func (h home) cluster() string         { return h.path(clusterName) }

func atRoot(root string) (home, error) {
	a, err := accountFor(filepath.Join(root, clusterName))
	return home{root: root, account: a}, err
}

// locate finds or makes the data folder for the path that was asked for. It is
// the same for every process that asks for the same path, by whatever name:
// locks and sockets depend on it.
func locate(wanted string, log *slog.Logger) (home, error) {
	abs, err := filepath.Abs(wanted)
	if err != nil {
		return home{}, err
	}
	root, err := canonical(abs)
	if err != nil {
		return home{}, err
	}
	h, err := atRoot(root)
	if err != nil {
		return home{}, err
	}
	mode := fs.FileMode(0o700)
	if h.account.switched {
		if h, err = withinReach(h, log); err != nil {
			return home{}, err
		}
		// Root owns the folder and lets the server through to its parts.
		mode = 0o711
	}
	return h, makeFolder(h.root, mode)
}

// canonical resolves the symbolic links in the part of path that exists.
func canonical(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return resolved, err
	}
	parent, err := canonical(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), err
}

// withinReach returns h, or a home in the system folder when h's account cannot
// get to h. Data that exists is never abandoned so: that is an error.
func withinReach(h home, log *slog.Logger) (home, error) {
	barrier, err := h.account.barrier(h.root)
	if err != nil || barrier == "" {
		return h, err
	}
	if _, err := os.Stat(h.cluster()); err == nil {
		return home{}, fmt.Errorf("user %s, who owns the data, cannot enter %s: chmod a+x it", h.account.name, barrier)
	}
	other, err := atRoot(filepath.Join(systemFolder, shortHash(h.root)))
	if err != nil {
		return home{}, err
	}
	log.Warn("PostgreSQL cannot reach the data folder as an unprivileged user: using another folder",
		"wanted", h.root, "barrier", barrier, "user", h.account.name, "using", other.root)
	return other, nil
}

// shortHash names path by 12 characters that are good in a file name.
func shortHash(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:6])
}

// makeFolder makes dir and the parents it lacks, all with exactly mode: a umask
// that takes rights from others would put them out of the server's reach. What
// exists is left as it is.
func makeFolder(dir string, mode fs.FileMode) error {
	err := os.Mkdir(dir, mode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeFolder(filepath.Dir(dir), mode); err != nil {
			return err
		}
		err = os.Mkdir(dir, mode)
	}
	if err == nil {
		return os.Chmod(dir, mode)
	}
	if info, statErr := os.Stat(dir); errors.Is(err, fs.ErrExist) && statErr == nil && info.IsDir() {
		return nil
	}
	return err
}

// privateFolder makes the folder dir, which only its owner can enter. When it
// exists it must be just that.
func privateFolder(dir string, owner account) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if owner.switched {
		info, err := os.Lstat(dir)
		if err != nil {
			return err
		}
		// One of root's is new, or was when an earlier process died right here.
		if uid, _ := ownerOf(info); uid == 0 && info.IsDir() {
			if err := os.Lchown(dir, owner.uid, owner.gid); err != nil {
				return err
			}
		}
	}
	return checkPrivate(dir, owner)
}

// checkPrivate tells why dir is not a folder that only its owner can enter. In
// /tmp anybody may have made a folder of the name that will be used, or a link.
func checkPrivate(dir string, owner account) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || info.Mode().Perm() != 0o700 {
		return fmt.Errorf("%s must be a folder of mode 0700, and has mode %v: remove it", dir, info.Mode())
	}
	if uid, _ := ownerOf(info); uid != owner.uid {
		return fmt.Errorf("%s must belong to user %s, and belongs to user id %d: remove it", dir, owner.name, uid)
	}
	return nil
}
