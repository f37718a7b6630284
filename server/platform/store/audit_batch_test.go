package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

func trace(st *store.Store, outcome string) db.AuditInsertParams {
	return db.AuditInsertParams{
		ID: uuid.Must(uuid.NewV7()), At: st.Now(), Actor: "system:test", Tool: "orders.list", Outcome: outcome,
		RequestID: uuid.Must(uuid.NewV7()), Channel: "system",
	}
}

// Many callers at once share commits, and each finds its own row when it is
// told so. A row that the database refuses fails its caller alone.
func TestRowsAboutReadsShareCommits(t *testing.T) {
	t.Parallel()
	st := open(t)
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			row := trace(st, store.AuditSuccess)
			if i%10 == 0 {
				row.Outcome = "unheard-of"
			}
			err := st.InsertAudit(t.Context(), row)
			if i%10 == 0 {
				if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.ConstraintName != "audit_log_outcome_check" {
					t.Errorf("row %d: %v", i, err)
				}
				return
			}
			rows, listErr := st.Read().AuditList(t.Context(), 100)
			found := false
			for _, r := range rows {
				found = found || r.ID == row.ID
			}
			if err != nil || listErr != nil || !found {
				t.Errorf("row %d: %v, %v, found %t", i, err, listErr, found)
			}
		})
	}
	group.Wait()
	if rows, err := st.Read().AuditList(t.Context(), 100); err != nil || len(rows) != 36 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestACallerWhoLeavesIsNotTold(t *testing.T) {
	t.Parallel()
	st := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := st.InsertAudit(ctx, trace(st, store.AuditSuccess)); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := st.InsertAudit(t.Context(), trace(st, store.AuditSuccess)); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// What is sent with the COMMIT is part of the transaction, and needs an audit row too.
func TestAFailureAtTheCommitTakesAllBack(t *testing.T) {
	t.Parallel()
	st := open(t)
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.PageInsert(t.Context(), newPage("a-page", tx.Now)); err != nil {
			return err
		}
		return errors.Join(tx.AtCommit(func(q *db.Queries) error { return q.PageInsert(t.Context(), newPage("a-page", tx.Now)) }),
			tx.Audit(store.AuditEntry{EntityType: "page"}))
	})
	if !store.Taken(err, "pages_live_slug") || errors.Is(err, store.ErrUncertain) || pages(t, st) != 0 {
		t.Errorf("%v", err)
	}
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		_ = tx.PageInsert(t.Context(), newPage("a-page", tx.Now))
		_ = tx.PageInsert(t.Context(), newPage("a-page", tx.Now))
		return tx.Audit(store.AuditEntry{EntityType: "page"})
	})
	if err == nil || errors.Is(err, store.ErrUncertain) || pages(t, st) != 0 {
		t.Errorf("a failure that nobody looked at: %v", err)
	}
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		return tx.AtCommit(func(q *db.Queries) error { return q.PageInsert(t.Context(), newPage("a-page", tx.Now)) })
	})
	if !errors.Is(err, store.ErrUnaudited) || pages(t, st) != 0 {
		t.Errorf("unaudited: %v", err)
	}
}

// As many audit rows as an import has are copied, in the same transaction.
func TestManyAuditRows(t *testing.T) {
	t.Parallel()
	st := open(t)
	const n = 120
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		for i := range n {
			err := errors.Join(tx.PageInsert(t.Context(), newPage(fmt.Sprintf("page-%d", i), tx.Now)),
				tx.Audit(store.AuditEntry{EntityType: "page", EntityID: fmt.Sprint(i), After: i}))
			if err != nil {
				return err
			}
		}
		return nil
	})
	rows, listErr := st.Read().AuditList(t.Context(), 2*n)
	if err != nil || listErr != nil || len(rows) != n || pages(t, st) != n || rows[0].Before != nil || string(rows[0].After) == "" {
		t.Errorf("%v, %v, %d rows, %d pages", err, listErr, len(rows), pages(t, st))
	}
}
