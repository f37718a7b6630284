package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrExists is returned by [Restore] for a data folder that has data or a running server.
var ErrExists = errors.New("the folder is in use")

// Restore makes the data of opts.DataDir from the files that fill writes to an
// empty folder. Until fill has returned without an error and all is on disk there is
// no data; a process that dies meanwhile leaves none.
//
// Errors wrap [ErrUnavailable] on Windows, [ErrExists], and [ErrNotInstalled] or [ErrVersion] when there are
// no programs for the version of the files.
func Restore(ctx context.Context, opts Options, fill func(folder string) error) error {
	s, err := newServer(opts)
	if err != nil {
		return err
	}
	return s.named(s.restore(ctx, fill))
}

// OpenRestored is [Restore], and then [Open] of what it has made.
func OpenRestored(ctx context.Context, opts Options, fill func(folder string) error) (*Instance, error) {
	s, err := newServer(opts)
	if err != nil {
		return nil, err
	}
	if err := s.restore(ctx, fill); err != nil {
		return nil, s.named(err)
	}
	return s.open(ctx)
}

func (s *server) restore(ctx context.Context, fill func(folder string) error) error {
	gate, err := acquire(ctx, s.home, gateName, exclusive)
	if err != nil {
		return err
	}
	defer gate.release()
	if err := s.checkUnused(); err != nil {
		return err
	}
	return s.makeCluster(func(folder string) error {
		if err := fill(folder); err != nil {
			return err
		}
		if err := s.checkPrograms(ctx, folder); err != nil {
			return err
		}
		return s.home.handOver(folder, s.options.synced())
	})
}

// checkUnused returns an error if there is data, or a server whose data was removed.
func (s *server) checkUnused() error {
	exists, err := s.hasCluster()
	if err != nil {
		return err
	}
	if exists {
		return fmt.Errorf("%w: %s exists; stop the service and move it away, or name another folder", ErrExists, s.home.cluster())
	}
	if s.socket, err = s.home.socketFolder(); err != nil {
		return err
	}
	if listens(s.socket) {
		return fmt.Errorf("%w: a PostgreSQL still runs in it; stop the service", ErrExists)
	}
	return nil
}

// checkPrograms returns an error if no programs can read the data.
func (s *server) checkPrograms(ctx context.Context, folder string) error {
	major, err := clusterVersion(folder)
	if err != nil {
		return err
	}
	if major == 0 {
		return errors.New("the files are not those of a PostgreSQL: PG_VERSION is missing")
	}
	s.found, err = s.programsFor(ctx, major)
	return err
}

// handOver gives all files to the account and, unless they may be lost, writes them to disk.
func (h home) handOver(folder string, synced bool) error {
	return filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if h.account.switched {
			if err := os.Lchown(name, h.account.uid, h.account.gid); err != nil {
				return err
			}
		}
		if !synced {
			return nil
		}
		return syncPath(name)
	})
}
