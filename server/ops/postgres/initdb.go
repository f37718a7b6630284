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
	programs, err := s.programs(ctx)
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
// name is always whole.
func (s *server) makeCluster(fill func(folder string) error) error {
	if err := s.home.removeUnfinished(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(s.home.root, newCluster)
	if err != nil {
		return err
	}
	if err := s.fillCluster(folder, fill); err != nil {
		// If this fails as well, the next process removes it.
		_ = os.RemoveAll(folder)
		return err
	}
	return nil
}

func (s *server) fillCluster(folder string, fill func(folder string) error) error {
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
		out, err = s.runInitdb(ctx, programs, folder, locale)
		if err == nil || !strings.Contains(out, "invalid locale") {
			break
		}
	}
	if err == nil {
		return nil
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

// removeUnfinished removes what an interrupted process has left of a cluster.
func (h home) removeUnfinished() error {
	entries, err := os.ReadDir(h.root)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), newCluster) {
			continue
		}
		if err := os.RemoveAll(h.path(entry.Name())); err != nil {
			return fmt.Errorf("remove an unfinished cluster: %w", err)
		}
	}
	return nil
}
