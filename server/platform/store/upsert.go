package store

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// UpsertRow changes the live row that has a key, or creates it if there is none and the cap of its
// kind allows one more. Its functions run in one transaction of Answer.
type UpsertRow[T any] struct {
	Key     string
	Lock    func(ctx context.Context, key string) (T, error) // locks the live row; NotFound reports that there is none
	LockAll func(ctx context.Context) error                  // takes the lock that all creations of the kind share
	Count   func(ctx context.Context) (int64, error)         // of the live rows of the kind
	Cap     UpsertCap
	New     func() (T, error) // returns the row to create; its refusal takes precedence over that of the cap
	Insert  func(ctx context.Context, row T) error
	Change  func(ctx context.Context, row T) (T, error) // changes the locked row and returns the new version
}

// UpsertCap is the maximum number of live rows of a kind.
type UpsertCap struct {
	Most int64
	One  string // of the kind, as the caller is told it
	Many string // which is also the resource: its operation delete makes room
}

// Write changes or creates the row. It returns the previous version of the row,
// nil when it is new, and the present one. At the cap the error is 409
// limit_reached; other errors are those of the functions.
func (r *UpsertRow[T]) Write(ctx context.Context) (before *T, after T, err error) {
	before, err = r.find(ctx)
	switch {
	case err != nil:
	case before == nil:
		after, err = r.create(ctx)
	default:
		after, err = r.Change(ctx, *before)
	}
	return before, after, err
}

// find returns the live row, locked, or nil; then no other transaction can
// create it before this one ends. Only creations take the lock that they share.
func (r *UpsertRow[T]) find(ctx context.Context) (*T, error) {
	row, err := r.Lock(ctx, r.Key)
	if NotFound(err) {
		if err = r.LockAll(ctx); err != nil {
			return nil, err
		}
		row, err = r.Lock(ctx, r.Key) // another transaction may have created it meanwhile
	}
	if NotFound(err) {
		return nil, nil
	}
	return &row, err
}

func (r *UpsertRow[T]) create(ctx context.Context) (T, error) {
	row, err := r.New()
	if err != nil {
		return row, err
	}
	count, err := r.Count(ctx)
	if err != nil {
		return row, err
	}
	if err := r.Cap.Check(count); err != nil {
		return row, err
	}
	return row, r.Insert(ctx, row)
}

// Check returns a limit_reached when one row more than count would exceed the cap.
func (c *UpsertCap) Check(count int64) error {
	if count < c.Most {
		return nil
	}
	return problem.Newf(problem.LimitReached, "There are %d %s; the limit is %d.", count, c.Many, c.Most).DeleteAny(c.One, c.Many, "slug")
}

// CheckVersion refuses a change of a thing, which is locked, that is not the version that the caller read any more. The version
// of a thing is its updatedAt: tx.After moves it with each change. expected is the one that the caller read, nil for any; read
// is the call that shows the present one, with at most one argument.
func CheckVersion(expected *wire.Time, updatedAt time.Time, thing string, read problem.Call) error {
	if expected == nil || expected.Equal(updatedAt) {
		return nil
	}
	how := read.Op
	for name, value := range read.Args {
		how += fmt.Sprintf(" with %s %q", name, value)
	}
	read.Take = "updatedAt"
	return problem.New(problem.VersionConflict, fmt.Sprintf("The %s changed at %s.", thing, wire.TimeOf(updatedAt)),
		fmt.Sprintf(`Call %s and set "expectedUpdatedAt" to the updatedAt of the %s.`, how, thing)).Then(read, problem.Set("expectedUpdatedAt", ""))
}

// CheckGone refuses to create a thing for a caller who read a version of it: it was deleted since.
func CheckGone(expected *wire.Time, thing, slug string) error {
	if expected == nil {
		return nil
	}
	return problem.New(problem.VersionConflict, fmt.Sprintf("The %s %q does not exist any more.", thing, slug),
		fmt.Sprintf(`Remove "expectedUpdatedAt" from the body to create the %s.`, thing)).Then(problem.Remove("expectedUpdatedAt"))
}
