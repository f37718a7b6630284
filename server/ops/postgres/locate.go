package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// systemFolder holds the data folders of root that would be out of the server's
// reach where they were wanted, such as below /root.
const systemFolder = "/var/lib/storefront"

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

func atRoot(root string) (home, error) {
	a, err := accountFor(filepath.Join(root, clusterName))
	return home{root: root, account: a}, err
}

// withinReach returns h, or a home in the system folder when h's account cannot
// get to h. Data that exists is never abandoned so: that is an error.
func withinReach(h home, log *slog.Logger) (home, error) {
	barrier, err := h.barrier()
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

// barrier returns the first folder on the way to h that its account cannot
// enter, or "". Folders that are missing are no barrier: they will be made.
func (h home) barrier() (string, error) {
	var way []string
	for at := h.root; ; at = filepath.Dir(at) {
		way = append(way, at)
		if at == filepath.Dir(at) {
			break
		}
	}
	for i := len(way) - 1; i >= 0; i-- {
		info, err := os.Stat(way[i])
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if !h.account.mayEnter(info) {
			return way[i], nil
		}
	}
	return "", nil
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
