//go:build pgbouncer

package pgbouncer

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// database is a demo shop, and a role of its own for connections through
// PgBouncer.
type database struct {
	direct string // the address of PostgreSQL itself
	config *pgx.ConnConfig
	role   string
}

func newDatabase(t *testing.T) *database {
	t.Helper()
	d := &database{direct: storetest.New(t, servertest.Demo), role: fmt.Sprintf("pooled_%d", time.Now().UnixNano())}
	var err error
	if d.config, err = pgx.ParseConfig(d.direct); err != nil {
		t.Fatal(err)
	}
	servertest.Administer(t, d.direct, "CREATE ROLE "+d.role+" LOGIN", "GRANT ALL ON ALL TABLES IN SCHEMA public TO "+d.role)
	t.Cleanup(func() { servertest.Administer(t, d.direct, "DROP OWNED BY "+d.role, "DROP ROLE "+d.role) })
	return d
}

// giveSettings sets on the role the settings that the pooler drops, as the
// program recommends.
func (d *database) giveSettings(t *testing.T) {
	t.Helper()
	for _, setting := range []string{"default_transaction_read_only = on", "statement_timeout = 15000", "lock_timeout = 5000", "idle_in_transaction_session_timeout = 30000"} {
		servertest.Administer(t, d.direct, "ALTER ROLE "+d.role+" SET "+setting)
	}
}

// throughPooler runs a PgBouncer in front of the database until the test ends, and returns
// its address.
func (d *database) throughPooler(t *testing.T, mode, setting string) string {
	t.Helper()
	folder, err := os.MkdirTemp("/tmp", "storefront-pgbouncer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	port := servertest.FreePort(t)
	ini := fmt.Sprintf(`[databases]
%[1]s = host=%[2]s port=%[3]d dbname=%[1]s user=%[4]s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %[5]d
unix_socket_dir =
auth_type = any
pool_mode = %[6]s
default_pool_size = 20
%[7]s`, d.config.Database, d.config.Host, d.config.Port, d.role, port, mode, setting)
	path := filepath.Join(folder, "pgbouncer.ini")
	if err := os.WriteFile(path, []byte(ini), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	arguments := []string{path}
	if os.Getuid() == 0 { // PgBouncer does not run as root; PostgreSQL's user may enter the folder of its socket
		arguments = []string{"-u", ownerOf(t, d.config.Host), path}
	}
	cmd := exec.Command("pgbouncer", arguments...)
	var out strings.Builder
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
	})
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	servertest.Eventually(t, 10*time.Second, func() bool {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err != nil {
			return false
		}
		return conn.Close() == nil
	})
	return "postgres://" + d.role + "@" + address + "/" + d.config.Database
}

// ownerOf returns the owner of the folder of PostgreSQL's socket.
func ownerOf(t *testing.T, folder string) string {
	t.Helper()
	info, err := os.Stat(folder)
	if err != nil {
		return "nobody" // PostgreSQL is reached over TCP
	}
	stat, _ := info.Sys().(*syscall.Stat_t)
	u, err := user.LookupId(strconv.Itoa(int(stat.Uid)))
	if err != nil {
		t.Fatal(err)
	}
	return u.Username
}
