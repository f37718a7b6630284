package search

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// databaseFinder finds products in PostgreSQL.
type databaseFinder struct{ *store.Store }

func (d databaseFinder) find(ctx context.Context, dst []byte, q *index.Query) ([]byte, index.Found, error) {
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
func (d databaseFinder) matching(ctx context.Context, f *index.Filter, terms []index.Term) (*condition, error) {
	endings, err := d.endings(ctx, terms)
	if err != nil {
		return nil, err
	}
	where := conditions(f, tsqueries(terms, endings))
	if f.Attributes == nil {
		return where, nil
	}
	ids, err := d.withAttributes(ctx, where, f.Attributes)
	where.and("p.id = ANY (" + where.args.Add(ids) + ")")
	return where, err
}

// list appends the hits of one page, and returns how many they are.
func (d databaseFinder) list(ctx context.Context, dst []byte, q *index.Query, where *condition) ([]byte, index.Found, int, error) {
	if q.After != nil {
		where.startAfter(q.Order, q.After)
	}
	by := orderBy(q.Order)
	if len(q.Terms) > 0 && q.Order == index.ByRelevance { // the ranks are 0 if a term only ends a word
		rank := func(terms []index.Term) string {
			return "ts_rank_cd(p.search || c.search, " + where.args.Add(strings.Join(tsqueries(terms, nil), " & ")) + "::tsquery, 1) DESC, "
		}
		by = rank(q.Terms) + by
		if written, folded := withoutFolded(q.Terms); folded {
			by = rank(written) + by
		}
		by = "(p.name_sort = " + where.args.Add(q.Name) + ") DESC, " + by
		if q.Sku != "" {
			by = "(p.variant_count > 0 AND p.search @@ " + where.args.Add(lexeme(q.Sku)) + "::tsquery) DESC, " + by
		}
	}
	rows, err := d.Query(ctx, "SELECT "+hitColumns+", p.name_sort, p.created_at FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text()+
		" ORDER BY "+by+" LIMIT "+where.args.Add(q.Limit+1)+" OFFSET "+where.args.Add(q.Offset), where.args...)
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
		dst, found.Last = append(dst, text...), sortKeyOf(&all[i].product, q.Order)
	}
	return dst, found, len(all), err
}

// withoutFolded returns the terms in the spellings of the query alone, and reports whether there are others.
func withoutFolded(terms []index.Term) (written []index.Term, folded bool) {
	for _, term := range terms {
		one := slices.DeleteFunc(slices.Clone(term), func(s index.Spelling) bool { return s.Folded })
		written, folded = append(written, one), folded || len(one) < len(term)
	}
	return written, folded
}

// count counts the products that match, all of them or up to index.MostCounted.
func (d databaseFinder) count(ctx context.Context, where *condition, all bool) (index.Found, error) {
	if all {
		n, err := d.Read().ProductCount(ctx)
		return index.Found{Total: int(n), Exact: true}, err
	}
	rows, err := d.Query(ctx, "SELECT count(*) FROM (SELECT FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text()+
		" LIMIT "+where.args.Add(index.MostCounted+1)+") AS matching", where.args...)
	if err != nil {
		return index.Found{}, err
	}
	n, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	return index.FoundOf(n), err
}

// withAttributes returns the products that meet the conditions and have one of
// each list of attributes. Only Go folds them as the index does, so it reads the
// attributes of all these products.
func (d databaseFinder) withAttributes(ctx context.Context, where *condition, wanted []index.WantedAttribute) ([]uuid.UUID, error) {
	ids := []uuid.UUID{}
	err := d.eachAttributes(ctx, where, func(id uuid.UUID, has []string) {
		if !slices.ContainsFunc(wanted, func(one index.WantedAttribute) bool { return !one.IsIn(has) }) {
			ids = append(ids, id)
		}
	})
	return ids, err
}

func (d databaseFinder) facets(ctx context.Context, q *index.Query) (index.Facets, bool, error) {
	rest := q.Filter.WithoutFacets()
	where, err := d.matching(ctx, &rest, q.Terms)
	if err != nil {
		return index.Facets{}, false, err
	}
	rows, err := d.Query(ctx, "WITH found AS MATERIALIZED (SELECT p.brand_key, p.brand, p.frame_color_key, p.frame_color, p.lens_color_key, p.lens_color, "+
		"c.slug, p.price_oere, p.stock, "+missed(where, &q.Filter)+" AS missed FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text()+") "+facetCounts, where.args...)
	if err != nil {
		return index.Facets{}, false, err
	}
	out := index.Facets{Least: math.MaxInt64, Most: math.MinInt64}
	lists := map[string]*[]index.LabelCount{"brand": &out.Brands, "frame": &out.Frames, "lens": &out.Lenses, "category": &out.Categories}
	var facet, key, text string
	var n, most int64
	_, err = pgx.ForEachRow(rows, []any{&facet, &key, &text, &n, &most}, func() error {
		switch facet {
		case "price":
			out.Least, out.Most = n, most
		case "stock":
			out.InStock = int(n)
		case "all":
			out.Total = int(n)
		default:
			*lists[facet] = append(*lists[facet], index.LabelCount{Label: index.Label{Key: key, Text: text}, Count: int(n)})
		}
		return nil
	})
	if err == nil {
		out.Attributes, err = d.countAttributes(ctx, q)
	}
	return out, true, err
}

// countAttributes counts the attributes of the products found, which only Go folds as the index does.
func (d databaseFinder) countAttributes(ctx context.Context, q *index.Query) ([]index.AttributeCounts, error) {
	if q.Names != nil && len(q.Names) == 0 {
		return nil, nil
	}
	rest := q.Filter
	rest.Attributes = nil
	where, err := d.matching(ctx, &rest, q.Terms)
	if err != nil {
		return nil, err
	}
	var found [][]string
	without := map[string][][]string{}
	for _, wanted := range q.Filter.Attributes {
		without[wanted.Name] = [][]string{}
	}
	err = d.eachAttributes(ctx, where, func(_ uuid.UUID, has []string) {
		missed := map[string]bool{}
		for _, wanted := range q.Filter.Attributes {
			if !wanted.IsIn(has) {
				missed[wanted.Name] = true
			}
		}
		if len(missed) == 0 {
			found = append(found, has)
		}
		for name := range without {
			if len(missed) == 0 || len(missed) == 1 && missed[name] {
				without[name] = append(without[name], has)
			}
		}
	})
	return index.CountAttributes(found, without, q.Names), err
}

// eachAttributes calls fn with the attributes of each product that meets the conditions.
func (d databaseFinder) eachAttributes(ctx context.Context, where *condition, fn func(id uuid.UUID, has []string)) error {
	rows, err := d.Query(ctx, "SELECT p.id, p.attributes FROM products p JOIN categories c ON c.id = p.category_id WHERE "+where.text(), where.args...)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var attributes []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &attributes}, func() error {
		fn(id, attributeValues(attributes))
		return nil
	})
	return err
}

// facetCounts counts the products found. A product counts in a facet if it passes
// all filters but that of the facet, whose bit it may have in missed.
const facetCounts = `SELECT 'category', slug, slug, count(*), 0 FROM found WHERE missed & ~1 = 0 GROUP BY slug
UNION ALL SELECT 'brand', brand_key, coalesce(brand, ''), count(*), 0 FROM found WHERE missed & ~2 = 0 AND brand_key <> '' GROUP BY brand_key, brand
UNION ALL SELECT 'frame', frame_color_key, coalesce(frame_color, ''), count(*), 0 FROM found WHERE missed & ~4 = 0 AND frame_color_key <> '' GROUP BY frame_color_key, frame_color
UNION ALL SELECT 'lens', lens_color_key, coalesce(lens_color, ''), count(*), 0 FROM found WHERE missed & ~8 = 0 AND lens_color_key <> '' GROUP BY lens_color_key, lens_color
UNION ALL SELECT 'price', '', '', min(price_oere), max(price_oere) FROM found WHERE missed & ~16 = 0 HAVING count(*) > 0
UNION ALL SELECT 'stock', '', '', count(*), 0 FROM found WHERE missed & ~32 = 0 AND stock > 0
UNION ALL SELECT 'all', '', '', count(*), 0 FROM found WHERE missed = 0`

// missed returns the SQL of the filters of facets that a product does not pass, as
// the sum of the bits that facetCounts names.
func missed(where *condition, f *index.Filter) string {
	own := [...]index.Filter{index.Any, index.Any, index.Any, index.Any, index.Any, index.Any}
	own[0].Category, own[1].Brands, own[2].Frame, own[3].Lens, own[4].Min, own[4].Max, own[5].InStock = f.Category, f.Brands, f.Frame, f.Lens, f.Min, f.Max, f.InStock
	bits := []string{"0"}
	for i := range own {
		passes := condition{args: where.args}
		passes.narrow(&own[i])
		where.args = passes.args
		if passes.clauses != nil {
			bits = append(bits, "CASE WHEN "+passes.text()+" THEN 0 ELSE "+strconv.Itoa(1<<i)+" END")
		}
	}
	return strings.Join(bits, " + ")
}

func (d databaseFinder) scarce(ctx context.Context, q *ScarceQuery) (first []Scarce, scarce, live int64, err error) {
	const place = "coalesce(v.stock, p.stock), p.name_sort, p.id, coalesce(v.id, '00000000-0000-0000-0000-000000000000')"
	where := conditions(&q.Filter, nil)
	most, part := where.args.Add(q.Threshold), ""
	where.and("(p.variant_count > 0 OR p.stock <= " + most + ")")
	where.and("(p.variant_count = 0 OR v.stock <= " + most + ")")
	if q.Rank == nil {
		where.and("(" + place + ") > (" + where.args.Add(q.After.Stock) + "::bigint, " + where.args.Add(q.After.Name) + "::text, " +
			where.args.Add(q.After.ID) + "::uuid, " + where.args.Add(q.After.Variant) + "::uuid)")
		part = " ORDER BY " + place + " LIMIT " + where.args.Add(q.Limit)
	}
	rows, err := d.Query(ctx, "SELECT "+place+" FROM products p JOIN categories c ON c.id = p.category_id"+
		" LEFT JOIN product_variants v ON v.product_id = p.id AND v.live AND v.active WHERE "+where.text()+part, where.args...)
	if err != nil {
		return nil, 0, 0, err
	}
	var one Scarce
	_, err = pgx.ForEachRow(rows, []any{&one.Stock, &one.Name, &one.ID, &one.Variant}, func() error {
		first = q.Add(first, one, func() string { return one.Name })
		return nil
	})
	if err != nil {
		return nil, 0, 0, err
	}
	counts, err := d.Read().ProductScarceCount(ctx, q.Threshold)
	return first, counts.Scarce, counts.Live, err
}

// endings returns, for each spelling that matches the end of a word, the words of
// the shop that end with it.
func (d databaseFinder) endings(ctx context.Context, terms []index.Term) (map[string][]string, error) {
	var ends []string
	for _, spelling := range slices.Concat(terms...) {
		if spelling.Ends {
			ends = append(ends, spelling.Text)
		}
	}
	if len(ends) == 0 {
		return nil, nil
	}
	rows, err := d.Read().SearchWordEnding(ctx, ends)
	if err != nil {
		return nil, err
	}
	longer := map[string][]string{}
	for _, row := range rows {
		longer[row.Term] = append(longer[row.Term], row.Longer)
	}
	return longer, nil
}

func (d databaseFinder) missing(ctx context.Context, spellings []index.Spelling) ([]string, error) {
	endings, err := d.endings(ctx, []index.Term{spellings})
	if err != nil {
		return nil, err
	}
	var begin, whole []string
	for _, one := range spellings {
		switch {
		case one.Whole:
			whole = append(whole, one.Text)
		case len(endings[one.Text]) == 0:
			begin = append(begin, one.Text)
		}
	}
	texts, err := d.Read().SearchWordMissing(ctx, begin)
	if err != nil || whole == nil {
		return texts, err
	}
	known, err := d.known(ctx, whole)
	return append(texts, slices.DeleteFunc(whole, func(word string) bool { return known[word] })...), err
}

func (d databaseFinder) similar(ctx context.Context, words []string) (map[string][]string, error) {
	rows, err := d.Read().SearchWordSimilar(ctx, words)
	if err != nil {
		return nil, err
	}
	near := map[string][]string{}
	for _, row := range rows {
		near[row.Term] = append(near[row.Term], row.Near)
	}
	return near, nil
}

func (d databaseFinder) known(ctx context.Context, words []string) (map[string]bool, error) {
	rows, err := d.Read().SearchWordKnown(ctx, words)
	known := make(map[string]bool, len(rows))
	for _, word := range rows {
		known[word] = true
	}
	return known, err
}

func (d databaseFinder) knowsCategory(ctx context.Context, slug string) (bool, error) {
	return d.Read().SearchCategoryKnown(ctx, slug)
}

func (d databaseFinder) attributes(ctx context.Context) (index.Known, error) {
	var all [][]string
	err := d.eachAttributes(ctx, conditions(&index.Any, nil), func(_ uuid.UUID, has []string) { all = append(all, has) })
	return index.KnownOf(all), err
}
