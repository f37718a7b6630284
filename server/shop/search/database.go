package search

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// inDatabase finds products in PostgreSQL.
type inDatabase struct{ *store.Store }

func (d inDatabase) find(ctx context.Context, dst []byte, q *index.Query) ([]byte, index.Found, error) {
	where, err := d.matching(ctx, &q.Filter, q.Terms)
	if err != nil {
		return dst, index.Found{}, err
	}
	out, found, listed, err := d.list(ctx, dst, q, where.clone())
	if err != nil {
		return dst, found, err
	}
	if q.Brief || q.Offset == 0 && q.After == nil && !found.More {
		found.Total, found.Exact = listed, true
		return out, found, nil
	}
	more, last := found.More, found.Last
	found, err = d.count(ctx, where, len(q.Terms) == 0 && q.Filter.IsOpen())
	found.More, found.Last = more, last
	return out, found, err
}

// matching requires that a product matches the terms and passes the filter.
func (d inDatabase) matching(ctx context.Context, f *index.Filter, terms []index.Term) (*condition, error) {
	endings, err := d.endings(ctx, terms)
	if err != nil {
		return nil, err
	}
	where := conditions(f, tsqueries(terms, endings))
	if f.Attributes == nil {
		return where, nil
	}
	ids, err := d.withAttributes(ctx, where, f.Attributes)
	where.and("p.id = ANY (" + where.arg(ids) + ")")
	return where, err
}

// list appends the hits of one page, and returns how many they are.
func (d inDatabase) list(ctx context.Context, dst []byte, q *index.Query, where *condition) ([]byte, index.Found, int, error) {
	if q.After != nil {
		where.startAfter(q.Order, q.After)
	}
	by := orderBy(q.Order)
	if len(q.Terms) > 0 && q.Order == index.ByRelevance { // 0 if a term only ends a word
		by = "ts_rank_cd(p.search || c.search, " + where.arg(strings.Join(tsqueries(q.Terms, nil), " & ")) + "::tsquery, 1) DESC, " + by
	}
	rows, err := d.Query(ctx, "SELECT "+hitColumns+", p.name_sort, p.created_at FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text()+
		" ORDER BY "+by+" LIMIT "+where.arg(q.Limit+1)+" OFFSET "+where.arg(q.Offset), where.args...)
	if err != nil {
		return dst, index.Found{}, 0, err
	}
	var found index.Found
	all, err := pgx.CollectRows(rows, scanHits())
	if found.More = len(all) > q.Limit; found.More {
		all = all[:q.Limit]
	}
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		text, err := encodeRow(&all[i].ProductHit, q.Brief)
		if err != nil {
			return dst, found, 0, err
		}
		dst, found.Last = append(dst, text...), positionOf(&all[i].product, q.Order)
	}
	return dst, found, len(all), err
}

// count counts the products that match, all of them or up to index.MostCounted.
func (d inDatabase) count(ctx context.Context, where *condition, all bool) (index.Found, error) {
	if all {
		n, err := d.Read().ProductCount(ctx)
		return index.Found{Total: int(n), Exact: true}, err
	}
	rows, err := d.Query(ctx, "SELECT count(*) FROM (SELECT FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text()+
		" LIMIT "+where.arg(index.MostCounted+1)+") AS matching", where.args...)
	if err != nil {
		return index.Found{}, err
	}
	n, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	return index.Counted(n), err
}

// withAttributes returns the products that meet the conditions and have one of
// each list of attributes. Only Go folds them as the index does, so it reads the
// attributes of all these products.
func (d inDatabase) withAttributes(ctx context.Context, where *condition, wanted [][]uint64) ([]uuid.UUID, error) {
	rows, err := d.Query(ctx, "SELECT p.id, p.attributes FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text(), where.args...)
	if err != nil {
		return nil, err
	}
	ids := []uuid.UUID{}
	var id uuid.UUID
	var attributes []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &attributes}, func() error {
		if hasAttributes(attributes, wanted) {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

func (d inDatabase) knowsCategory(ctx context.Context, slug string) (bool, error) {
	return d.Read().SearchCategoryKnown(ctx, slug)
}

func (d inDatabase) knowsBrand(ctx context.Context, brands []string) (bool, error) {
	return d.Read().SearchBrandKnown(ctx, brands)
}
