package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
)

// account is the system user that runs PostgreSQL's programs.
type account struct {
	uid, gid int
	name     string // for messages
	// switched is true when this process is root and its children have to
	// become the account, because PostgreSQL refuses to run as root.
	switched bool
}

// unprivileged lists the users for root to run PostgreSQL as, best first: those
// of its packages on Linux and macOS, then the one that every system has.
var unprivileged = [...]string{"postgres", "_postgres", "nobody"}

// accountFor returns the account for the cluster in the given folder: its owner,
// because PostgreSQL runs as no other, or defaultAccount when it is not made yet.
func accountFor(cluster string) (account, error) {
	// Of a link, its own owner counts: who owns the data folder cannot make root
	// run a server as somebody else by linking to their data.
	info, err := os.Lstat(cluster)
	if errors.Is(err, fs.ErrNotExist) {
		return defaultAccount()
	}
	if err != nil {
		return account{}, err
	}
	self := os.Geteuid()
	a := newAccount(ownerOf(info))
	a.switched = self == 0
	switch {
	case a.uid == 0:
		return account{}, fmt.Errorf("%s belongs to root, as whom PostgreSQL does not run: chown it", cluster)
	case self != 0 && self != a.uid:
		return account{}, fmt.Errorf("%s belongs to user %s, and this process runs as user id %d", cluster, a.name, self)
	}
	return a, nil
}

// defaultAccount returns this process's own account, or for root the first of
// the unprivileged ones.
func defaultAccount() (account, error) {
	if self := os.Geteuid(); self != 0 {
		return newAccount(self, os.Getegid()), nil
	}
	for _, name := range unprivileged {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return account{uid: uid, gid: gid, name: name, switched: true}, nil
		}
	}
	return account{}, fmt.Errorf("PostgreSQL does not run as root, and the system has none of the users %q", unprivileged)
}

// newAccount names the account if it can: an id need not have a name here.
func newAccount(uid, gid int) account {
	name := strconv.Itoa(uid)
	if u, err := user.LookupId(name); err == nil {
		name = u.Username
	}
	return account{uid: uid, gid: gid, name: name}
}

// barrier returns the first folder on the way to path that the account cannot
// enter, or "". Folders that are missing are no barrier: they will be made.
func (a account) barrier(path string) (string, error) {
	if parent := filepath.Dir(path); parent != path {
		if barrier, err := a.barrier(parent); barrier != "" || err != nil {
			return barrier, err
		}
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	uid, gid := ownerOf(info)
	execute := fs.FileMode(0o001)
	switch {
	case uid == a.uid:
		execute = 0o100
	case gid == a.gid:
		execute = 0o010
	}
	if info.Mode()&execute == 0 {
		return path, nil
	}
	return "", nil
}
