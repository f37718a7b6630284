package server_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// smallDisk is a database whose disk can be filled.
type smallDisk struct {
	url        string
	fill, free func()
}

// newSmallDisk puts a PostgreSQL on a small file system where the test may mount
// one. Elsewhere a trigger refuses every page as PostgreSQL does when its disk is
// full.
func newSmallDisk(t *testing.T) smallDisk {
	t.Helper()
	folder, err := os.MkdirTemp("", "storefront-disk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	mount := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=160m,mode=755", "storefront-test", folder)
	if mount.Run() != nil {
		return refusedPages(t)
	}
	t.Cleanup(func() {
		if out, err := exec.CommandContext(context.Background(), "umount", "--lazy", folder).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	d := smallDisk{url: storetest.NewInstance(t, folder).URL()}
	ballast := filepath.Join(folder, "ballast")
	d.fill = func() {
		// A piece of the write-ahead log that is there, or PostgreSQL ends when it cannot make one.
		administer(t, d.url, "SELECT pg_switch_wal()", "CHECKPOINT", "CREATE TABLE filler ()", "DROP TABLE filler", "CHECKPOINT")
		_ = os.WriteFile(ballast, make([]byte, 160<<20), 0o600) // as much as there is room for
	}
	d.free = func() {
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func refusedPages(t *testing.T) smallDisk {
	t.Helper()
	d := smallDisk{url: storetest.New(t, storetest.Empty)}
	d.fill = func() {
		administer(t, d.url, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
			"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON pages EXECUTE FUNCTION full_disk()")
	}
	d.free = func() { administer(t, d.url, "DROP FUNCTION full_disk CASCADE") }
	return d
}

// writeMuch writes a page that needs room on the disk.
func writeMuch(t *testing.T, s *servertest.Server, key string) servertest.Reply {
	t.Helper()
	random := make([]byte, 45_000)
	_, _ = rand.Read(random)
	return s.Call(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": hex.EncodeToString(random)})
}

func TestAFullDiskIsToldApart(t *testing.T) {
	t.Parallel()
	d := newSmallDisk(t)
	s := servertest.New(t, servertest.Options{Database: d.url, Unaided: true})
	key := s.Key(t, "all")
	if reply := writeMuch(t, s, key); reply.Status != http.StatusOK {
		t.Fatalf("before: %s", reply.Body)
	}
	writable := func() bool { return readinessOf(t, s).Writable }
	if !writable() {
		t.Error("not writable before")
	}
	fails := func() {
		t.Helper()
		d.fill()
		reply := writeMuch(t, s, key)
		if p := reply.Problem(t, problem.Unavailable); !strings.Contains(p.Detail, "disk") || reply.Header.Get("Retry-After") == "" {
			t.Errorf("a write: %s", reply.Body)
		}
		eventually(t, 20*time.Second, func() bool { return !writable() })
		if reasons := readinessOf(t, s).Reasons; !slices.Equal(reasons, []string{string(store.DiskFull)}) {
			t.Errorf("reasons %q", reasons)
		}
		s.OK(t, key, "pages.list", object{}, nil)
	}

	fails()
	if !strings.Contains(s.Log.String(), string(store.DiskFull)) {
		t.Error("the log does not say that the disk is full")
	}
	d.free()
	eventually(t, 20*time.Second, writable) // although nobody writes

	fails()
	d.free()
	if reply := writeMuch(t, s, key); reply.Status != http.StatusOK {
		t.Errorf("afterwards: %s", reply.Body)
	}
	eventually(t, 20*time.Second, writable) // a write that succeeds has the database asked at once
}

type readinessReport struct {
	Status   string
	Writable bool
	Reasons  []string
}

func readinessOf(t *testing.T, s *servertest.Server) (r readinessReport) {
	t.Helper()
	reply := s.Get(t, "/readyz")
	if err := json.Unmarshal(reply.Body, &r); err != nil || reply.Status != http.StatusOK {
		t.Fatalf("/readyz: %d %s", reply.Status, reply.Body)
	}
	return r
}
