package postgres_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/storefront/storefront/server/ops/postgres"
)

// entry is one of an archive.
type entry struct {
	name, content string
	kind          byte // tar.TypeReg if 0
}

// entries are those of a small backup, with more files.
func entries(more ...entry) []entry {
	files := append([]entry{{name: "PG_VERSION", content: "15\n"}, {name: "base/1/2", content: "rows"}}, more...)
	type listed struct {
		Path      string
		Size      int
		Algorithm string `json:"Checksum-Algorithm"`
		Checksum  string
	}
	var manifest struct{ Files []listed }
	all := []entry{{name: "storefront-backup.json", content: `{"format":1,"program":"v1","postgresql":15}`}, {name: "base/pg_wal", kind: tar.TypeDir}}
	for _, f := range files {
		manifest.Files = append(manifest.Files, listed{f.name, len(f.content), "SHA256", fmt.Sprintf("%x", sha256.Sum256([]byte(f.content)))})
		all = append(all, entry{name: "base/" + f.name, content: f.content})
	}
	text, err := json.Marshal(manifest)
	if err != nil {
		panic(err)
	}
	return append(all, entry{name: "base/pg_wal/1", content: "log"}, entry{name: "manifest.json", content: string(text)})
}

// packed returns the file of an archive.
func packed(t *testing.T, all []entry) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	to := tar.NewWriter(compressed)
	for _, e := range all {
		h := &tar.Header{Name: e.name, Typeflag: e.kind, Size: int64(len(e.content)), Mode: 0o600}
		if e.kind == tar.TypeSymlink {
			h.Linkname = "/etc/passwd"
		}
		if err := to.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(to.Close(), compressed.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpacked returns what is compressed.
func unpacked(file []byte) ([]byte, error) {
	d, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(file, nil)
}

func TestReadWritesTheFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	header, err := postgres.ReadBackup(bytes.NewReader(packed(t, entries())), folder)
	if err != nil || header.Program != "v1" || header.PostgreSQL != 15 {
		t.Fatalf("%+v, %v", header, err)
	}
	for name, want := range map[string]string{"PG_VERSION": "15\n", "base/1/2": "rows", "pg_wal/1": "log"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

// What a backup has of configuration could run commands as the user of the service.
func TestTheConfigurationOfABackupIsNotUsed(t *testing.T) {
	t.Parallel()
	hostile := []string{"postgresql.conf", "postgresql.auto.conf", "pg_hba.conf", "pg_ident.conf", "recovery.signal", "standby.signal", "tablespace_map"}
	var more []entry
	for _, name := range hostile {
		more = append(more, entry{name: name, content: "archive_command = 'touch /tmp/owned'"})
	}
	folder := t.TempDir()
	if _, err := postgres.ReadBackup(bytes.NewReader(packed(t, entries(more...))), folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range hostile {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err == nil && bytes.Contains(got, []byte("owned")) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestADamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	whole := packed(t, entries())
	want, err := unpacked(whole)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		refused(t, fmt.Sprint("cut off at ", at), whole[:at])
		bad := bytes.Clone(whole)
		bad[at] ^= 0x20
		if plain, err := unpacked(bad); err == nil && bytes.Equal(plain, want) {
			continue // zstd has bits without a meaning
		}
		refused(t, fmt.Sprint("changed at ", at), bad)
	}
}

func TestAnotherArchiveIsRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(of []entry, at func(string) int) []entry{
		"another format": func(of []entry, at func(string) int) []entry {
			of[at("storefront-backup.json")].content = `{"format":2}`
			return of
		},
		"no header":   func(of []entry, _ func(string) int) []entry { return of[1:] },
		"no manifest": func(of []entry, _ func(string) int) []entry { return of[:len(of)-1] },
		"a manifest of nothing": func(of []entry, at func(string) int) []entry {
			of[at("manifest.json")].content = `{"Files":[]}`
			return of
		},
		"an empty manifest": func(of []entry, at func(string) int) []entry { of[at("manifest.json")].content = ""; return of },
		"other content":     func(of []entry, at func(string) int) []entry { of[at("base/base/1/2")].content = "raws"; return of },
		"less content":      func(of []entry, at func(string) int) []entry { of[at("base/base/1/2")].content = "row"; return of },
		"a missing file": func(of []entry, at func(string) int) []entry {
			return slices.Delete(of, at("base/PG_VERSION"), at("base/PG_VERSION")+1)
		},
		"one file more": func(of []entry, _ func(string) int) []entry { return slices.Insert(of, 2, entry{name: "base/more"}) },
		"a file twice":  func(of []entry, at func(string) int) []entry { return slices.Insert(of, 2, of[at("base/PG_VERSION")]) },
		"a file elsewhere": func(of []entry, _ func(string) int) []entry {
			return slices.Insert(of, 2, entry{name: "base/../../elsewhere"})
		},
		"an absolute name": func(of []entry, _ func(string) int) []entry { return slices.Insert(of, 2, entry{name: "/elsewhere"}) },
		"a symbolic link": func(of []entry, _ func(string) int) []entry {
			return slices.Insert(of, 2, entry{name: "base/link", kind: tar.TypeSymlink})
		},
	} {
		all := entries()
		at := func(name string) int { return slices.IndexFunc(all, func(e entry) bool { return e.name == name }) }
		refused(t, name, packed(t, change(all, at)))
	}
}

func refused(t *testing.T, name string, file []byte) {
	t.Helper()
	if _, err := postgres.ReadBackup(bytes.NewReader(file), t.TempDir()); !errors.Is(err, postgres.ErrNotBackup) {
		t.Errorf("%s: the error is %v", name, err)
	}
}
