package store

import (
	"context"
)

// Analyze has the planner learn what the catalogue holds. After much was
// written at once its plans are poor until PostgreSQL gets to it by itself. What
// the index of the search has not taken in yet, it takes in.
func (s *Store) Analyze(ctx context.Context) error {
	return s.inTurn(ctx, func(tx *Tx) error {
		if _, err := tx.conn.Exec(ctx, "SELECT gin_clean_pending_list('products_search')"); err != nil {
			return err
		}
		_, err := tx.conn.Exec(ctx, "ANALYZE products, categories, search_words")
		return err
	})
}
