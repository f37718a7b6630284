package catalog

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
)

// ProductsSearch finds live products by words and filters. If nothing matches,
// the words that no product contains are replaced by the indexed words with the
// most similar spelling.
func (h Products) ProductsSearch(ctx context.Context, req api.ProductsSearchRequestObject) (api.ProductsSearchResponseObject, error) {
	var words []string
	if q := req.Body.Q; q != nil && strings.TrimSpace(*q) != "" {
		if words = queryWords(*q); len(words) == 0 { // nothing but punctuation
			return encoded(before + after), nil
		}
	}
	if products := h.Memory.Await(ctx); products != nil {
		return inMemory(products, req.Body, words), nil
	}
	found, err := h.inDatabase(ctx, req.Body, words)
	return api.ProductsSearch200JSONResponse{Ok: true, Result: found}, err
}

func (h Products) inDatabase(ctx context.Context, b *api.ProductsSearchRequest, words []string) ([]api.ProductHit, error) {
	terms := tsqueries(queryTerms(words, nil))
	hits, err := h.find(ctx, b, terms)
	if err != nil || len(hits) > 0 || len(words) == 0 {
		return hits, err
	}
	if *b.Offset > 0 {
		if found, err := h.exists(ctx, b, terms); err != nil || found {
			return hits, err // after the last page
		}
	}
	respelled, err := h.respell(ctx, words)
	if err != nil || respelled == nil {
		return hits, err
	}
	return h.find(ctx, b, respelled)
}

func (h Products) find(ctx context.Context, b *api.ProductsSearchRequest, terms []string) ([]api.ProductHit, error) {
	q := conditions(b, terms)
	order := "p.name_sort, p.id"
	if len(terms) > 0 {
		order = "ts_rank_cd(p.search || c.search, " + q.arg(strings.Join(terms, " & ")) + "::tsquery, 1) DESC, " + order
	}
	text := "SELECT " + hitColumns + " FROM products p JOIN categories c ON c.id = p.category_id WHERE " + q.where() +
		" ORDER BY " + order + " LIMIT " + q.arg(*b.Limit) + " OFFSET " + q.arg(*b.Offset)
	rows, err := h.Store.Query(ctx, text, q.args...)
	if err != nil {
		return nil, err
	}
	hits, err := pgx.AppendRows(make([]api.ProductHit, 0, *b.Limit), rows, scanHits())
	return hits, err
}

func (h Products) exists(ctx context.Context, b *api.ProductsSearchRequest, terms []string) (bool, error) {
	q := conditions(b, terms)
	rows, err := h.Store.Query(ctx, "SELECT EXISTS (SELECT FROM products p JOIN categories c ON c.id = p.category_id WHERE "+q.where()+")", q.args...)
	if err != nil {
		return false, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[bool])
}

// respell returns the tsqueries with each word that no product contains replaced
// by the most similar indexed words; nil when there is nothing to replace.
func (h Products) respell(ctx context.Context, words []string) ([]string, error) {
	var all []string
	for _, word := range words {
		all = append(all, fold.Variants(word)...)
	}
	missing, err := h.Store.Read().SearchWordMissing(ctx, all)
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	rows, err := h.Store.Read().SearchWordSimilar(ctx, missing)
	if err != nil {
		return nil, err
	}
	near := map[string][]string{}
	for _, row := range rows {
		near[row.Term] = append(near[row.Term], row.Near)
	}
	return tsqueries(queryTerms(words, near)), nil
}
