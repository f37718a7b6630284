// Package paging describes where in a list a page stands.
package paging

import (
	"context"

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
	page := Counted(total)
	if total > end && end <= Most {
		page.NextOffset = &end
	}
	return page, nil
}

// Counted is a page of a list with so many rows in all, without what follows it.
func Counted(total int64) api.ListPage {
	return api.ListPage{Total: min(total, Most), TotalIsExact: total <= Most}
}
