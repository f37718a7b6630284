package paging_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/paging"
)

// A long list is counted again only after a while; a short one each time.
func TestMemo(t *testing.T) {
	t.Parallel()
	var m paging.Memo
	now, counted := time.Unix(0, 0), 0
	count := func(list string, rows int64) int64 {
		t.Helper()
		n, err := m.Count(list, now, func() (int64, error) { counted++; return rows, nil })
		if err != nil {
			t.Error(err)
		}
		return n
	}
	for i, c := range []struct {
		list       string
		after      time.Duration
		rows, want int64
		counted    int
	}{
		{"short", 0, 10_000, 10_000, 1}, {"short", 0, 9_999, 9_999, 2},
		{"long", 0, 10_001, 10_001, 3}, {"long", 9 * time.Second, 5, 10_001, 3}, {"long", 2 * time.Second, 5, 5, 4},
	} {
		now = now.Add(c.after)
		if got := count(c.list, c.rows); got != c.want || counted != c.counted {
			t.Errorf("%d: %d rows, counted %d times; want %d, %d", i, got, counted, c.want, c.counted)
		}
	}
	for i := range 3000 { // it does not grow without end
		count(fmt.Sprint(i), 10_001)
	}
	if count("0", 1) != 1 || count("2999", 1) != 10_001 {
		t.Error("it remembers the oldest lists, or forgot the newest")
	}
}

func TestMemoRemembersNoFailure(t *testing.T) {
	t.Parallel()
	var m, none *paging.Memo = new(paging.Memo), nil
	away := errors.New("the database is away")
	for _, m := range []*paging.Memo{m, none} {
		if _, err := m.Count("list", time.Time{}, func() (int64, error) { return 0, away }); !errors.Is(err, away) {
			t.Error(err)
		}
		if n, err := m.Count("list", time.Time{}, func() (int64, error) { return 3, nil }); n != 3 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
}
