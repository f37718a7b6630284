package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

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
	switch {
	case err == nil:
		return os.Chmod(dir, mode)
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", dir)
	}
	return err
}

// privateFolder makes the folder dir, which only its owner can enter. When it
// exists it must be just that.
func privateFolder(dir string, owner account) error {
	err := os.Mkdir(dir, 0o700)
	if err != nil && !errors.Is(err, fs.ErrExist) {
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

// syncPath writes to disk the content of a file, or the names of the files in a folder.
func syncPath(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
