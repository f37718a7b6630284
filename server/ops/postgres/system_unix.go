//go:build unix

package postgres

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// What this package needs of a unix system, in one place.

// Kinds of locks, as flock(2) calls them.
const (
	shared    = syscall.LOCK_SH
	exclusive = syscall.LOCK_EX
)

// noFollow has opening a file fail if its name is that of a link.
const noFollow = syscall.O_NOFOLLOW

// available returns nil: the package works here.
func available() error { return nil }

// attributes make a child process run as the account, and in a process group of
// its own: Ctrl-C shall reach the product, which stops PostgreSQL when it has
// no more use for it, and not PostgreSQL directly.
func (a account) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if a.switched {
		// No supplementary groups: those of root are not for the child.
		attr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return attr
}

// ownerOf returns the owner of a file. The type assertion holds for everything
// that package os returns on a unix system.
func ownerOf(info fs.FileInfo) (uid, gid int) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return -1, -1
	}
	return int(st.Uid), int(st.Gid)
}

// freeBytes returns how much this process can write to a folder, or 0 if that is not known.
func freeBytes(folder string) uint64 {
	const writeAndEnter = 0x2 | 0x1 // W_OK and X_OK of access(2)
	var free syscall.Statfs_t
	if syscall.Access(folder, writeAndEnter) != nil || syscall.Statfs(folder, &free) != nil {
		return 0
	}
	return free.Bavail * uint64(free.Bsize)
}

// killGroup ends a process and its children.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// tryLock takes a lock on an open file if that needs no waiting.
func tryLock(f *os.File, kind int) (bool, error) {
	err := syscall.Flock(int(f.Fd()), kind|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}

// unlock gives up a lock.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
