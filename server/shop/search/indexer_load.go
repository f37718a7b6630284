package search

import (
	"context"
	"runtime"
	"slices"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// loadAtOnce is the number of products that are read from the database at once, filledAtOnce the same of the
// first fill, and comparedAtOnce that of which only the states are.
const (
	filledAtOnce   = 8000
	loadAtOnce     = 2000
	comparedAtOnce = 20_000
)

// sync compares the index with the database and loads what differs; the first
// time that is everything. Changes that arrive meanwhile are applied last. It
// covers the invalidations up to the given number. Until it has, nothing else
// changes the index.
func (x *Indexer) sync(ctx context.Context, invalidations int64) error {
	x.mu.Lock()
	err := x.inTime(ctx, x.loadCategories)
	x.mu.Unlock()
	if err != nil {
		return err
	}
	read := x.compareAll
	if x.index.Len() == 0 {
		read = x.fill
	}
	if err := read(ctx); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.applyPending(ctx); err != nil {
		return err
	}
	x.synced.Store(invalidations)
	x.fillOnce.Do(func() { close(x.filled) })
	return nil
}

// fill loads all products into an empty index: the next ones are read while those before are made ready, on all
// cores, and others added.
func (x *Indexer) fill(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	read, ready := make(chan []db.MemoryProductsRow, 1), make(chan []index.Product, 1)
	g.Go(func() error {
		defer close(read)
		for after := (uuid.UUID{}); ; {
			rows, err := x.store.Read().MemoryProductsAfter(ctx, db.MemoryProductsAfterParams{After: after, Page: filledAtOnce})
			if err != nil || len(rows) == 0 {
				return err
			}
			after = rows[len(rows)-1].ID
			page := make([]db.MemoryProductsRow, len(rows))
			for i := range rows {
				page[i] = db.MemoryProductsRow(rows[i])
			}
			if !send(ctx, read, page) {
				return ctx.Err()
			}
		}
	})
	g.Go(func() error {
		defer close(ready)
		for rows := range read {
			products, err := toIndexAll(rows)
			if err != nil {
				return err
			}
			if !send(ctx, ready, products) {
				return ctx.Err()
			}
		}
		return nil
	})
	g.Go(func() error {
		for products := range ready {
			x.mu.Lock()
			err := x.knowCategories(ctx, products)
			if err == nil {
				x.index.Apply(products, nil)
			}
			x.mu.Unlock()
			if err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

// send returns false when ctx ends.
func send[T any](ctx context.Context, to chan<- T, value T) bool {
	select {
	case to <- value:
		return true
	case <-ctx.Done():
		return false
	}
}

// knowCategories reads the categories when one of the products is in a new one.
func (x *Indexer) knowCategories(ctx context.Context, products []index.Product) error {
	if slices.ContainsFunc(products, func(p index.Product) bool { return !x.categories[p.Category] }) {
		return x.inTime(ctx, x.loadCategories)
	}
	return nil
}

// compareAll compares all products, the next ones being read meanwhile.
func (x *Indexer) compareAll(ctx context.Context) error {
	after := uuid.UUID{}
	for reading := x.readStates(ctx, after); reading != nil; {
		read := <-reading
		if read.err != nil {
			return read.err
		}
		last := uuid.Max
		reading = nil
		if len(read.states) == comparedAtOnce {
			last = read.states[comparedAtOnce-1].ID
			reading = x.readStates(ctx, last)
		}
		if err := x.compare(ctx, after, last, read.states); err != nil {
			return err
		}
		after = last
	}
	return nil
}

// readStates reads the states of some products, in the order of their ids.
func (x *Indexer) readStates(ctx context.Context, after uuid.UUID) <-chan statesRead {
	out := make(chan statesRead, 1)
	go func() {
		rows, err := x.store.Read().MemoryStatesAfter(ctx, db.MemoryStatesAfterParams{After: after, Page: comparedAtOnce})
		states := make([]index.State, len(rows))
		for i := range rows {
			states[i] = stateOf((*db.MemoryStatesRow)(&rows[i]))
		}
		out <- statesRead{states, err}
	}()
	return out
}

type statesRead struct {
	states []index.State
	err    error
}

// compare compares the products from one id to another with their states in the
// database, and loads what differs. A call that writes waits for no more than
// loadAtOnce products.
func (x *Indexer) compare(ctx context.Context, after, last uuid.UUID, states []index.State) error {
	differ, gone := x.index.Reconcile(after, last, states)
	for some := range slices.Chunk(append(differ, gone...), loadAtOnce) {
		if err := x.loadLocked(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func stateOf(r *db.MemoryStatesRow) index.State {
	return index.State{ID: r.ID, Content: r.Content, Price: r.PriceOere, Stock: r.Stock, Updated: r.UpdatedAt.UnixMilli(), Featured: r.Featured, Pieces: index.Pieces(r.Pieces)}
}

// update brings products of the index up to date. Of most of them, only the stock
// changed: then their words are not read.
func (x *Indexer) update(ctx context.Context, ids []uuid.UUID) error {
	rows, err := x.store.Read().MemoryStates(ctx, ids)
	if err != nil {
		return err
	}
	states, found := make([]index.State, len(rows)), map[uuid.UUID]bool{}
	for i, r := range rows {
		found[r.ID] = true
		states[i] = stateOf(&r)
	}
	return x.load(ctx, append(x.index.Adjust(states), missingOf(ids, found)...))
}

func (x *Indexer) loadLocked(ctx context.Context, ids []uuid.UUID) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.inTime(ctx, func(ctx context.Context) error { return x.load(ctx, ids) })
}

// load puts these products into the index as they are in the database now.
func (x *Indexer) load(ctx context.Context, ids []uuid.UUID) error {
	for some := range slices.Chunk(ids, loadAtOnce) {
		rows, err := x.store.Read().MemoryProducts(ctx, some)
		if err != nil {
			return err
		}
		products, err := toIndexAll(rows)
		if err != nil {
			return err
		}
		if err := x.knowCategories(ctx, products); err != nil {
			return err
		}
		found := map[uuid.UUID]bool{}
		for _, row := range rows {
			found[row.ID] = true
		}
		x.index.Apply(products, missingOf(some, found))
	}
	return nil
}

func (x *Indexer) loadCategories(ctx context.Context) error {
	rows, err := x.store.Read().MemoryCategories(ctx)
	if err != nil {
		return err
	}
	all := make([]index.Category, len(rows))
	x.categories = map[uuid.UUID]bool{}
	for i, row := range rows {
		x.categories[row.ID] = true
		hit, err := categoryMembers(&row)
		if err != nil {
			return err
		}
		entry, err := toEntry(&row)
		if err != nil {
			return err
		}
		all[i] = index.Category{ID: row.ID, Slug: row.Slug, Deleted: row.Deleted, Hit: hit, Entry: entry}
		for token := range text.Tokens(row.Name) {
			all[i].Words = append(all[i].Words, text.Variants(token)...)
		}
	}
	x.index.SetCategories(all)
	return nil
}

// toIndexAll uses all cores: there may be a million products, and they are not
// searched in memory until it is done.
func toIndexAll(rows []db.MemoryProductsRow) ([]index.Product, error) {
	products := make([]index.Product, len(rows))
	var g errgroup.Group
	share := len(rows)/runtime.GOMAXPROCS(0) + 1
	for from := 0; from < len(rows); from += share {
		g.Go(func() (err error) {
			var words wordCounts
			for i := from; i < min(from+share, len(rows)) && err == nil; i++ {
				products[i], err = toIndex(&rows[i], &words)
			}
			return err
		})
	}
	return products, g.Wait()
}
