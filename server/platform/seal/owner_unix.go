//go:build unix

package seal

import (
	"os"
	"path/filepath"
	"syscall"
)

// giveToOwner gives a file that root creates to the owner of its folder, who could not
// start the service otherwise.
func giveToOwner(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	folder, err := os.Stat(filepath.Dir(f.Name()))
	if err != nil {
		return err
	}
	owner, ok := folder.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return f.Chown(int(owner.Uid), int(owner.Gid))
}
