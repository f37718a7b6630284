//go:build upgrade

package upgrade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
)

// wantNothingReadUnderLocks fails the test if a migration read rows while it kept reads or writes from a
// table: then the time for which it holds the lock grows with the shop. Locks that read nothing are held for
// as long as the catalogue of PostgreSQL takes. No time is compared: the machine may be busy.
func (s *shop) wantNothingReadUnderLocks(t *testing.T) {
	t.Helper()
	type lock struct {
		Migration         int64
		Table, Mode, Read string
		Lasted            time.Duration // the transaction, with its wait for the lock
	}
	rows, err := s.db.Query(t.Context(), "SELECT migration, table_name, mode, read::text, lasted FROM watch.locks ORDER BY migration, table_name")
	if err != nil {
		t.Fatal(err)
	}
	locks, err := pgx.CollectRows(rows, pgx.RowToStructByPos[lock])
	if err != nil || len(locks) == 0 {
		t.Fatal("no lock of a migration was seen", err)
	}
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "MIGRATION\tTABLE\tMODE\tTRANSACTION\tROWS READ")
	for _, l := range locks {
		fmt.Fprintf(table, "%d\t%s\t%s\t%v\t%s\n", l.Migration, l.Table, l.Mode, l.Lasted.Round(100*time.Microsecond), l.Read)
		if l.Read != "{}" {
			t.Errorf("migration %d holds %s on %s and reads rows: %s", l.Migration, l.Mode, l.Table, l.Read)
		}
	}
	_ = table.Flush()
	t.Logf("locks of migrations, by triggers:\n%s", &text)
}

// lockKey is a lock that keeps reads or writes of rows from a table.
type lockKey struct {
	pid         int64
	table, mode string
	began       time.Time // of the transaction
}

// sighting is what was seen of a lock.
type sighting struct {
	first, last time.Time
	statement   string // when it was seen first
}

func (s sighting) held() time.Duration { return s.last.Sub(s.first) }

// observeLocks looks at all locks that keep reads or writes of rows from a table, every few milliseconds. The
// returned function ends that, and returns a table of those that were held longest.
func (s *shop) observeLocks(t *testing.T) (end func() string) {
	t.Helper()
	conn := s.connect(t)
	ctx, stop := context.WithCancel(t.Context())
	seen, ended := map[lockKey]sighting{}, make(chan error, 1)
	go func() {
		var err error
		for err == nil && ctx.Err() == nil {
			err = lookForLocks(ctx, conn, seen)
			time.Sleep(5 * time.Millisecond)
		}
		ended <- err
	}()
	return func() string {
		t.Helper()
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return longestLocks(seen)
	}
}

const locksQuery = `
	SELECT l.pid::bigint, c.relname::text, l.mode, a.xact_start, left(regexp_replace(a.query, '\s+', ' ', 'g'), 60), clock_timestamp()
	FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
	WHERE l.granted AND l.locktype = 'relation' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.xact_start IS NOT NULL
		AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

func lookForLocks(ctx context.Context, conn *pgx.Conn, seen map[lockKey]sighting) error {
	rows, err := conn.Query(ctx, locksQuery)
	if err != nil {
		return err
	}
	var key lockKey
	var now sighting
	_, err = pgx.ForEachRow(rows, []any{&key.pid, &key.table, &key.mode, &key.began, &now.statement, &now.last}, func() error {
		if at, known := seen[key]; known {
			seen[key] = sighting{at.first, now.last, at.statement}
		} else {
			seen[key] = sighting{now.last, now.last, now.statement}
		}
		return nil
	})
	return err
}

// longestLocks is a table of the locks that were held longest.
func longestLocks(seen map[lockKey]sighting) string {
	const most = 20
	keys := slices.SortedFunc(maps.Keys(seen), func(a, b lockKey) int { return cmp.Compare(seen[b].held(), seen[a].held()) })
	var text strings.Builder
	fmt.Fprintf(&text, "%d locks were seen that keep reads or writes from a table\n", len(keys))
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TABLE\tMODE\tSEEN FOR\tFIRST DURING")
	for _, key := range keys[:min(most, len(keys))] {
		fmt.Fprintf(table, "%s\t%s\t%v\t%s\n", key.table, key.mode, seen[key].held().Round(time.Millisecond), seen[key].statement)
	}
	_ = table.Flush()
	return text.String()
}
