package postgres

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNotInstalled means that no programs were found that will do.
var ErrNotInstalled = errors.New("no PostgreSQL to run: run `make postgres`, or set DATABASE_URL")

// ErrVersion means that a data folder was made by another major version than
// that of the programs.
var ErrVersion = errors.New("data folder of another PostgreSQL version")

// ErrUnavailable means that the service runs no PostgreSQL of its own on this system.
var ErrUnavailable = errors.New("the service has no PostgreSQL of its own on Windows: set DATABASE_URL to the address of one, 14 or later")

// Find returns the newest PostgreSQL on the system that is of version 14 or
// later, has the extension pg_trgm, and can be run by the user who would run it:
// this process's, or for root an unprivileged one.
//
// It looks in PATH, where pg_config points, in the places of Linux
// distributions, Homebrew, MacPorts and Postgres.app, and where [Install] puts
// it. The error wraps [ErrNotInstalled], and says what was found and rejected.
func Find(ctx context.Context) (Installation, error) {
	if err := available(); err != nil {
		return Installation{}, err
	}
	a, err := defaultAccount()
	if err != nil {
		return Installation{}, fmt.Errorf("postgres: %w", err)
	}
	found, err := choose(0, inspectAll(ctx, candidates(ctx), a))
	if err != nil {
		return Installation{}, fmt.Errorf("postgres: %w", err)
	}
	return found, nil
}

// inspected is a folder of programs, and what was found in it.
type inspected struct {
	folder string
	Installation
	err error // why it will not do
}

// inspectAll inspects the folders that have a postgres. Those that this process
// cannot look into, such as root's in a PATH that was inherited, have none.
func inspectAll(ctx context.Context, folders []string, a account) []inspected {
	var all []inspected
	seen := make(map[string]bool)
	for _, folder := range folders {
		postgres, err := filepath.EvalSymlinks(filepath.Join(folder, "postgres"))
		if err != nil || seen[postgres] {
			continue
		}
		seen[postgres] = true
		// It may be a link into the folder where the other programs are.
		found, err := inspect(ctx, filepath.Dir(postgres), a)
		all = append(all, inspected{folder, found, err})
	}
	return all
}

// newest returns the newest of those that will do.
func newest(all []inspected) (Installation, error) {
	var best Installation
	var rejected []string
	for _, i := range all {
		switch {
		case i.err != nil:
			rejected = append(rejected, fmt.Sprintf("%s: %v", i.folder, i.err))
		case i.newerThan(best):
			best = i.Installation
		}
	}
	if best.Major > 0 {
		return best, nil
	}
	if len(rejected) == 0 {
		return Installation{}, ErrNotInstalled
	}
	return Installation{}, fmt.Errorf("%w; found but unsuitable: %s", ErrNotInstalled, strings.Join(rejected, "; "))
}

// choose returns the newest of the given major version, or of any when that is 0.
// The error wraps ErrVersion when there are only others.
func choose(major int, all []inspected) (Installation, error) {
	best, err := newest(all)
	if err != nil || major == 0 || best.Major == major {
		return best, err
	}
	same := slices.DeleteFunc(slices.Clone(all), func(i inspected) bool {
		return i.err == nil && i.Major != major
	})
	if found, err := newest(same); err == nil {
		return found, nil
	}
	return Installation{}, fmt.Errorf("%w: it was made by PostgreSQL %d, and the newest here is %s in %s: install PostgreSQL %d",
		ErrVersion, major, best.Version(), best.BinDir, major)
}
