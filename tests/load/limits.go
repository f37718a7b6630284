package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// prepareLimits makes the data for the hand-written handler and pgbench: a table
// for the search only, as somebody would make it who writes nothing but this
// search, with the words that to_tsvector makes by itself.
func prepareLimits(ctx context.Context, conn *pgx.Conn) error {
	var there bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass('load.documents') IS NOT NULL").Scan(&there); err != nil || there {
		return err
	}
	return timed("table of the hand-written search", func() error {
		for _, statement := range []string{
			"CREATE SCHEMA IF NOT EXISTS load",
			`CREATE TABLE load.making AS SELECT p.id, p.slug, p.name, p.brand, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
				c.slug AS category_slug, c.name AS category_name, p.images -> 0 ->> 'url' AS first_image,
				setweight(to_tsvector('simple', p.name), 'A') || setweight(to_tsvector('simple', coalesce(p.brand, '')), 'B')
				|| setweight(to_tsvector('simple', p.description), 'D') || setweight(to_tsvector('simple', p.attributes), 'D') AS document
			FROM products p JOIN categories c ON c.id = p.category_id WHERE p.deleted_at IS NULL`,
			"CREATE INDEX ON load.making USING gin (document) WITH (fastupdate = off)",
			"CREATE INDEX ON load.making (category_slug, price_oere)",
			"ALTER TABLE load.making RENAME TO documents",
			"VACUUM ANALYZE load.documents",
		} {
			if _, err := conn.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%w: %s", err, statement)
			}
		}
		return nil
	})
}
