// Package insight answers what sells. Triggers of the database keep the sums of the orders
// (docs/decisions/0014-insight.md), so that no operation has to remember them; the searches
// and the calls of keys are counted here.
package insight

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search"
)

// Analytics answers the operations analytics.*.
type Analytics struct {
	Store  *store.Store
	Search search.Searcher // for what is low in stock
	Ledger *Ledger
}

// readSums calls fn, for each period and each kind, with the things that orders have which were placed in the period, and their
// sums. What lies in a part of a quarter hour is read from the orders.
func (h Analytics) readSums(ctx context.Context, periods []period, fn func(i int, kind string, all iter.Seq[rankedThing]), kinds ...string) error {
	edges, err := h.readEdges(ctx, periods, kinds)
	if err != nil {
		return err
	}
	rehearsed, err := h.Store.Read().InsightRehearsed(ctx, db.InsightRehearsedParams(numbered(periods, kinds)))
	if err != nil {
		return err
	}
	for _, r := range rehearsed {
		edges[r.Part].add(r.Kind, r.Name, figures{r.Count, r.Amount})
	}
	if slices.ContainsFunc(kinds, isGoods) {
		returned, err := h.readReturned(ctx, periods, api.OrderStatusRefunded, kinds)
		if err != nil {
			return err
		}
		for _, r := range returned {
			edges[r.Part].add(r.Kind, r.Name, figures{count: -r.Count})
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

// readEdges returns what the orders add to the things in the parts of quarter hours at the ends of each period. It reads
// those of all periods at once: where the days of a zone do not begin with a quarter hour, each has such parts.
func (h Analytics) readEdges(ctx context.Context, periods []period, kinds []string) ([]edgeSums, error) {
	edges := make([]edgeSums, len(periods))
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
	if slices.ContainsFunc(kinds, isGoods) {
		rows, err := h.Store.Read().InsightEdgeProducts(ctx, db.InsightEdgeProductsParams{Parts: p.Parts, Since: p.Since, Until: p.Until, Kinds: kinds})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			edges[r.Part].add(r.Kind, r.Name, figures{r.Count, r.Amount})
		}
	}
	if slices.Contains(kinds, kindShop) {
		rows, err := h.Store.Read().InsightEdgeCustomers(ctx, db.InsightEdgeCustomersParams{Parts: p.Parts, Since: p.Since, Until: p.Until})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			edges[r.Part].add(kindShop, shopCustomers, figures{count: r.Count})
		}
	}
	if !slices.ContainsFunc(kinds, func(kind string) bool { return !isGoods(kind) }) {
		return edges, nil
	}
	p.Kinds = kinds
	rows, err := h.Store.Read().InsightEdge(ctx, p)
	for _, r := range rows {
		edges[r.Part].add(r.Kind, r.Name, figures{r.Count, r.Amount})
	}
	return edges, err
}

// isGoods reports whether things of a kind are what the items of orders name.
func isGoods(kind string) bool { return kind == kindProduct || kind == kindVariant }

// readReturned returns the pieces that came back of orders with a status in the periods: of paid ones that were cancelled, or of
// free ones that were refunded. These orders are few.
func (h Analytics) readReturned(ctx context.Context, periods []period, status api.OrderStatus, kinds []string) ([]db.InsightReturnedRow, error) {
	p := numbered(periods, kinds)
	return h.Store.Read().InsightReturned(ctx, db.InsightReturnedParams{Parts: p.Parts, Since: p.Since, Until: p.Until, Status: string(status), Kinds: kinds})
}

// numbered are periods with their numbers, and kinds of things, as queries take them.
func numbered(periods []period, kinds []string) db.InsightEdgeParams {
	p := db.InsightEdgeParams{Kinds: kinds}
	for i, whole := range periods {
		p.Parts, p.Since, p.Until = append(p.Parts, int64(i)), append(p.Since, whole.from), append(p.Until, whole.until)
	}
	return p
}

// edgeSums has the sums of things in parts of quarter hours, by kind and name.
type edgeSums map[string]map[string]figures

func (e *edgeSums) add(kind, name string, f figures) {
	if *e == nil {
		*e = edgeSums{}
	}
	if (*e)[kind] == nil {
		(*e)[kind] = map[string]figures{}
	}
	sum := (*e)[kind][name]
	sum.add(f)
	(*e)[kind][name] = sum
}

// all returns the things with their sums in a period of whole quarter hours and in more beside it, without those
// that have none.
func (t *tallies) all(p period, more map[string]figures) iter.Seq[rankedThing] {
	return func(yield func(rankedThing) bool) {
		// What came back between the two readings may be more than what was sold.
		shown := func(name string, f figures) bool {
			f.count = max(f.count, 0)
			return f == (figures{}) || yield(rankedThing{name: name, figures: f})
		}
		sums := t.sum(p)
		for name, f := range more {
			if n, known := t.numbers[name]; known {
				sums[n].add(f)
			} else if !shown(name, f) { // of an order that was placed a moment ago
				return
			}
		}
		for n, f := range sums {
			if !shown(t.names[n], f) {
				return
			}
		}
	}
}

// rankedThing is a thing with its sums.
type rankedThing struct {
	name    string
	variant string // of readGoods
	figures
}

// An order is negative if a is ranked before b.
type ranking func(a, b rankedThing) int

func byCount(a, b rankedThing) int {
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(b.amount, a.amount), cmp.Compare(a.name, b.name), cmp.Compare(a.variant, b.variant))
}

func byAmount(a, b rankedThing) int {
	return cmp.Or(cmp.Compare(b.amount, a.amount), cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name), cmp.Compare(a.variant, b.variant))
}

// topList keeps the first of many things.
type topList struct {
	most  int
	order ranking
	found []rankedThing
}

func (b *topList) add(r rankedThing) {
	if n := len(b.found); n == b.most && (n == 0 || b.order(b.found[n-1], r) <= 0) {
		return
	}
	at, _ := slices.BinarySearchFunc(b.found, r, b.order)
	b.found = slices.Insert(b.found, at, r)
	b.found = b.found[:min(len(b.found), b.most)]
}

// safeAmount is a sum of money within what every JSON reader represents exactly.
func safeAmount(amount int64) int64 {
	const most = 9007199254740991
	return min(amount, most)
}
