package store

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/problem"
)

var errNew = errors.New("refused")

// world is a kind of rows with a log of what was done.
type world struct {
	live  map[string]int
	late  string // a key that another transaction creates before the shared lock is taken
	fault error  // of New
	log   string
}

func (w *world) row(key string) UpsertRow[int] {
	return UpsertRow[int]{
		Key: key, Cap: UpsertCap{Most: 2, One: "box", Many: "boxes"},
		Lock: func(_ context.Context, key string) (int, error) {
			w.log += "lock "
			if v, ok := w.live[key]; ok {
				return v, nil
			}
			return 0, pgx.ErrNoRows
		},
		LockAll: func(context.Context) error {
			w.log += "lock-all "
			if w.late != "" {
				w.live[w.late] = 7
			}
			return nil
		},
		Count:  func(context.Context) (int64, error) { w.log += "count "; return int64(len(w.live)), nil },
		New:    func() (int, error) { w.log += "new "; return 1, w.fault },
		Insert: func(_ context.Context, v int) error { w.log += "insert "; w.live[key] = v; return nil },
		Change: func(_ context.Context, v int) (int, error) { w.log += "change "; w.live[key]++; return v + 1, nil },
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		world
		before, after int
		steps         string
	}{
		"a row that is there is changed, whatever the cap": {world{live: map[string]int{"a": 5, "b": 1}}, 5, 6, "lock change "},
		"a row that is not there is created":               {world{live: map[string]int{"b": 1}}, 0, 1, "lock lock-all lock new count insert "},
		"a row that came meanwhile is changed":             {world{live: map[string]int{}, late: "a"}, 7, 8, "lock lock-all lock change "},
	} {
		row := c.row("a")
		before, after, err := row.Write(t.Context())
		if err != nil || (before == nil) != (c.before == 0) || before != nil && *before != c.before || after != c.after || c.live["a"] != c.after || c.log != c.steps {
			t.Errorf("%s: %v → %d, %v, by %s", name, before, after, err, c.log)
		}
	}
}

func TestARowThatIsNotCreated(t *testing.T) {
	t.Parallel()
	full := world{live: map[string]int{"b": 1, "c": 1}}
	row := full.row("a")
	_, _, err := row.Write(t.Context())
	refusal, ok := errors.AsType[*problem.Error](err)
	if !ok || refusal.Code != problem.LimitReached || len(full.live) != 2 ||
		refusal.Detail != "There are 2 boxes; the limit is 2." || refusal.Resolution != "Delete a box that is no longer needed with boxes.delete." {
		t.Errorf("%v %+v", err, refusal)
	}
	full.fault = errNew
	row = full.row("a")
	if _, _, err := row.Write(t.Context()); !errors.Is(err, errNew) {
		t.Errorf("the refusal of New comes after that of the cap: %v", err)
	}
}
