package store

import (
	"context"
)

// Analyze has the planner learn what the catalogue holds. After much was
// written at once its plans are poor until PostgreSQL gets to it by itself.
func (s *Store) Analyze(ctx context.Context) error {
	return s.transact(ctx, func(w *work) error {
		_, err := w.Exec(ctx, "ANALYZE products, categories, search_words")
		return err
	})
}
