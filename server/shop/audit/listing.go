package audit

import (
	"context"
	"encoding/json"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

// listing is a query for a page of the audit.
type listing struct {
	store  *store.Store
	query  json.RawMessage // what queryOf returns
	filter filter
	rules  rules
	after  *position // the page begins after this row; nil for the beginning
}

// Expired that are frequent are found among the newest ones, which costs the least:
// among few always, and among many when there are more kinds than manyKinds.
const (
	few       = 1_000
	many      = 10_000
	manyKinds = 128
)

// rows returns the first n rows that match.
func (l *listing) rows(ctx context.Context, n int64) ([]row, error) {
	if !l.filter.byKind() {
		return l.page(ctx, n, (*statement).all)
	}
	if found, err := l.recent(ctx, n, few); err != nil || int64(len(found)) == n {
		return found, err
	}
	kinds, err := l.kinds(ctx, manyKinds+1)
	if err != nil {
		return nil, err
	}
	if len(kinds) > manyKinds {
		if found, err := l.recent(ctx, n, many); err != nil || int64(len(found)) == n {
			return found, err
		}
		if kinds, err = l.kinds(ctx, math.MaxInt32); err != nil {
			return nil, err
		}
	}
	return l.merged(ctx, n, kinds)
}

// recent returns those of the first n rows that are among the newest rows of the
// thing and the period.
func (l *listing) recent(ctx context.Context, n int64, newest int) ([]row, error) {
	return l.page(ctx, n, func(s *statement) string { return s.recent(newest) })
}

// merged returns the first n rows of these kinds.
func (l *listing) merged(ctx context.Context, n int64, kinds []int64) ([]row, error) {
	if len(kinds) == 0 {
		return nil, nil
	}
	return l.page(ctx, n, func(s *statement) string { return s.merged(kinds, n) })
}

// page runs the statement of a page.
func (l *listing) page(ctx context.Context, n int64, keys func(*statement) string) ([]row, error) {
	s := &statement{listing: l}
	text := s.page(keys(s), n)
	rows, err := l.run(ctx, text, s.args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[row])
}

// kinds returns the kinds that match, n at most.
func (l *listing) kinds(ctx context.Context, n int) ([]int64, error) {
	s := &statement{listing: l}
	text := s.kinds(s.arg(n))
	rows, err := l.run(ctx, text, s.args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// run runs a statement. One about a period is planned for each call, because some
// periods are a minute and some are years; one plan does for the others.
func (l *listing) run(ctx context.Context, text string, args []any) (pgx.Rows, error) {
	if l.filter.from != nil || l.filter.to != nil {
		args = append([]any{pgx.QueryExecModeExec}, args...)
	}
	return l.store.Query(ctx, text, args...)
}
