package store

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
)

// traces are audit rows on their way to the database. A commit costs more than
// the row: while one is under way the rows of other calls gather, and the next
// commit takes them all.
type traces struct {
	mu      sync.Mutex
	next    *gathering // nil when none waits
	writing bool
}

// gathering is the rows of one commit.
type gathering struct {
	rows []db.AuditInsertParams
	errs []error       // of each row
	done chan struct{} // closed when errs are known
}

// InsertAudit writes a row about a call that changed nothing: a refused one, or
// one that showed personal data. It returns when the row is committed.
func (s *Store) InsertAudit(ctx context.Context, row db.AuditInsertParams) error {
	g, at := s.traces.join(row, s.writeTraces)
	select {
	case <-g.done:
		return g.errs[at]
	case <-ctx.Done():
		return ctx.Err() // the row may still come to stand, about a call without an answer
	}
}

// join adds a row to those that wait. Whoever finds no writer starts one.
func (t *traces) join(row db.AuditInsertParams, write func()) (g *gathering, at int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		t.next = &gathering{done: make(chan struct{})}
	}
	g, at = t.next, len(t.next.rows)
	g.rows = append(g.rows, row)
	if !t.writing {
		t.writing = true
		go write()
	}
	return g, at
}

// take returns the rows that wait, or nil when the writer may end.
func (t *traces) take() *gathering {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.next
	t.next, t.writing = nil, g != nil
	return g
}

// writeTraces writes until no row waits.
func (s *Store) writeTraces() {
	for g := s.traces.take(); g != nil; g = s.traces.take() {
		g.errs = make([]error, len(g.rows))
		err := s.insertAudit(g.rows)
		// A row that PostgreSQL refuses keeps no other call from its answer.
		_, refused := errors.AsType[*pgconn.PgError](err)
		for i := range g.rows {
			if g.errs[i] = err; refused && len(g.rows) > 1 {
				g.errs[i] = s.insertAudit(g.rows[i : i+1])
			}
		}
		close(g.done)
	}
}

func (s *Store) insertAudit(rows []db.AuditInsertParams) error {
	ctx, cancel := context.WithTimeout(context.Background(), endWait)
	defer cancel()
	return s.Task(ctx, "audit", func(q *db.Queries) error { return Batched(q.AuditInsert(ctx, rows)) })
}
