package postgres

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPrivateFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self := newAccount(os.Geteuid(), os.Getegid())
	path := func(name string) string { return filepath.Join(dir, name) }
	check(t, os.Mkdir(path("open"), 0o700))
	check(t, os.Chmod(path("open"), 0o750))
	check(t, os.WriteFile(path("file"), nil, 0o700))
	check(t, os.Mkdir(path("target"), 0o700))
	check(t, os.Symlink(path("target"), path("link")))

	for name, good := range map[string]bool{
		"new": true, "target": true, "open": false, "file": false, "link": false,
	} {
		for range 2 {
			if err := privateFolder(path(name), self); (err == nil) != good {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	other := account{uid: self.uid + 1, name: "other"}
	if err := privateFolder(path("target"), other); err == nil {
		t.Error("a folder of another user was taken")
	}
}

func TestMakeFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	check(t, makeFolder(filepath.Join(dir, "a", "b"), 0o711))
	check(t, makeFolder(filepath.Join(dir, "a", "b"), 0o700))
	for _, name := range []string{"a", "a/b"} {
		info, err := os.Stat(filepath.Join(dir, name))
		check(t, err)
		if info.Mode().Perm() != 0o711 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
	check(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	if err := makeFolder(filepath.Join(dir, "file"), 0o700); err == nil {
		t.Error("a file was taken for a folder")
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	check(t, err)
	check(t, os.Symlink(dir, filepath.Join(dir, "link")))
	got, err := canonical(filepath.Join(dir, "link", "link", "new", "data"))
	check(t, err)
	if want := filepath.Join(dir, "new", "data"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
