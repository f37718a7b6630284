package search

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/shop/search/internal/index"
)

func (d inDatabase) facets(ctx context.Context, q *index.Query) (index.Facets, bool, error) {
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
	return out, true, err
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
