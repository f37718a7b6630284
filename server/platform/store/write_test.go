package store_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func open(t *testing.T) *store.Store {
	t.Helper()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}

func newPage(slug string, at time.Time) db.PageInsertParams {
	return db.PageInsertParams{ID: uuid.Must(uuid.NewV7()), Slug: slug, Title: slug, Body: "Some text of a page.", Status: "draft", At: at}
}

func pages(t *testing.T, st *store.Store) int64 {
	t.Helper()
	n, err := st.Read().PageCount(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAReadingSessionCannotWrite(t *testing.T) {
	t.Parallel()
	st := open(t)
	err := st.Read().PageInsert(t.Context(), newPage("a-page", st.Now()))
	if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "25006" {
		t.Errorf("a write outside Write: %v", err)
	}
}

func TestAWriteWithoutAnAuditRowIsRefused(t *testing.T) {
	t.Parallel()
	st := open(t)
	write := func(tx *store.Tx) error { return tx.PageInsert(t.Context(), newPage("a-page", tx.Now)) }
	if err := st.Write(t.Context(), write); !errors.Is(err, store.ErrUnaudited) {
		t.Errorf("unaudited: %v", err)
	}
	if n := pages(t, st); n != 0 {
		t.Errorf("%d pages were written", n)
	}
	if err := st.Write(t.Context(), func(*store.Tx) error { return nil }); err != nil {
		t.Errorf("nothing written, nothing audited: %v", err)
	}
	audited := func(tx *store.Tx) error {
		if err := write(tx); err != nil {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "page", EntityID: "x", After: "y"})
	}
	if err := st.Write(t.Context(), audited); err != nil || pages(t, st) != 1 {
		t.Errorf("audited: %v", err)
	}
}

func TestAnErrorRollsBack(t *testing.T) {
	t.Parallel()
	st := open(t)
	fault := errors.New("no")
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.PageInsert(t.Context(), newPage("a-page", tx.Now)); err != nil {
			return err
		}
		return fault
	})
	if !errors.Is(err, fault) || pages(t, st) != 0 {
		t.Errorf("%v", err)
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

// Of a part that is refused nothing is left, what it would send with the COMMIT included; another error ends all.
func TestAPartIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	st := open(t)
	part := func(tx *store.Tx, slug string, end func() error) error {
		return tx.Part(t.Context(), func() error {
			err := errors.Join(tx.PageInsert(t.Context(), newPage(slug, tx.Now)), tx.Audit(store.AuditEntry{EntityType: "page", EntityID: slug}))
			if err == nil {
				err = tx.AtCommit(func(q *db.Queries) error { return q.PageInsert(t.Context(), newPage(slug+"-later", tx.Now)) })
			}
			return errors.Join(err, end())
		})
	}
	done := func() error { return nil }
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		refused := part(tx, "refused", func() error {
			_ = tx.PageInsert(t.Context(), newPage("refused", tx.Now)) // the slug is taken: no statement works until the part has ended
			return problem.New(problem.SlugTaken, "", "")
		})
		if _, ok := errors.AsType[*problem.Error](refused); !ok || len(tx.Audited("page", "refused")) != 0 {
			t.Errorf("%v", refused)
		}
		return errors.Join(part(tx, "first", done), part(tx, "second", done))
	})
	if err != nil || pages(t, st) != 4 {
		t.Errorf("%d pages, %v", pages(t, st), err)
	}
	fault := errors.New("no")
	if err := st.Write(t.Context(), func(tx *store.Tx) error { return part(tx, "third", func() error { return fault }) }); !errors.Is(err, fault) || pages(t, st) != 4 {
		t.Errorf("%d pages, %v", pages(t, st), err)
	}
}

// A caller that goes away before the commit gets nothing written.
func TestACancelledWriteIsRolledBack(t *testing.T) {
	t.Parallel()
	st := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := st.Write(ctx, func(tx *store.Tx) error {
		if err := tx.PageInsert(ctx, newPage("a-page", tx.Now)); err != nil {
			return err
		}
		err := tx.Audit(store.AuditEntry{EntityType: "page"})
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) || pages(t, st) != 0 {
		t.Errorf("%v", err)
	}
}

// Two transactions that lock two rows in opposite order: PostgreSQL ends one,
// and it runs again.
func TestADeadlockIsTriedAgain(t *testing.T) {
	t.Parallel()
	st := open(t)
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		for _, slug := range []string{"page-a", "page-b"} {
			if err := tx.PageInsert(t.Context(), newPage(slug, tx.Now)); err != nil {
				return err
			}
		}
		return tx.Audit(store.AuditEntry{EntityType: "page"})
	})
	if err != nil {
		t.Fatal(err)
	}
	var met sync.WaitGroup
	met.Add(2)
	lockBoth := func(first, second string) error {
		var once sync.Once
		return st.Write(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.PageLock(t.Context(), first); err != nil {
				return err
			}
			once.Do(func() { met.Done(); met.Wait() })
			_, err := tx.PageLock(t.Context(), second)
			if err != nil {
				return err
			}
			return tx.Audit(store.AuditEntry{EntityType: "page"})
		})
	}
	results := make(chan error, 2)
	go func() { results <- lockBoth("page-a", "page-b") }()
	go func() { results <- lockBoth("page-b", "page-a") }()
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestAChangeMovesTheVersionForward(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Millisecond)
	tx := &store.Tx{Now: now}
	if got := tx.After(now.Add(-time.Hour)); !got.Equal(now) {
		t.Errorf("%v", got)
	}
	for _, last := range []time.Time{now, now.Add(time.Second)} { // also when a clock was set back
		if got := tx.After(last); !got.After(last) {
			t.Errorf("%v is not behind %v", got, last)
		}
	}
}

// Housekeeping that leaves no audit row is the exception; each is named here.
func TestTheTasksAreFew(t *testing.T) {
	t.Parallel()
	var tasks []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 {
				return true
			}
			if fn, ok := call.Fun.(*ast.SelectorExpr); ok && fn.Sel.Name == "Task" {
				if name, ok := call.Args[1].(*ast.BasicLit); ok {
					tasks = append(tasks, strings.Trim(name.Value, `"`))
				}
			}
			return true
		})
		return nil
	})
	slices.Sort(tasks)
	if want := []string{"analyze", "audit", "carts", "changes", "content order", "delivery claims", "delivery results", "demo cart", "demo entry", "demo invoice", "erasure", "events", "idempotency", "images.forget", "images.mark", "images.place", "images.put", "insight", "insight", "insight counts", "job", "key use", "limits", "pages.preview", "payment attempts", "payment claims", "payments of orders that expire", "payments read", "previews.prune", "search words", "session", "sessions", "sign-in code", "test provider", "test provider", "test provider", "test provider", "test provider"}; err != nil || !slices.Equal(tasks, want) {
		t.Errorf("tasks %q, want %q; %v", tasks, want, err)
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	const id = "01994f5e-0000-7000-8000-000000000101"
	notFound := errors.New("nothing has the id")
	refuse := func(string) error { return notFound }
	if got, err := store.ID(id, refuse); err != nil || got.String() != id {
		t.Errorf("%s, %v", got, err)
	}
	for _, other := range []string{"", "1", "no-such-order", "{" + id + "}", "urn:uuid:" + id, "x" + id + "x", "01994f5e000070008000000000000101"} {
		if _, err := store.ID(other, refuse); !errors.Is(err, notFound) {
			t.Errorf("%q passed as an id: %v", other, err)
		}
	}
}
