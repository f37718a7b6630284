package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Analyze has the planner learn what the catalogue holds. After much was
// written at once its plans are poor until PostgreSQL gets to it by itself.
func (s *Store) Analyze(ctx context.Context) error {
	return s.transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "ANALYZE products, categories, search_words")
		return err
	})
}
