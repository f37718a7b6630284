package postgres

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestLogFile(t *testing.T) {
	t.Parallel()
	h := home{root: t.TempDir()}
	check(t, os.WriteFile(h.path(logName), []byte("of the start before\n"), 0o600))
	log, err := h.openLog()
	check(t, err)
	for i := range 2 * maxTailLines {
		fmt.Fprintf(log.file, "line %d\n", i)
	}
	want := "line 15"
	for i := 16; i < 30; i++ {
		want += fmt.Sprintf("\nline %d", i)
	}
	if got := log.lastLines(); got != want {
		t.Errorf("got %q", got)
	}
	check(t, log.Close())

	check(t, os.Truncate(h.path(logName), maxLog+1)) // makes it larger
	log, err = h.openLog()
	check(t, err)
	if log.start != 0 || log.lastLines() != "" {
		t.Errorf("the new log starts at %d with %q", log.start, log.lastLines())
	}
	check(t, log.Close())
	info, err := os.Stat(h.path(logName + ".1"))
	check(t, err)
	if info.Size() != maxLog+1 {
		t.Errorf("the old log has %d bytes", info.Size())
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
	text, err := os.ReadFile(home{root: dir}.path(logName))
	check(t, err)
	wantText(t, string(text), "people_name", "INSERT INTO people", "not-null")
	for _, value := range []string{"zebulon", "freja"} {
		if strings.Contains(string(text), value) {
			t.Errorf("the log repeats %q:\n%s", value, text)
		}
	}
}
