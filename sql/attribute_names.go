package sql

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// addAttributeNames is migration 23. It adds the names of attributes that are true to
// the search words of the products that exist.
func addAttributeNames(ctx context.Context, tx *sql.Tx) error {
	last := "00000000-0000-0000-0000-000000000000"
	for {
		rows, more, err := nextAttributeNames(ctx, tx, &last)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		_, err = tx.ExecContext(ctx, `UPDATE products SET search = search || added.vector::tsvector
			FROM unnest($1::uuid[], $2::text[]) AS added (id, vector) WHERE products.id = added.id`, rows.products, rows.vectors)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO search_words (word) SELECT word FROM unnest($1::text[]) AS word ON CONFLICT DO NOTHING`, rows.words)
		if err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO schema_compatibility (version, oldest) VALUES (23, 13)")
	return err
}

// nameRows are products with the names of their true attributes.
type nameRows struct {
	products []string
	vectors  []string // tsvectors, as text
	words    []string
}

// nextAttributeNames reads the next products after the one with the id last, and
// moves last on. more is false when there are no further products.
func nextAttributeNames(ctx context.Context, tx *sql.Tx, last *string) (all nameRows, more bool, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, attributes FROM products WHERE id > $1 ORDER BY id LIMIT 10000", *last)
	if err != nil {
		return all, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var object []byte
		if err := rows.Scan(last, &object); err != nil {
			return all, false, err
		}
		more = true
		var attributes map[string]json.RawMessage
		if err := json.Unmarshal(object, &attributes); err != nil {
			return all, false, err
		}
		if words := trueNames(attributes); len(words) > 0 {
			all.products, all.vectors, all.words = append(all.products, *last), append(all.vectors, asVector(words)), append(all.words, words...)
		}
	}
	return all, more, rows.Err()
}

// trueNames returns the words of the names of true attributes, in all spellings.
func trueNames(attributes map[string]json.RawMessage) (words []string) {
	for name, value := range attributes {
		if string(value) != "true" {
			continue
		}
		for _, word := range text.Words(name) {
			for _, variant := range text.Variants(word) {
				if variant != "" {
					words = append(words, variant)
				}
			}
		}
	}
	return words
}

var quoted = strings.NewReplacer("'", "''", `\`, `\\`)

// asVector returns a tsvector of the words as text.
func asVector(words []string) string {
	var b strings.Builder
	for _, word := range words {
		b.WriteString("'" + quoted.Replace(word) + "':1 ")
	}
	return b.String()
}

// keepAttributeNames leaves the words: the programs before find more by them.
func keepAttributeNames(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM schema_compatibility WHERE version = 23")
	return err
}
