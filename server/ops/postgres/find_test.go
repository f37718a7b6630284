package postgres

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// fakeInstallation makes a folder of programs that say they are of the version.
func fakeInstallation(t *testing.T, dir, version string, trgm bool) (binDir string) {
	t.Helper()
	binDir, share := filepath.Join(dir, version, "bin"), filepath.Join(dir, version, "share")
	check(t, os.MkdirAll(binDir, 0o755))
	check(t, os.MkdirAll(filepath.Join(share, "extension"), 0o755))
	initdb := fmt.Sprintf("#!/bin/sh\necho 'VERSION=%s'\necho 'share_path=%s'\n", version, share)
	check(t, os.WriteFile(filepath.Join(binDir, "initdb"), []byte(initdb), 0o755))
	check(t, os.WriteFile(filepath.Join(binDir, "postgres"), nil, 0o755))
	if trgm {
		check(t, os.WriteFile(filepath.Join(share, "extension", "pg_trgm.control"), nil, 0o644))
	}
	return binDir
}

func TestChoose(t *testing.T) {
	t.Parallel()
	dir := programDir(t)
	self, err := defaultAccount()
	check(t, err)
	folders := []string{
		filepath.Join(dir, "missing"),
		fakeInstallation(t, dir, "13.20", true),
		fakeInstallation(t, dir, "15.9", true),
		fakeInstallation(t, dir, "16beta1", true),
		fakeInstallation(t, dir, "15.18 (Debian 15.18-0+deb12u1)", true),
		fakeInstallation(t, dir, "17.4", false),
	}
	link := filepath.Join(dir, "link")
	check(t, os.Mkdir(link, 0o755))
	check(t, os.Symlink(filepath.Join(folders[2], "postgres"), filepath.Join(link, "postgres")))
	all := inspectAll(t.Context(), append(folders, link), self)
	if len(all) != 5 {
		t.Errorf("%d folders were inspected, want each that exists, once", len(all))
	}

	for _, c := range []struct {
		major   int
		version string
		err     error
	}{
		{major: 0, version: "16.0"},
		{major: 16, version: "16.0"},
		{major: 15, version: "15.18"},
		{major: 14, err: ErrVersion},
		{major: 17, err: ErrVersion},
	} {
		found, err := choose(c.major, all)
		if !errors.Is(err, c.err) || err == nil && found.Version() != c.version {
			t.Errorf("major %d: %s, %v, want %s, %v", c.major, found.Version(), err, c.version, c.err)
		}
	}

	_, err = choose(0, inspectAll(t.Context(), []string{folders[0], folders[1], folders[5]}, self))
	if !errors.Is(err, ErrNotInstalled) {
		t.Fatal(err)
	}
	wantText(t, err.Error(), "make postgres", "DATABASE_URL", "13.20 is older than 14", "17.4 lacks the extension pg_trgm")
}

func TestFind(t *testing.T) {
	t.Parallel()
	found, err := Find(t.Context())
	check(t, err)
	if found.Major < minMajor || !filepath.IsAbs(found.BinDir) {
		t.Errorf("found %+v", found)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Find(ended); !errors.Is(err, context.Canceled) || errors.Is(err, ErrNotInstalled) {
		t.Errorf("ended in the middle: %v", err)
	}
}

func TestDataOfAnotherVersion(t *testing.T) {
	t.Parallel()
	dir := programDir(t)
	instance := open(t, dir)
	check(t, instance.Close())
	check(t, os.WriteFile(filepath.Join(instance.server.home.cluster(), "PG_VERSION"), []byte("9\n"), 0o600))
	_, err := Open(t.Context(), Options{DataDir: dir})
	if !errors.Is(err, ErrVersion) {
		t.Fatal(err)
	}
	found, findErr := Find(t.Context())
	check(t, findErr)
	wantText(t, err.Error(), "made by PostgreSQL 9", found.Version(), dir)
}

// Who has no home that can be written has another folder for what is downloaded.
func TestDownloadsWithoutHome(t *testing.T) {
	needRoot(t) // to become a user without a home
	dir := programDir(t)
	binary := filepath.Join(dir, "postgres.test")
	copyProgram(t, os.Args[0], binary)
	readOnly := filepath.Join(dir, "read-only")
	check(t, os.Mkdir(readOnly, 0o555))
	a := serveArchive(t, []tar.Header{{Name: "bin/postgres", Typeflag: tar.TypeReg, Mode: 0o755}})
	const uid = 65533
	last := fmt.Sprintf("/var/tmp/storefront-postgresql-%d", uid)
	for name, home := range map[string]string{"missing": filepath.Join(readOnly, "missing"), "read-only": readOnly, "unset": ""} {
		t.Cleanup(func() { _ = os.RemoveAll(last) })
		check(t, os.RemoveAll(last))
		cmd := exec.Command(binary)
		cmd.Dir = "/"
		cmd.Env = []string{installEnv + "=" + a.url + " " + a.sha256}
		if home != "" {
			cmd.Env = append(cmd.Env, "HOME="+home)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		info, err := os.Stat(last)
		check(t, err)
		if _, err := os.Stat(filepath.Join(last, "99.1.0", "bin", "postgres")); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, the folder has mode %v", name, err, info.Mode())
		}
	}
}
