package postgres

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Some systems have no C.UTF-8, as these programs say here.
func TestSystemWithoutLocale(t *testing.T) {
	t.Parallel()
	found, err := Find(t.Context())
	check(t, err)
	dir := programDir(t)
	for name, first := range map[string]string{
		"postgres": "",
		"initdb":   `case "$*" in *C.UTF-8*) echo 'initdb: error: invalid locale name "C.UTF-8"' >&2; exit 1;; esac`,
	} {
		script := fmt.Sprintf("#!/bin/sh\n%s\nexec '%s' \"$@\"\n", first, filepath.Join(found.BinDir, name))
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755))
	}
	s, err := newServer(Options{DataDir: filepath.Join(dir, "data"), Settings: VolatileSettings()})
	check(t, err)
	s.found = Installation{BinDir: dir, Major: found.Major}
	instance, err := s.open(t.Context())
	check(t, err)
	defer instance.Close()
	const order = "SELECT datcollate FROM pg_database WHERE datname = 'template0'"
	if got := ask[string](t, instance, order); got != "C" {
		t.Errorf("the locale is %s", got)
	}
	if got := ask[string](t, instance, "SHOW server_encoding"); got != "UTF8" {
		t.Errorf("the encoding is %s", got)
	}
}

func TestUnfinishedClusterIsRemoved(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	unfinished := filepath.Join(dir, newCluster+"1")
	check(t, os.MkdirAll(filepath.Join(unfinished, "base"), 0o700))
	check(t, open(t, dir).Close())
	if _, err := os.Stat(unfinished); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished cluster is there: %v", err)
	}
}

// wantNoCluster checks that nothing of a cluster is left behind.
func wantNoCluster(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), clusterName) {
			t.Errorf("left behind: %s", entry.Name())
		}
	}
}
