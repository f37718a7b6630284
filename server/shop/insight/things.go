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
	edges := make([]edge, len(periods))
	for i, p := range periods {
		_, before, after := p.quarters()
		for _, part := range []period{before, after} {
			if err := h.addEdge(ctx, &edges[i], part, kinds); err != nil {
				return err
			}
		}
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

// addEdge adds what the orders of a short period add to the things.
func (h Analytics) addEdge(ctx context.Context, e *edge, p period, kinds []string) error {
	if p.isEmpty() {
		return nil
	}
	if slices.Contains(kinds, products) {
		rows, err := h.Store.Read().InsightEdgeProducts(ctx, db.InsightEdgeProductsParams{Since: p.from, Until: p.until})
		if err != nil {
			return err
		}
		for _, r := range rows {
			e.add(products, r.Name, figures{r.Count, r.Amount})
		}
	}
	if slices.Contains(kinds, ofShop) {
		count, err := h.Store.Read().InsightEdgeCustomers(ctx, db.InsightEdgeCustomersParams{Since: p.from, Until: p.until})
		if err != nil {
			return err
		}
		e.add(ofShop, shopCustomers, figures{count: count})
	}
	if !slices.ContainsFunc(kinds, func(kind string) bool { return kind != products }) {
		return nil
	}
	rows, err := h.Store.Read().InsightEdge(ctx, db.InsightEdgeParams{Since: p.from, Until: p.until, Kinds: kinds})
	for _, r := range rows {
		e.add(r.Kind, r.Name, figures{r.Count, r.Amount})
	}
	return err
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
