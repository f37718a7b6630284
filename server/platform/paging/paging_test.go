package paging_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/paging"
)

func TestWhereAPageStands(t *testing.T) {
	t.Parallel()
	const none = -1
	for _, c := range []struct {
		offset, limit, rows, all int64 // all is none if it must not be counted
		total                    int64
		exact                    bool
		next                     int64
	}{
		{0, 20, 0, none, 0, true, none},
		{0, 20, 7, none, 7, true, none},
		{0, 20, 20, 20, 20, true, none},
		{0, 20, 20, 21, 21, true, 20},
		{20, 20, 1, none, 21, true, none},
		{40, 20, 0, 21, 21, true, none},
		{0, 20, 20, 10_000, 10_000, true, 20},
		{0, 20, 20, 10_001, 10_000, false, 20},
		{9_980, 20, 20, 10_001, 10_000, false, 10_000},
		{9_981, 20, 20, 10_500, 10_000, false, none},
		{10_000, 20, 20, 10_500, 10_000, false, none},
		{10_000, 20, 3, none, 10_003, true, none},
	} {
		got, err := paging.Of(t.Context(), c.offset, c.limit, c.rows, func(context.Context) (int64, error) {
			if c.all == none {
				t.Errorf("%+v: counted", c)
			}
			return c.all, nil
		})
		next := int64(none)
		if got.NextOffset != nil {
			next = *got.NextOffset
		}
		if err != nil || got.Total != c.total || got.TotalIsExact != c.exact || next != c.next || got.NextCursor != nil {
			t.Errorf("%+v: total %d, exact %v, next %d, %v", c, got.Total, got.TotalIsExact, next, err)
		}
	}
}

func TestAPageThatCannotBeCounted(t *testing.T) {
	t.Parallel()
	away := errors.New("the database is away")
	if _, err := paging.Of(t.Context(), 0, 1, 1, func(context.Context) (int64, error) { return 0, away }); !errors.Is(err, away) {
		t.Error(err)
	}
}

// counting is a Memo with the table whose rows it counts.
type counting struct {
	*paging.Memo
	now     time.Time
	current bool // whether all changes have been followed
	rows    int64
	counted int // how often the rows were counted
}

func newCounting() *counting {
	c := &counting{now: time.Unix(0, 0), current: true}
	c.Memo = paging.NewMemo(func() bool { return c.current })
	return c
}

func (c *counting) count(context.Context) (int64, error) {
	c.counted++
	return c.rows, nil
}

// want asks for the number of rows of a list.
func (c *counting) want(t *testing.T, what, list string, rows int64, counted int) {
	t.Helper()
	got, err := c.Count(t.Context(), list, c.now, c.count)
	if err != nil || got != rows || c.counted != counted {
		t.Errorf("%s: %d rows, counted %d times, %v; want %d, %d", what, got, c.counted, err, rows, counted)
	}
}

func TestAShortListIsCountedAgainAfterEachChange(t *testing.T) {
	t.Parallel()
	c := newCounting()
	c.rows = paging.Most
	c.want(t, "first", "a", paging.Most, 1)
	c.now = c.now.Add(time.Hour)
	c.want(t, "nothing has changed", "a", paging.Most, 1)
	c.want(t, "another list", "b", paging.Most, 2)
	c.rows = 0
	_ = c.Changed("orders", nil)
	c.want(t, "changed", "a", 0, 3)
	c.want(t, "cached again", "a", 0, 3)
	c.current = false
	c.want(t, "changes may be missing", "a", 0, 4)
	c.current = true
	c.want(t, "none are missing", "a", 0, 4)
}

func TestALongListIsCountedAgainAfterAWhile(t *testing.T) {
	t.Parallel()
	c := newCounting()
	c.rows = paging.Most + 1
	c.want(t, "first", "a", paging.Most+1, 1)
	c.rows, c.current = 5, false
	_ = c.Changed("orders", nil)
	c.now = c.now.Add(9 * time.Second)
	c.want(t, "soon", "a", paging.Most+1, 1)
	c.now = c.now.Add(2 * time.Second)
	c.want(t, "later", "a", 5, 2)
}

// What changes while a list is counted may be missing from its number.
func TestANumberFromBeforeAChangeIsNotCached(t *testing.T) {
	t.Parallel()
	c := newCounting()
	_, err := c.Count(t.Context(), "a", c.now, func(context.Context) (int64, error) {
		_ = c.Changed("orders", nil)
		return 7, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.rows = 8
	c.want(t, "after the change", "a", 8, 1)
}

func TestAMemoKeepsAtMostAThousandLists(t *testing.T) {
	t.Parallel()
	c := newCounting()
	for i := range 3000 {
		c.want(t, "new", fmt.Sprint(i), 0, i+1)
	}
	before := c.counted
	for i := range 3000 {
		if _, err := c.Count(t.Context(), fmt.Sprint(i), c.now, c.count); err != nil {
			t.Fatal(err)
		}
	}
	if again := c.counted - before; again < 1500 { // two thousand, but for those that the cache has not evicted yet
		t.Errorf("%d of 3,000 lists were counted again", again)
	}
}

func TestMemoVerify(t *testing.T) {
	t.Parallel()
	c := newCounting()
	c.rows = 3
	c.want(t, "first", "paid", 3, 1)
	if err := c.Verify(t.Context()); err != nil || c.counted != 2 {
		t.Errorf("%v, counted %d times", err, c.counted)
	}
	c.rows = 4 // and nobody was notified
	if err := c.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("3 rows are cached of the list %x, the database has 4", sha256.Sum256([]byte("paid")))) {
		t.Error(err)
	}
	_ = c.Changed("orders", nil)
	if err := c.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestMemoRemembersNoFailure(t *testing.T) {
	t.Parallel()
	var none *paging.Memo
	away := errors.New("the database is away")
	for _, m := range []*paging.Memo{newCounting().Memo, none} {
		if _, err := m.Count(t.Context(), "list", time.Time{}, func(context.Context) (int64, error) { return 0, away }); !errors.Is(err, away) {
			t.Error(err)
		}
		if n, err := m.Count(t.Context(), "list", time.Time{}, func(context.Context) (int64, error) { return 3, nil }); n != 3 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
}
