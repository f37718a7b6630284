package changes_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

const insertCategory = `INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at)
	VALUES ($1, $2, 'Name', 'name', '', now(), now())`

func TestEveryKindOfChangeIsFollowed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	one, two := uuid.New(), uuid.New()
	for _, c := range []struct {
		name, statement string
		arguments       []any
		want            []uuid.UUID // nil: any row
	}{
		{"insert", insertCategory, []any{one, "one"}, []uuid.UUID{one}},
		{"insert or update", insertCategory + " ON CONFLICT (id) DO UPDATE SET name = 'Other'", []any{one, "one"}, []uuid.UUID{one}},
		{"update", "UPDATE categories SET name = 'Third'", nil, []uuid.UUID{one}},
		{"update of the id", "UPDATE categories SET id = $1", []any{two}, []uuid.UUID{one, two}},
		{"delete", "DELETE FROM categories", nil, []uuid.UUID{two}},
		{"truncate", "TRUNCATE categories CASCADE", nil, nil},
		{"by a session of a replica", insertCategory, []any{one, "one"}, []uuid.UUID{one}},
	} {
		before := b.follower.count("categories")
		statements := []statement{{c.statement, c.arguments}}
		if c.name == "by a session of a replica" {
			statements = slices.Insert(statements, 0, statement{"SET session_replication_role = replica", nil})
		}
		b.write(t, statements...)
		eventually(t, c.name, func() bool { return b.follower.count("categories") > before })
		got := b.follower.last("categories")
		if (got == nil) != (c.want == nil) || !sameIDs(got, c.want) {
			t.Errorf("%s: the follower was told of %v, want %v", c.name, got, c.want)
		}
	}
}

// Every column of a key counts but its last use.
func TestTheLastUseOfAKeyIsNoChange(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(t, statement{"INSERT INTO api_keys (id, name, digest, scopes, created_at) VALUES (gen_random_uuid(), 'name', sha256('key'), '{}', now())", nil})
	eventually(t, "the creation", func() bool { return b.follower.count("api_keys") == 1 })
	rows, err := b.conn(t).Query(t.Context(), "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'api_keys'")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]string{}
	var column, kind string
	if _, err := pgx.ForEachRow(rows, []any{&column, &kind}, func() error { types[column] = kind; return nil }); err != nil {
		t.Fatal(err)
	}
	another := map[string]string{
		"ARRAY": "'{another}'", "bytea": "sha256('another')", "integer": "1234", "json": "'{}'", "text": "'another'",
		"timestamp with time zone": "now() + interval '1 hour'", "uuid": "gen_random_uuid()",
	}
	for column, kind := range types {
		followed, recorded := b.follower.count("api_keys"), b.rows(t)
		value := another[kind]
		if column == "holder" { // one of a few
			value = "'agent'"
		}
		b.write(t, statement{"UPDATE api_keys SET " + column + " = " + value, nil})
		if column == "last_used_at" {
			if n := b.rows(t); n != recorded {
				t.Error("the last use of a key is recorded as a change")
			}
			continue
		}
		eventually(t, column, func() bool { return b.follower.count("api_keys") > followed })
	}
}

func TestAChangeOfManyRowsCountsAsAnyRow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for rows, all := range map[int]bool{1000: false, 1001: true} {
		before := b.follower.count("categories")
		b.write(t, statement{fmt.Sprintf(`INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at)
			SELECT gen_random_uuid(), 'c-%d-' || n, 'Name', 'name', '', now(), now() FROM generate_series(1, %d) AS n`, rows, rows), nil})
		eventually(t, "a change", func() bool { return b.follower.count("categories") > before })
		if got := b.follower.last("categories"); (got == nil) != all || !all && len(got) != rows {
			t.Errorf("of %d rows the follower was told of %d", rows, len(got))
		}
	}
}

// A transaction that began first and commits last is not skipped, and one that
// is rolled back is not followed.
func TestTransactionsAreFollowedInTheOrderOfTheirCommits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second, never := uuid.New(), uuid.New(), uuid.New()
	late, lost := b.begin(t), b.begin(t)
	exec(t, late, insertCategory, first, "first")
	exec(t, lost, insertCategory, never, "never")
	b.write(t, statement{insertCategory, []any{second, "second"}})
	eventually(t, "the second", func() bool { return slices.Contains(b.follower.last("categories"), second) })
	if err := lost.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the first", func() bool { return slices.Contains(b.follower.last("categories"), first) })
	b.caughtUp(t)
	if got, want := b.follower.all("categories"), []uuid.UUID{second, first}; !slices.Equal(got, want) {
		t.Errorf("the follower was told of %v, want %v, each once", got, want)
	}
}

// Write returns when its changes have been followed, and the feed does not notify of them again, unless a read falls between the
// COMMIT and that: so not each time.
func TestAWriteOfThisProcessIsFollowedBeforeItReturns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := call.With(t.Context(), call.Task("test"))
	var ids []uuid.UUID
	for i := range 5 {
		id := uuid.New()
		err := b.store.Write(ctx, func(tx *store.Tx) error {
			if err := tx.KeyRevoke(ctx, keyRevokeNobody(tx)); err != nil {
				return err
			}
			if err := tx.CategoryInsert(ctx, category(id, fmt.Sprint("own-", i), tx)); err != nil {
				return err
			}
			return tx.Audit(store.AuditEntry{EntityType: "test", EntityID: id.String()})
		})
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, id); !slices.Equal(slices.Compact(b.follower.all("categories")), ids) {
			t.Errorf("after the write of %s the follower was told of %v", id, b.follower.all("categories"))
		}
		b.caughtUp(t)
	}
	if got := b.follower.all("categories"); !slices.Equal(slices.Compact(slices.Clone(got)), ids) || len(got) >= 2*len(ids) {
		t.Errorf("the follower was told of %v, want %v, not each twice", got, ids)
	}
}

func TestAChangeIsNotPrunedBeforeItIsRead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	late := b.begin(t)
	exec(t, late, insertCategory, uuid.New(), "late")
	b.write(t, statement{insertCategory, []any{uuid.New(), "early"}})
	b.caughtUp(t)
	var now string
	if err := b.conn(t).QueryRow(t.Context(), "SELECT pg_current_snapshot()::text").Scan(&now); err != nil {
		t.Fatal(err)
	}
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.prune(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if n := b.rows(t); n != 2 {
		t.Errorf("%d changes are left of 2 that a transaction older than the snapshot may hold back", n)
	}
	eventually(t, "an empty table", func() bool { // transactions in other databases hold back a snapshot too
		if err := b.conn(t).QueryRow(t.Context(), "SELECT pg_current_snapshot()::text").Scan(&now); err != nil {
			t.Fatal(err)
		}
		if err := b.prune(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		return b.rows(t) == 0
	})
}

func exec(t *testing.T, tx pgx.Tx, text string, arguments ...any) {
	t.Helper()
	if _, err := tx.Exec(context.WithoutCancel(t.Context()), text, arguments...); err != nil {
		t.Fatal(err)
	}
}
