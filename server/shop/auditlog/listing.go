package auditlog

import (
	"context"
	"encoding/json"

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

// With more kinds than manyKinds, rows that match are looked for among the newest
// ones first: they are likely to be frequent.
const (
	manyKinds = 512
	window    = "10000"
)

// rows returns the first n rows that match.
func (l *listing) rows(ctx context.Context, n int64) ([]row, error) {
	if !l.filter.byKind() && l.filter.entityID == nil {
		return l.page(ctx, n, (*statement).all)
	}
	kinds, err := l.kinds(ctx, manyKinds+1)
	if err != nil {
		return nil, err
	}
	if len(kinds) > manyKinds && l.filter.entityID == nil {
		found, err := l.page(ctx, n, func(s *statement) string { return s.recent(window) })
		if err != nil || int64(len(found)) == n {
			return found, err
		}
		if kinds, err = l.kinds(ctx, 1<<31-1); err != nil {
			return nil, err
		}
	}
	reverted := l.filter.revertible != nil && !*l.filter.revertible
	if len(kinds) == 0 && !reverted {
		return nil, nil
	}
	return l.page(ctx, n, func(s *statement) string {
		keys := s.merged(kinds, n)
		if reverted {
			return keys + " UNION ALL " + s.reverted()
		}
		return keys
	})
}

// page runs the statement of a page.
func (l *listing) page(ctx context.Context, n int64, keys func(*statement) string) ([]row, error) {
	s := &statement{listing: l}
	text := s.page(keys(s), n)
	rows, err := l.store.Query(ctx, text, s.args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[row])
}

// kinds returns the kinds that match, n at most.
func (l *listing) kinds(ctx context.Context, n int) ([]int64, error) {
	s := &statement{listing: l}
	text := s.kinds(s.arg(n))
	rows, err := l.store.Query(ctx, text, s.args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
