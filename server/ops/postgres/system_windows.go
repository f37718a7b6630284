package postgres

import (
	"io/fs"
	"os"
	"syscall"
)

// On Windows the package compiles and does nothing: Open, Restore and Find return
// ErrUnavailable before they reach any of this. PostgreSQL listens on a unix socket in a
// folder that one user can enter, runs under flock, and is stopped by signals.

const (
	shared = iota
	exclusive
)

const noFollow = 0

func available() error { return ErrUnavailable }

func (a account) attributes() *syscall.SysProcAttr { return nil }

func ownerOf(fs.FileInfo) (uid, gid int) { return -1, -1 }

func freeBytes(string) uint64 { return 0 }

func killGroup(int) error { return ErrUnavailable }

func tryLock(*os.File, int) (bool, error) { return false, ErrUnavailable }

func unlock(*os.File) error { return ErrUnavailable }
