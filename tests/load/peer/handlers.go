package peer

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// GetSQL is the query of products.get; $1 is the slug.
const GetSQL = `SELECT p.id::text, p.slug, p.name, p.brand, p.description, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
	p.attributes, p.answer_summary, p.faq, p.use_cases, p.comparison_facts, p.images, p.created_at, p.updated_at,
	c.slug AS category_slug, c.name AS category_name, c.description AS category_description
	FROM products p JOIN categories c ON c.id = p.category_id WHERE p.slug = $1 AND p.deleted_at IS NULL`

// SearchSQL is the query of products.search; $1 is the words, $2 the category,
// $3 and $4 the range of the price.
const SearchSQL = `SELECT id::text, slug, name, brand, price_oere, stock, featured, frame_color, lens_color, category_slug, category_name, first_image
	FROM load.documents
	WHERE document @@ plainto_tsquery('simple', $1) AND category_slug = $2 AND price_oere BETWEEN $3 AND $4
	ORDER BY ts_rank_cd(document, plainto_tsquery('simple', $1)) DESC, name LIMIT 20`

type product struct {
	ID                  string          `json:"id"`
	Slug                string          `json:"slug"`
	Name                string          `json:"name"`
	Brand               *string         `json:"brand"`
	Description         string          `json:"description"`
	PriceOere           int64           `json:"priceDkk"`
	Stock               int64           `json:"stock"`
	Featured            bool            `json:"featured"`
	FrameColor          *string         `json:"frameColor"`
	LensColor           *string         `json:"lensColor"`
	Attributes          json.RawMessage `json:"attributes"`
	AnswerSummary       *string         `json:"answerSummary"`
	FAQ                 json.RawMessage `json:"faq"`
	UseCases            json.RawMessage `json:"useCases"`
	ComparisonFacts     json.RawMessage `json:"comparisonFacts"`
	Images              json.RawMessage `json:"images"`
	CreatedAt           time.Time       `json:"createdAt"`
	UpdatedAt           time.Time       `json:"updatedAt"`
	CategorySlug        string          `json:"categorySlug"`
	CategoryName        string          `json:"categoryName"`
	CategoryDescription *string         `json:"categoryDescription"`
}

type hit struct {
	ID           string  `json:"id"`
	Slug         string  `json:"slug"`
	Name         string  `json:"name"`
	Brand        *string `json:"brand"`
	PriceOere    int64   `json:"priceDkk"`
	Stock        int64   `json:"stock"`
	Featured     bool    `json:"featured"`
	FrameColor   *string `json:"frameColor"`
	LensColor    *string `json:"lensColor"`
	CategorySlug string  `json:"categorySlug"`
	CategoryName string  `json:"categoryName"`
	FirstImage   *string `json:"firstImage"`
}

type envelope struct {
	OK     bool `json:"ok"`
	Result any  `json:"result"`
}

func storedBody(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}
}

func get(pool *pgxpool.Pool) http.HandlerFunc {
	return handle(func(r *http.Request, ask struct{ Slug string }) (any, error) {
		rows, err := pool.Query(r.Context(), GetSQL, ask.Slug)
		if err != nil {
			return nil, err
		}
		return pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByPos[product])
	})
}

func search(pool *pgxpool.Pool) http.HandlerFunc {
	type question struct {
		Q, CategorySlug            string
		MinPriceOere, MaxPriceOere int64
	}
	return handle(func(r *http.Request, ask question) (any, error) {
		rows, err := pool.Query(r.Context(), SearchSQL, ask.Q, ask.CategorySlug, ask.MinPriceOere, ask.MaxPriceOere)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowToStructByPos[hit])
	})
}

func handle[Q any](answer func(*http.Request, Q) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var ask Q
		if err := json.NewDecoder(r.Body).Decode(&ask); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		result, err := answer(r, ask)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(envelope{OK: true, Result: result})
	}
}
