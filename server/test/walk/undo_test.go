package walk_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// What an example of a write did is taken back by audit.revert, done again by the
// revert of that, and not taken back when somebody else changed it since. An
// operation of which that is not true has to say so in the contract.
func TestEveryWriteIsReverted(t *testing.T) {
	t.Parallel()
	var short atomic.Int32 // changes of which not all is kept
	t.Cleanup(func() {
		if n := short.Load(); n < 10 {
			t.Errorf("%d changes are kept in short", n)
		}
	})
	eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
		if op.ReadOnly {
			return
		}
		revertExample(t, s, op, example, func(row db.AuditLog) {
			if row.Before != nil && row.After != nil && !server.Undoable()[*row.EntityType].Together {
				wantBrief(t, row)
				short.Add(1)
			}
		})
	})
}

// The same is true of the rows of programs before, which kept all of a thing that was changed.
func TestEveryWriteOfProgramsBeforeIsReverted(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	rows := s.Keep(t)
	for _, op := range s.Contract.Tools() {
		for name, example := range walk.Examples(t, op.Name) {
			if op.ReadOnly || op.NotRevertible != "" || op.Name == "products.set_variants" { // which they had not
				break
			}
			t.Run(op.Name+" "+name, func(t *testing.T) {
				revertExample(t, s, op, example, func(row db.AuditLog) { s.KeepWhole(t, row) })
			})
			if err := rows.Reset(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.WantFresh(t)
			break // one example does
		}
	}
}

// wantBrief fails the test if the row of a change has a member that stayed, but for those by which the thing is known.
func wantBrief(t *testing.T, row db.AuditLog) {
	t.Helper()
	before, after := readState(t, row.Before), readState(t, row.After)
	for name, value := range before {
		if next, both := after[name]; both && reflect.DeepEqual(value, next) && !slices.Contains([]string{"id", "slug", "code", "key", "fromPath"}, name) {
			t.Errorf("%s keeps %s, which stayed", row.Tool, name)
		}
	}
}

// revertExample carries out an example, takes it back, and does so again. It calls look with each row that the example left.
func revertExample(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage, look func(db.AuditLog)) {
	t.Helper()
	_, key := s.Grant(t, auth.Grant{Scopes: contract.Scopes})
	before := live(t, s)
	reply := s.Call(t, key, op.Name, example)
	if reply.Status != 200 {
		t.Fatalf("status %d: %s", reply.Status, reply.Body)
	}
	after := live(t, s)
	var done []*undoing // what can be reverted
	for _, row := range rowsAbout(t, s, reply) {
		look(row)
		u := &undoing{s, key, row}
		switch why := u.lasting(t, op); {
		case why != "":
			u.refused(t, why)
		case after == before:
			u.refused(t, "The call changed nothing. There is nothing to revert.")
		default:
			u.try(t)
			done = append(done, u)
		}
	}
	for _, want := range []string{before, after, before, after} { // reverted, done again, and both once more
		for _, u := range done {
			u.revert(t)
		}
		if len(done) > 0 {
			wantLive(t, s, want)
		}
		slices.Reverse(done) // what came last is reverted first
	}
	for _, u := range done {
		u.put(t, undo.Write{Before: u.row.Before, After: u.row.After}) // as somebody else could with other operations
		u.meetConflict(t)
		u.put(t, undo.Write{Before: u.row.After, After: u.row.Before}) // it is as the entry left it, and was changed twice
		u.meetConflict(t)
	}
}

// live returns what the shop contains: the live rows of all tables whose rows change,
// without the time and the number of their last change, when they were last read from elsewhere, and the digest of texts, whose white space may change. A key of the caller is
// no content: each call uses it.
func live(t *testing.T, s *servertest.Server) string {
	t.Helper()
	// The catalogue of PostgreSQL, as information_schema takes ten times as long.
	tables := servertest.One[[]string](t, s, `SELECT array_agg(format('SELECT %L, to_jsonb(t) - ''updated_at'' - ''content_updated_at'' - ''content'' - ''variants_version'' - ''looked_at'' FROM %I t%s', relname, relname,
			CASE WHEN of_living THEN ' WHERE live' WHEN deletable THEN ' WHERE deleted_at IS NULL' ELSE '' END) ORDER BY relname)
		FROM (SELECT relname::text, bool_or(attname = 'deleted_at') AS deletable, bool_or(attname = 'live') AS of_living FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
			WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'api_keys' AND NOT attisdropped
			GROUP BY relname HAVING bool_or(attname = 'updated_at')) AS tables`)
	return servertest.One[string](t, s, `SELECT string_agg(name || ' ' || content, E'\n' ORDER BY name, content::text)
		FROM (`+strings.Join(tables, " UNION ALL ")+`) AS rows (name, content)`)
}

// wantLive compares what the shop contains.
func wantLive(t *testing.T, s *servertest.Server, want string) {
	t.Helper()
	without := func(rows, others string) (lines []string) {
		for line := range strings.Lines(rows) {
			if !strings.Contains(others, line) {
				lines = append(lines, line)
			}
		}
		return lines
	}
	if got := live(t, s); got != want {
		t.Errorf("the shop contains\n%s\nand lacks\n%s", without(got, want), without(want, got))
	}
}

// undoing is an entry of the audit, and a key that may do everything.
type undoing struct {
	*servertest.Server
	key string
	row db.AuditLog
}

// lasting returns why the entry cannot be reverted, by the contract or by the rules of
// its kind.
func (u *undoing) lasting(t *testing.T, op *contract.Operation) string {
	t.Helper()
	kind := server.Undoable()[*u.row.EntityType]
	if op.NotRevertible != "" || kind.Refused == nil {
		return op.NotRevertible
	}
	return kind.Refused(readState(t, u.row.Before), readState(t, u.row.After))
}

func (u *undoing) body(more object) object {
	return servertest.With(object{"auditLogId": u.row.ID.String(), "confirm": true}, more)
}

func (u *undoing) refused(t *testing.T, why string) {
	t.Helper()
	before := live(t, u.Server)
	for _, more := range []object{nil, {"dryRun": true}} {
		p := u.Refused(t, u.key, "audit.revert", u.body(more), problem.NotRevertible)
		if p.Detail+" "+p.Resolution != why {
			t.Errorf("%s %s, want %s", p.Detail, p.Resolution, why)
		}
	}
	wantLive(t, u.Server, before)
}

// dry is the result of a dry run.
type dry struct {
	Reverted, DryRun bool
	AuditLogID       *string
	Changes          []object
	Conflicts        []problem.Conflict
}

// try reverts the entry dry.
func (u *undoing) try(t *testing.T) {
	t.Helper()
	contents := u.Contents(t)
	var d dry
	u.OK(t, u.key, "audit.revert", u.body(object{"dryRun": true}), &d)
	if d.Reverted || !d.DryRun || d.AuditLogID != nil || len(d.Changes) == 0 || len(d.Conflicts) != 0 || u.Contents(t) != contents {
		t.Errorf("the dry run: %+v, or something was written", d)
	}
}

// meetConflict is refused to revert what was changed since.
func (u *undoing) meetConflict(t *testing.T) {
	t.Helper()
	before := live(t, u.Server)
	p := u.Refused(t, u.key, "audit.revert", u.body(nil), problem.RevertConflict)
	var d dry
	u.OK(t, u.key, "audit.revert", u.body(object{"dryRun": true}), &d)
	if len(p.Conflicts) == 0 || !servertest.SameJSON(p.Conflicts, d.Conflicts) {
		t.Errorf("the conflicts are %+v, those of the dry run %+v", p.Conflicts, d.Conflicts)
	}
	wantLive(t, u.Server, before)
}

// revert reverts the entry, and goes on with that of the revert.
func (u *undoing) revert(t *testing.T) {
	t.Helper()
	reply := u.Call(t, u.key, "audit.revert", u.body(nil))
	if reply.Status != 200 {
		t.Fatalf("%s %s: %s", u.row.Tool, *u.row.EntityType, reply.Body)
	}
	u.WantFresh(t)
	u.Refused(t, u.key, "audit.revert", u.body(nil), problem.AlreadyReverted)
	rows := rowsAbout(t, u.Server, reply)
	if len(rows) != 1 || rows[0].RevertOf == nil || *rows[0].RevertOf != u.row.ID {
		t.Fatalf("the rows are %+v", rows)
	}
	u.row = rows[0]
}

// put takes a write back, not by audit.revert.
func (u *undoing) put(t *testing.T, w undo.Write) {
	t.Helper()
	ctx := call.With(t.Context(), call.Task("test"))
	err := u.Store.Write(ctx, func(tx *store.Tx) error {
		kind := server.Undoable()[*u.row.EntityType]
		return kind.Put(ctx, tx, *u.row.EntityID, func(now json.RawMessage) (json.RawMessage, error) {
			plan, err := kind.Plan(w, now, nil)
			return plan.Target, err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
