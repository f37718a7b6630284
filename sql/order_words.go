package sql

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/storefront/storefront/server/platform/text"
)

// writeOrderWords is migration 9. It writes the words of the orders that exist.
func writeOrderWords(ctx context.Context, tx *sql.Tx) error {
	last := "00000000-0000-0000-0000-000000000000"
	for {
		rows, more, err := nextOrderWords(ctx, tx, &last)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO order_words (word, ordered_at, order_id)
			SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::uuid[])`, rows.words, rows.moments, rows.orders)
		if err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO schema_compatibility (version, oldest) VALUES (9, 7)")
	return err
}

// wordRows are rows of the table order_words.
type wordRows struct {
	words   []string
	moments []time.Time
	orders  []string
}

// nextOrderWords returns the rows of the next orders after the one with the id
// last, and moves last on. more is false when there are no further orders.
func nextOrderWords(ctx context.Context, tx *sql.Tx, last *string) (all wordRows, more bool, err error) {
	const some = `
		SELECT id, created_at, split_part(email, '@', 1), shipping_name, coalesce(billing_name, ''), coalesce(tracking_number, '')
		FROM orders WHERE id > $1 ORDER BY id LIMIT 10000`
	rows, err := tx.QueryContext(ctx, some, *last)
	if err != nil {
		return all, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var at time.Time
		var local, name, payer, tracking string
		if err := rows.Scan(last, &at, &local, &name, &payer, &tracking); err != nil {
			return all, false, err
		}
		more = true
		for _, word := range text.Keys(local, name, payer, tracking, strings.Join(text.Words(tracking), "")) {
			all.words, all.moments, all.orders = append(all.words, word), append(all.moments, at), append(all.orders, *last)
		}
	}
	return all, more, rows.Err()
}

func deleteOrderWords(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "WITH words AS (DELETE FROM order_words) DELETE FROM schema_compatibility WHERE version = 9")
	return err
}
