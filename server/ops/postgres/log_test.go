package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// awaitLog waits until the log contains a text, and returns the log.
func awaitLog(t *testing.T, dir, text string) string {
	t.Helper()
	for range 500 {
		names, err := filepath.Glob(filepath.Join(dir, logPattern))
		check(t, err)
		var log strings.Builder
		for _, name := range names {
			content, err := os.ReadFile(name)
			check(t, err)
			log.Write(content)
		}
		if strings.Contains(log.String(), text) {
			return log.String()
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("the log does not contain %q", text)
	return ""
}

func TestOldLogsAreRemoved(t *testing.T) {
	t.Parallel()
	h := home{root: t.TempDir()}
	check(t, h.removeOldLogs()) // there are none
	check(t, os.Mkdir(h.path(logName), 0o700))
	check(t, os.WriteFile(h.path(logName+"/other"), nil, 0o600))
	for n := range keptLogs + 3 {
		check(t, os.WriteFile(h.path(fmt.Sprintf("%s/postgresql-20261126-0000%02d.log", logName, n)), nil, 0o600))
	}
	var wg sync.WaitGroup
	for range 4 { // processes that use the server
		wg.Go(func() {
			if err := h.removeOldLogs(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	names, err := filepath.Glob(h.path(logPattern))
	check(t, err)
	if len(names) != keptLogs || filepath.Base(names[0]) != "postgresql-20261126-000003.log" {
		t.Errorf("the logs are %v", names)
	}
	if _, err := os.Stat(h.path(logName + "/other")); err != nil {
		t.Error(err)
	}
}

// Root removes logs of a server that runs as another user, who may make links.
func TestALinkLeadsToNoOtherLogs(t *testing.T) {
	t.Parallel()
	h, elsewhere := home{root: t.TempDir()}, t.TempDir()
	for n := range keptLogs + 3 {
		check(t, os.WriteFile(filepath.Join(elsewhere, fmt.Sprintf("postgresql-%02d.log", n)), []byte("secret"), 0o600))
	}
	check(t, os.Symlink(elsewhere, h.path(logName)))
	_ = h.removeOldLogs()
	text, _ := h.newestLog()
	entries, err := os.ReadDir(elsewhere)
	check(t, err)
	if len(entries) != keptLogs+3 || text != "" {
		t.Errorf("%d logs are left, and the newest is %q", len(entries), text)
	}
}

// The server was started by a process that has died. It begins another file when one is
// large, and the next process that uses it removes old ones.
func TestTheLogOfARunningServerIsRotated(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	h := home{root: dir}
	c := startChild(t, dir)
	c.ready(t)
	c.kill(t)
	for n := range keptLogs {
		name := h.path(fmt.Sprintf("%s/postgresql-20000101-0000%02d.log", logName, n))
		check(t, os.WriteFile(name, nil, 0o600))
	}
	i := open(t, dir)
	defer i.Close()
	var names []string
	for n := 0; len(names) != keptLogs || strings.Contains(names[keptLogs-2], "-20000101-"); n++ {
		if n == 500 {
			t.Fatalf("the logs are %v", names)
		}
		ask[string](t, i, "SELECT set_config('log_min_duration_statement', '0', false) -- "+strings.Repeat("long ", 1<<18))
		var err error
		names, err = filepath.Glob(h.path(logPattern))
		check(t, err)
		if len(names) > keptLogs {
			check(t, h.removeOldLogs()) // what keepLogsBounded does after a pause
		}
	}
	info, err := os.Stat(names[keptLogs-1])
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("%s has mode %v", names[keptLogs-1], info.Mode())
	}
}

// A server that fails after its collector has started is reported with what the log says.
func TestAFailureAfterTheStartOfTheLogIsReported(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	instance := open(t, dir)
	check(t, instance.Close())
	hba := filepath.Join(instance.server.home.cluster(), "pg_hba.conf")
	check(t, os.WriteFile(hba, []byte("nonsense\n"), 0o600))
	_, err := Open(t.Context(), Options{DataDir: dir})
	if err == nil {
		t.Fatal("Open succeeded")
	}
	wantText(t, err.Error(), "nonsense", "could not load", "pg_hba.conf", filepath.Join(dir, logName))
	if strings.Contains(err.Error(), "shutdown request") {
		t.Errorf("the error repeats the log of the start before: %v", err)
	}
}

// The log names what failed, and repeats neither rows nor values: they are those
// of customers.
func TestTheLogHasNoData(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	instance := open(t, dir)
	defer instance.Close()
	conn, err := pgx.Connect(t.Context(), instance.URL("postgres"))
	check(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "CREATE TABLE people (name text CONSTRAINT people_name UNIQUE CONSTRAINT people_length CHECK (length(name) <> 5), age int NOT NULL)")
	check(t, err)
	insert := "INSERT INTO people SELECT name, age FROM (SELECT $1::text AS name, $2::int AS age) AS new"
	for _, c := range []struct {
		name any
		age  any
		want string
	}{{"freja", 7, "23514"}, {"zebulon", nil, "23502"}, {"zebulon", 7, ""}, {"zebulon", 7, "23505"}} {
		if _, err := conn.Exec(t.Context(), insert, c.name, c.age); err == nil && c.want != "" || err != nil && !strings.Contains(err.Error(), "SQLSTATE "+c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
	_, err = conn.CopyFrom(t.Context(), pgx.Identifier{"people"}, []string{"name", "age"}, pgx.CopyFromRows([][]any{{"zebulon", 7}}))
	if err == nil {
		t.Error("a copy of the row was inserted")
	}
	ask[string](t, instance, "SELECT set_config('log_min_duration_statement', '0', false) -- the last statement")
	text := awaitLog(t, dir, "the last statement")
	wantText(t, text, "people_name", "INSERT INTO people", "not-null")
	for _, value := range []string{"zebulon", "freja"} {
		if strings.Contains(text, value) {
			t.Errorf("the log repeats %q:\n%s", value, text)
		}
	}
}
