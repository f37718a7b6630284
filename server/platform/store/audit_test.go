package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
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

// The stored arguments of a refused call are JSON of at most 2 KiB, whatever
// they contain.
func TestTheArgumentsOfARefusedCallAreKeptTo2KiB(t *testing.T) {
	t.Parallel()
	bodyOf := func(filling string, n int) json.RawMessage {
		text, err := json.Marshal(map[string]string{"slug": "rund", "description": strings.Repeat(filling, n)})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, args := range map[string]json.RawMessage{
		"letters": bodyOf("a", 1<<20), "Danish": bodyOf("æ", 1<<19), "quotes": bodyOf(`"`, 1<<19), "backslashes": bodyOf(`\`, 1<<19),
		"controls": bodyOf("\x01", 1<<17), "separators": json.RawMessage(`{"slug":"rund","description":"` + strings.Repeat("\u2028", 1<<17) + `"}`),
		"a little too long": bodyOf("a", store.MaxRefusedArgs),
	} {
		row := store.RefusedRow(&call.Call{Args: args}, time.Time{}, problem.New(problem.ProductNotFound, "", ""))
		var kept struct {
			Truncated     string
			OriginalBytes int
		}
		if err := json.Unmarshal(row.Args, &kept); err != nil || len(row.Args) > store.MaxRefusedArgs || len(row.Args) < store.MaxRefusedArgs-100 {
			t.Errorf("%s: %d bytes: %v: %.100s", name, len(row.Args), err, row.Args)
		}
		if kept.OriginalBytes != len(args) || !strings.HasPrefix(string(args), kept.Truncated) || kept.Truncated == "" {
			t.Errorf("%s: %d bytes: %.100s", name, kept.OriginalBytes, kept.Truncated)
		}
	}
	for _, args := range []json.RawMessage{nil, json.RawMessage(`{"slug":"rund"}`), bodyOf("a", 2000)} {
		if row := store.RefusedRow(&call.Call{Args: args}, time.Time{}, problem.New(problem.ProductNotFound, "", "")); string(row.Args) != string(args) {
			t.Errorf("%.100s became %.100s", args, row.Args)
		}
	}
}
