// Package paging describes where in a list a page stands.
package paging

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"github.com/storefront/storefront/gen/api"
)

// Most is the largest offset, and how many matches are counted exactly.
const Most = 10_000

// Whole is the page of a list that is always returned as a whole.
func Whole(rows int) api.ListPage {
	return api.ListPage{Total: int64(rows), TotalIsExact: true}
}

// Of is the page that begins after offset rows, and of which rows were found, at
// most limit. count returns how many rows there are in all, or any number over
// Most if there are more; it is not called when the rows tell that themselves.
func Of(ctx context.Context, offset, limit, rows int64, count func(context.Context) (int64, error)) (api.ListPage, error) {
	end := offset + rows
	if rows < limit && (rows > 0 || offset == 0) {
		return api.ListPage{Total: end, TotalIsExact: true}, nil
	}
	total, err := count(ctx)
	if err != nil {
		return api.ListPage{}, err
	}
	page := WithTotal(total)
	if total > end && end <= Most {
		page.NextOffset = &end
	}
	return page, nil
}

// Between is the page of a list that cursors continue too: next is that of the page after it, nil for none, and byCursor says whether
// this one was asked for by one, and not by an offset.
func Between(ctx context.Context, next *string, byCursor bool, offset, rows int64, count Count) (api.ListPage, error) {
	end := offset + rows
	if next == nil && !byCursor && (rows > 0 || offset == 0) {
		return Whole(int(end)), nil
	}
	total, err := count(ctx)
	page := WithTotal(total)
	if page.NextCursor = next; next != nil && !byCursor && end <= Most {
		page.NextOffset = &end
	}
	return page, err
}

// WithTotal is a page of a list with so many rows in all, without what follows it.
func WithTotal(total int64) api.ListPage {
	return api.ListPage{Total: min(total, Most), TotalIsExact: total <= Most}
}

// Memo caches how many rows lists have. It follows the changes of the table that
// they are lists of (changes.Follower): a list of at most Most rows is counted
// again after each change. A longer one, which takes the longest to count, is
// counted again after a while: that it gets shorter meanwhile is noticed late.
// A nil Memo caches nothing. It is safe for concurrent use.
type Memo struct {
	current func() bool

	changes atomic.Uint64                      // how often the table has changed
	lists   *otter.Cache[string, *countedList] // by the SHA-256 of what a list is of, which may be a name or an e-mail address
}

// countedList is a list with its number of rows.
type countedList struct {
	rows    int64
	changes uint64    // what Memo.changes was before it was counted
	until   time.Time // when a long list is counted again
	count   Count
}

// Count counts the rows of a list, up to any number over Most.
type Count func(context.Context) (int64, error)

const (
	remembered = 10 * time.Second
	mostLists  = 1000
)

// NewMemo returns a Memo. current reports whether all changes have been followed.
func NewMemo(current func() bool) *Memo {
	return &Memo{current: current, lists: otter.Must(&otter.Options[string, *countedList]{MaximumSize: mostLists})}
}

// Count returns the number of rows of a list, or a number over Most if there are
// more. count counts them if they are not cached.
func (m *Memo) Count(ctx context.Context, list string, now time.Time, count Count) (int64, error) {
	if m == nil {
		return count(ctx)
	}
	digest := sha256.Sum256([]byte(list))
	key := string(digest[:])
	current, changes := m.current(), m.changes.Load()
	if kept, found := m.lists.GetIfPresent(key); found {
		if kept.rows > Most && now.Before(kept.until) || kept.rows <= Most && current && kept.changes == changes {
			return kept.rows, nil
		}
	}
	rows, err := count(ctx)
	if err == nil {
		m.lists.Set(key, &countedList{rows: rows, changes: changes, until: now.Add(remembered), count: count})
	}
	return rows, err
}

// Changed discards the numbers of all short lists, whichever rows have changed.
func (m *Memo) Changed(string, []uuid.UUID) error {
	m.changes.Add(1)
	return nil
}

// Verify counts every short list that is cached.
func (m *Memo) Verify(ctx context.Context) error {
	changes := m.changes.Load()
	var faults []error
	for list, c := range m.lists.All() {
		if c.rows > Most || c.changes != changes {
			continue
		}
		rows, err := c.count(ctx)
		if err != nil {
			faults = append(faults, err)
		} else if rows != c.rows {
			faults = append(faults, fmt.Errorf("%d rows are cached of the list %x, the database has %d", c.rows, list, rows))
		}
	}
	return errors.Join(faults...)
}
