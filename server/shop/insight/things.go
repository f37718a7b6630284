package insight

import (
	"context"
	"iter"
	"slices"

	"github.com/storefront/storefront/gen/db"
)

// sold calls fn, for each period and each kind, with the things that orders have which were placed in the period, and their
// sums. What lies in a part of a quarter hour is read from the orders.
func (h Analytics) sold(ctx context.Context, periods []period, fn func(i int, kind string, all iter.Seq[ranked]), kinds ...string) error {
	edges, err := h.edgesOf(ctx, periods, kinds)
	if err != nil {
		return err
	}
	return h.Ledger.Read(ctx, func(of func(string) *tallies) {
		for i, p := range periods {
			whole, _, _ := p.quarters()
			for _, kind := range kinds {
				fn(i, kind, of(kind).all(whole, edges[i][kind]))
			}
		}
	})
}

// edge has the sums of things in parts of quarter hours, by kind and name.
type edge map[string]map[string]figures

func (e *edge) add(kind, name string, f figures) {
	if *e == nil {
		*e = edge{}
	}
	if (*e)[kind] == nil {
		(*e)[kind] = map[string]figures{}
	}
	sum := (*e)[kind][name]
	sum.add(f)
	(*e)[kind][name] = sum
}

// edgesOf returns what the orders add to the things in the parts of quarter hours at the ends of each period. It reads
// those of all periods at once: where the days of a zone do not begin with a quarter hour, each has such parts.
func (h Analytics) edgesOf(ctx context.Context, periods []period, kinds []string) ([]edge, error) {
	edges := make([]edge, len(periods))
	var p db.InsightEdgeParams
	for i, whole := range periods {
		_, before, after := whole.quarters()
		for _, part := range []period{before, after} {
			if !part.isEmpty() {
				p.Parts, p.Since, p.Until = append(p.Parts, int64(i)), append(p.Since, part.from), append(p.Until, part.until)
			}
		}
	}
	if len(p.Parts) == 0 {
		return edges, nil
	}
	if slices.Contains(kinds, products) {
		rows, err := h.Store.Read().InsightEdgeProducts(ctx, db.InsightEdgeProductsParams{Parts: p.Parts, Since: p.Since, Until: p.Until})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			edges[r.Part].add(products, r.Name, figures{r.Count, r.Amount})
		}
	}
	if slices.Contains(kinds, ofShop) {
		rows, err := h.Store.Read().InsightEdgeCustomers(ctx, db.InsightEdgeCustomersParams{Parts: p.Parts, Since: p.Since, Until: p.Until})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			edges[r.Part].add(ofShop, shopCustomers, figures{count: r.Count})
		}
	}
	if !slices.ContainsFunc(kinds, func(kind string) bool { return kind != products }) {
		return edges, nil
	}
	p.Kinds = kinds
	rows, err := h.Store.Read().InsightEdge(ctx, p)
	for _, r := range rows {
		edges[r.Part].add(r.Kind, r.Name, figures{r.Count, r.Amount})
	}
	return edges, err
}

// all returns the things with their sums in a period of whole quarter hours and in more beside it, without those
// that have none.
func (t *tallies) all(p period, more map[string]figures) iter.Seq[ranked] {
	return func(yield func(ranked) bool) {
		sums := t.sum(p)
		for name, f := range more {
			if n, known := t.numbers[name]; known {
				sums[n].add(f)
			} else if !yield(ranked{name, f}) { // of an order that was placed a moment ago
				return
			}
		}
		for n, f := range sums {
			if f != (figures{}) && !yield(ranked{t.names[n], f}) {
				return
			}
		}
	}
}
