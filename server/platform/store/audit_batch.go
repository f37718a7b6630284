package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
)

// auditQueue collects audit rows that are written outside the transaction of a
// change. A commit costs more than a row: rows that arrive during a commit form the
// next batch.
type auditQueue struct {
	mu      sync.Mutex
	next    *auditBatch // nil when no row waits
	writing bool
}

// auditBatch is the rows of one commit.
type auditBatch struct {
	rows []db.AuditInsertParams
	errs []error       // of each row
	done chan struct{} // closed when errs are known
}

// InsertAudit writes a row about a call that changed nothing: a refused one, or
// one that showed personal data. It returns when the row is committed.
func (s *Store) InsertAudit(ctx context.Context, row db.AuditInsertParams) error {
	if row.ID == uuid.Nil {
		row.ID = s.newID(ctx)
	}
	batch, at := s.audits.add(row, s.writeAudits)
	select {
	case <-batch.done:
		return batch.errs[at]
	case <-ctx.Done():
		return ctx.Err() // the row may still be committed, about a call without an answer
	}
}

// add adds a row to the next batch, and starts a writer when none runs.
func (q *auditQueue) add(row db.AuditInsertParams, write func()) (batch *auditBatch, at int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == nil {
		q.next = &auditBatch{done: make(chan struct{})}
	}
	batch, at = q.next, len(q.next.rows)
	batch.rows = append(batch.rows, row)
	if !q.writing {
		q.writing = true
		go write()
	}
	return batch, at
}

// take returns the next batch, or nil when no row waits and the writer ends.
func (q *auditQueue) take() *auditBatch {
	q.mu.Lock()
	defer q.mu.Unlock()
	batch := q.next
	q.next, q.writing = nil, batch != nil
	return batch
}

// writeAudits writes batches until no row waits.
func (s *Store) writeAudits() {
	for batch := s.audits.take(); batch != nil; batch = s.audits.take() {
		batch.errs = make([]error, len(batch.rows))
		err := s.insertAudit(batch.rows)
		// A row that PostgreSQL refuses does not fail the other calls.
		pg, ok := errors.AsType[*pgconn.PgError](err)
		refused := ok && isRefusal(pg)
		for i := range batch.rows {
			if batch.errs[i] = err; refused && len(batch.rows) > 1 {
				batch.errs[i] = s.insertAudit(batch.rows[i : i+1])
			}
		}
		close(batch.done)
	}
}

func (s *Store) insertAudit(rows []db.AuditInsertParams) error {
	ctx, cancel := context.WithTimeout(context.Background(), EndWait)
	defer cancel()
	err := s.Task(ctx, "audit", func(tx *Tx) error { return tx.insertAtCommit(ctx, rows) })
	// The call that a row is about changed nothing, whether or not the row was committed.
	if lost, ok := errors.AsType[uncertain](err); ok {
		err = fmt.Errorf("an audit row that may be lost: %w", lost.cause)
	}
	return err
}
