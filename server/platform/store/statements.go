package store

import (
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Statements are what the pool has asked PostgreSQL since the start.
type Statements struct {
	ByName  map[string]StatementCount
	Buckets map[float64]uint64 // how many took at most so many seconds, cumulated
	Count   uint64
	Time    time.Duration
}

// StatementCount is about the statements of one name: that of sql/queries, "commit" for
// what is sent with a COMMIT, or "other".
type StatementCount struct {
	Count  uint64
	Errors uint64
	Time   time.Duration // from sending it until its last row was read
}

// Statements returns what the pool has asked PostgreSQL so far. Connections outside the
// pool, such as the one that follows the changes, are not counted.
func (s *Store) Statements() Statements {
	all := Statements{ByName: map[string]StatementCount{}, Buckets: map[float64]uint64{}}
	for name, c := range *s.stopwatch.byName.Load() {
		n := StatementCount{c.count.Load(), c.errors.Load(), time.Duration(c.nanos.Load())}
		all.ByName[name] = n
		all.Time += n.Time
	}
	for i := range s.stopwatch.buckets {
		all.Count += s.stopwatch.buckets[i].Load()
		if i < len(slowest) {
			all.Buckets[slowest[i].Seconds()] = all.Count
		}
	}
	return all
}

// The names of statements without one.
const (
	unnamed = "other"
	commit  = "commit"
)

// StatementName returns the name that sql/queries gives a statement, or "other".
func StatementName(text string) string {
	const prefix = "-- name: "
	if !strings.HasPrefix(text, prefix) {
		return unnamed
	}
	name, _, _ := strings.Cut(text[len(prefix):], " ")
	return name
}

// BatchName returns the name of what is sent at once: "commit" for what ends with a
// COMMIT, else the name of the first statement that has one, else "other".
func BatchName(b *pgx.Batch) string {
	if n := len(b.QueuedQueries); n > 0 && b.QueuedQueries[n-1].SQL == "COMMIT" {
		return commit
	}
	for _, q := range b.QueuedQueries {
		if name := StatementName(q.SQL); name != unnamed {
			return name
		}
	}
	return unnamed
}
