package insight

import (
	"context"

	"github.com/storefront/storefront/server/platform/store"
)

// Fold adds some of what was not added yet to the sums, and returns how many rows that were.
func Fold(ctx context.Context, st *store.Store) (folded int64, err error) {
	const some = 20_000
	waiting, err := st.Read().InsightWaiting(ctx)
	if err != nil || !waiting {
		return 0, err
	}
	err = st.Task(ctx, "insight", func(tx *store.Tx) (err error) {
		folded, err = tx.InsightFold(ctx, some)
		return err
	})
	return folded, err
}
