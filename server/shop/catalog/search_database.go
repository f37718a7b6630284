package catalog

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// inDatabase finds products in PostgreSQL.
type inDatabase struct{ *store.Store }

func (d inDatabase) find(ctx context.Context, dst []byte, s *search, terms []index.Term) ([]byte, index.Found, error) {
	all, err := d.matching(ctx, &s.filter, terms)
	if err != nil {
		return dst, index.Found{}, err
	}
	out, found, listed, err := d.list(ctx, dst, s, all.clone(), tsqueries(terms, nil))
	if err != nil {
		return dst, found, err
	}
	if s.suggests || s.offset == 0 && s.after == nil && !found.More {
		found.Total, found.Exact = listed, true
		return out, found, nil
	}
	more, last := found.More, found.Last
	found, err = d.count(ctx, all, len(terms) == 0 && s.filter.IsOpen())
	found.More, found.Last = more, last
	return out, found, err
}

// matching requires that a product matches the terms and passes the filter.
func (d inDatabase) matching(ctx context.Context, f *index.Filter, terms []index.Term) (*condition, error) {
	endings, err := d.endings(ctx, terms)
	if err != nil {
		return nil, err
	}
	all := conditions(f, tsqueries(terms, endings))
	if f.Attributes == nil {
		return all, nil
	}
	ids, err := d.withAttributes(ctx, all, f.Attributes)
	all.and("p.id = ANY (" + all.arg(ids) + ")")
	return all, err
}

// list appends the hits of one page, and returns how many they are.
func (d inDatabase) list(ctx context.Context, dst []byte, s *search, q *condition, terms []string) ([]byte, index.Found, int, error) {
	if s.after != nil {
		startAfter(q, s.order, s.after)
	}
	by := orderBy(s.order)
	if len(terms) > 0 && s.order == index.ByRelevance { // 0 if a term only ends a word
		by = "ts_rank_cd(p.search || c.search, " + q.arg(strings.Join(terms, " & ")) + "::tsquery, 1) DESC, " + by
	}
	rows, err := d.Query(ctx, "SELECT "+hitColumns+", p.name_sort, p.created_at FROM products p JOIN categories c ON c.id = p.category_id WHERE "+q.where()+
		" ORDER BY "+by+" LIMIT "+q.arg(s.limit+1)+" OFFSET "+q.arg(s.offset), q.args...)
	if err != nil {
		return dst, index.Found{}, 0, err
	}
	var found index.Found
	all, err := pgx.CollectRows(rows, scanHits())
	if found.More = len(all) > s.limit; found.More {
		all = all[:s.limit]
	}
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		text, err := wire.Marshal(s.hit(&all[i].ProductHit))
		if err != nil {
			return dst, found, 0, err
		}
		dst, found.Last = append(dst, wire.MarkBase(text)...), positionOf(&all[i].product, s.order)
	}
	return dst, found, len(all), err
}

// count counts the products that match, all of them or up to index.MostCounted.
func (d inDatabase) count(ctx context.Context, q *condition, all bool) (index.Found, error) {
	if all {
		n, err := d.Read().ProductCount(ctx)
		return index.Found{Total: int(n), Exact: true}, err
	}
	rows, err := d.Query(ctx, "SELECT count(*) FROM (SELECT FROM products p JOIN categories c ON c.id = p.category_id WHERE "+q.where()+
		" LIMIT "+q.arg(index.MostCounted+1)+") AS matching", q.args...)
	if err != nil {
		return index.Found{}, err
	}
	n, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	return index.Counted(n), err
}

// withAttributes returns the products that meet the conditions and have one of
// each list of attributes. Only Go folds them as the index does, so it reads the
// attributes of all these products.
func (d inDatabase) withAttributes(ctx context.Context, q *condition, wanted [][]uint64) ([]uuid.UUID, error) {
	rows, err := d.Query(ctx, "SELECT p.id, p.attributes FROM products p JOIN categories c ON c.id = p.category_id WHERE "+q.where(), q.args...)
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
