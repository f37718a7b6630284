package paging_test

import (
	"context"
	"errors"
	"testing"

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
