package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// newCluster begins the names of the folders in which clusters are made.
const newCluster = clusterName + ".new-"

// ErrExists is returned by [Restore] for a data folder that has data or a running server.
var ErrExists = errors.New("the folder is in use")

// locales are the locale options for a new cluster, best first: all cluster with
// the order of code points, and letters like Æ and ß known as letters. The last
// one exists everywhere, and knows those of ASCII only. (macOS and old systems
// have no C.UTF-8.)
var locales = [...][]string{
	{"--locale=C.UTF-8"},
	{"--locale=C", "--lc-ctype=en_US.UTF-8"},
	{"--locale=C"},
}

// ensureCluster makes the cluster if there is none. The gate is held.
func (s *server) ensureCluster(ctx context.Context) error {
	if exists, err := s.hasCluster(); exists || err != nil {
		return err
	}
	programs, err := s.programs(ctx, s.home.cluster())
	if err != nil {
		return err
	}
	s.options.Logger.Info("creating a PostgreSQL cluster", "data", s.home.root, "version", programs.Version())
	return s.makeCluster(func(folder string) error { return s.initdb(ctx, programs, folder) })
}

func (s *server) hasCluster() (bool, error) {
	_, err := os.Lstat(s.home.cluster())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// makeCluster makes a cluster of what fill writes to an empty folder. The gate is held. It is
// made under another name and renamed when complete, so that a folder of the right
// name is always whole. What an interrupted process has left is removed first.
func (s *server) makeCluster(fill func(folder string) error) (err error) {
	left, _ := fs.Glob(os.DirFS(s.home.root), newCluster+"*") // the pattern is valid
	for _, name := range left {
		if err := os.RemoveAll(s.home.path(name)); err != nil {
			return fmt.Errorf("remove an unfinished cluster: %w", err)
		}
	}
	folder, err := os.MkdirTemp(s.home.root, newCluster)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(folder) // if this fails as well, the next process removes it
		}
	}()
	if a := s.home.account; a.switched {
		if err := os.Lchown(folder, a.uid, a.gid); err != nil {
			return fmt.Errorf("give the data to the user that runs PostgreSQL: %w", err)
		}
	}
	if err := fill(folder); err != nil {
		return err
	}
	if err := os.Rename(folder, s.home.cluster()); err != nil {
		return err
	}
	return syncPath(s.home.root)
}

// initdb runs initdb with the best locale that the system has.
func (s *server) initdb(ctx context.Context, programs Installation, folder string) error {
	var out string
	var err error
	for _, locale := range locales {
		if out, err = s.runInitdb(ctx, programs, folder, locale); err == nil {
			return nil
		}
		if !strings.Contains(out, "invalid locale") {
			break
		}
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return fmt.Errorf("initdb as user %s: %w; it said:\n%s", s.home.account.name, err, strings.TrimSpace(out))
}

func (s *server) runInitdb(ctx context.Context, programs Installation, folder string, locale []string) (string, error) {
	args := []string{
		"-D", folder,
		"--username=" + superuser,
		"--encoding=UTF8",
		"--auth-local=trust", // who can enter the socket's folder is the owner, or root
		"--auth-host=reject",
		"--data-checksums",
		"--no-instructions",
	}
	if !s.options.synced() {
		args = append(args, "--no-sync", "--wal-segsize=1") // with the smallest log, to be made and copied quickly
	}
	cmd := exec.CommandContext(ctx, filepath.Join(programs.BinDir, "initdb"), append(args, locale...)...)
	cmd.Dir = folder
	cmd.Env = environment()
	cmd.SysProcAttr = s.home.account.attributes()
	// It runs postgres; both are in the group that attributes made.
	cmd.Cancel = func() error { return killGroup(cmd.Process.Pid) }
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Restore makes the data of opts.DataDir from the files that fill writes to an
// empty folder. Until fill has returned without an error and all is on disk there is
// no data; a process that dies meanwhile leaves none.
//
// Errors wrap [ErrUnavailable] on Windows, [ErrExists], and [ErrNotInstalled] or [ErrVersion] when there are
// no programs for the version of the files.
func Restore(ctx context.Context, opts Options, fill func(folder string) error) error {
	_, err := restored(ctx, opts, fill)
	return err
}

// OpenRestored is [Restore], and then [Open] of what it has made.
func OpenRestored(ctx context.Context, opts Options, fill func(folder string) error) (*Instance, error) {
	s, err := restored(ctx, opts, fill)
	if err != nil {
		return nil, err
	}
	return s.open(ctx)
}

func restored(ctx context.Context, opts Options, fill func(folder string) error) (*server, error) {
	s, err := newServer(opts)
	if err != nil {
		return nil, err
	}
	if err := s.restore(ctx, fill); err != nil {
		return nil, s.named(err)
	}
	return s, nil
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
		if _, err := os.Stat(filepath.Join(folder, "PG_VERSION")); err != nil {
			return fmt.Errorf("the files are not those of a PostgreSQL: %w", err)
		}
		if _, err := s.programs(ctx, folder); err != nil {
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

// syncPath writes to disk the content of a file, or the names of the files in a folder.
func syncPath(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
