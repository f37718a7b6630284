package storetest

import (
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/store"
)

// Instance is a PostgreSQL of a test's own, with an empty migrated database.
type Instance struct {
	instance *postgres.Instance
	folder   string
}

const ownDatabase = "storefront"

// NewInstance starts a PostgreSQL in a folder, a new one when it is "".
func NewInstance(t testing.TB, folder string) *Instance {
	t.Helper()
	if folder == "" {
		folder = newFolder(t)
	}
	i := &Instance{folder: folder}
	i.start(t)
	if err := i.instance.EnsureDatabase(t.Context(), ownDatabase); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), i.URL()); err != nil {
		t.Fatal(err)
	}
	return i
}

// newFolder makes a folder that PostgreSQL reaches also where the test is root,
// which t.TempDir is not.
func newFolder(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp(postgres.InMemory(room), "storefront-test-")
	if err == nil {
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return folder
}

func (i *Instance) start(t testing.TB) {
	t.Helper()
	var err error
	if i.instance, err = postgres.Open(t.Context(), postgres.Options{DataDir: i.folder, Settings: postgres.VolatileSettings()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Stop(t) })
}

// URL returns the address of the database.
func (i *Instance) URL() string { return i.instance.URL(ownDatabase) }

// SocketFolder returns the folder of the socket, which an address names as host.
func (i *Instance) SocketFolder(t testing.TB) string {
	t.Helper()
	config, err := pgx.ParseConfig(i.URL())
	if err != nil {
		t.Fatal(err)
	}
	return config.Host
}

// Stop stops the server, which ends its connections.
func (i *Instance) Stop(t testing.TB) {
	t.Helper()
	if err := i.instance.Close(); err != nil {
		t.Error(err)
	}
}

// Standby returns a hot standby that follows the server, which is restarted.
func (i *Instance) Standby(t testing.TB) *Instance {
	t.Helper()
	i.Stop(t)
	standby := &Instance{folder: newFolder(t)}
	cluster := filepath.Join(standby.folder, "cluster")
	if out, err := osexec.CommandContext(t.Context(), "cp", "-a", filepath.Join(i.folder, "cluster"), cluster).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	i.start(t)
	follow := fmt.Sprintf("primary_conninfo = 'host=%s user=storefront'\nwal_retrieve_retry_interval = '100ms'\n", i.SocketFolder(t))
	for name, text := range map[string]string{"postgresql.auto.conf": follow, "standby.signal": ""} {
		if err := os.WriteFile(filepath.Join(cluster, name), []byte(text), 0o644); err != nil { // the user that runs PostgreSQL reads it
			t.Fatal(err)
		}
	}
	standby.start(t)
	return standby
}

// Promote makes a standby the primary.
func (i *Instance) Promote(t testing.TB) {
	t.Helper()
	if err := exec(t.Context(), i.URL(), "SELECT pg_promote()"); err != nil {
		t.Fatal(err)
	}
}
