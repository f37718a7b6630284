package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// Indexer keeps an index of the products in memory, for searches and the list of
// categories. The index is used only while it is as new as the database; a
// changes.Feed notifies the indexer of changes. A nil Indexer has no index.
type Indexer struct {
	store *store.Store
	log   *slog.Logger
	feed  *changes.Feed

	index         *index.Index
	invalidations atomic.Int64 // incremented when any product may have changed
	synced        atomic.Int64 // the value of invalidations when the index was last filled

	mu          sync.Mutex         // held while the index is changed
	categories  map[uuid.UUID]bool // those in the index
	invalidated chan struct{}      // wakes Run

	firstUntil time.Time     // until when searches wait for the index to be filled first
	filled     chan struct{} // closed when the index is filled
	fillOnce   sync.Once

	pendingMu sync.Mutex
	pending   pendingChanges // changes that the index lacks

	failures atomic.Int64 // incremented when changes could not be read
	failure  error        // the last one; with mu
}

// pendingChanges are the changes since the last change of the index.
type pendingChanges struct {
	products   []uuid.UUID
	categories bool
}

// The tables whose rows are kept in memory.
const (
	productsTable   = "products"
	categoriesTable = "categories"
)

// firstWait is how long after the start searches wait for the index, so that all
// searches in a shop of usual size use it.
const firstWait = 4 * time.Second

// changedAtOnce is the number of changed products that are read at once, for each of
// which there is a time limit.
const changedAtOnce = 500

// NewIndexer returns an indexer that follows the feed. Run fills its index.
func NewIndexer(st *store.Store, log *slog.Logger, feed *changes.Feed) *Indexer {
	x := &Indexer{
		store: st, log: log, feed: feed, index: index.New(hitMembers()...), invalidated: make(chan struct{}, 1),
		firstUntil: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	x.invalidations.Store(1) // until the index is filled
	feed.Follow(x, productsTable, categoriesTable)
	return x
}

// Run fills the index, and fills it again whenever any product may have changed,
// until ctx ends.
func (x *Indexer) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-x.invalidated:
		}
		if x.isSynced() {
			continue
		}
		began := time.Now()
		err := x.sync(ctx, x.invalidations.Load())
		if err != nil && ctx.Err() == nil {
			x.log.Warn("the index of the products is not filled; searches ask the database", "error", err)
			x.retry(ctx)
		}
		if err != nil {
			continue
		}
		x.log.Info("the index of the products is filled", "products", x.index.Len(), "took", time.Since(began))
		x.index.Compact()
	}
}

func (x *Indexer) retry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		x.invalidate()
	}
}

// IndexStatus is the state of an index.
type IndexStatus struct {
	Trusted  bool // whether searches are answered from it now
	Products int
}

// Status returns the state of the index now.
func (x *Indexer) Status() IndexStatus {
	return IndexStatus{Trusted: x.Ready(), Products: x.index.Len()}
}

// Ready reports whether searches are answered from the index now.
func (x *Indexer) Ready() bool { return x != nil && x.isSynced() && x.feed.Current() }

// Categories appends the live categories, in the order of their names, as JSON objects
// separated by commas, and counts them. whole is false when the database has to be
// queried instead.
func (x *Indexer) Categories(ctx context.Context, dst []byte, includeEmpty bool, most int) (out []byte, listed int, whole bool) {
	products := x.await(ctx)
	if products == nil {
		return dst, 0, false
	}
	return products.Categories(dst, includeEmpty, most)
}

// await returns the index, or nil when the database has to be queried. It waits while
// the index is filled for the first time, and while changes are read late: an index of
// many products is faster than the database even then.
func (x *Indexer) await(ctx context.Context) *index.Index {
	if x == nil {
		return nil
	}
	if !x.isSynced() && time.Now().Before(x.firstUntil) {
		select {
		case <-ctx.Done():
		case <-x.filled:
		case <-time.After(time.Until(x.firstUntil)):
		}
	}
	if !x.isSynced() || !x.feed.Await(ctx) || !x.Ready() {
		return nil
	}
	return x.index
}

// isSynced is false after an invalidation, even if the index is being filled
// because of an earlier one: that read may have been too early.
func (x *Indexer) isSynced() bool { return x.synced.Load() == x.invalidations.Load() }

func (x *Indexer) invalidate() {
	x.invalidations.Add(1)
	select {
	case x.invalidated <- struct{}{}:
	default: // it will be filled anyway
	}
}

// Changed applies changes of products and categories. It brings the index up to
// date before it returns, unless the index is being filled: then nobody reads
// it, and the fill applies the change at its end. A caller that waits for
// another change finds that its own was applied together with it, or not.
func (x *Indexer) Changed(table string, ids []uuid.UUID) error {
	if table == productsTable && ids == nil {
		x.invalidate()
		return nil
	}
	before := x.failures.Load()
	x.pendingMu.Lock()
	if table == categoriesTable {
		x.pending.categories = true
	} else {
		x.pending.products = append(x.pending.products, ids...)
	}
	x.pendingMu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.isSynced() {
		return nil
	}
	if x.failures.Load() != before {
		return x.failure
	}
	err := x.applyPending(context.Background())
	if store.IsAway(err) {
		x.failure = err
		x.failures.Add(1)
		return err
	}
	if err != nil {
		x.log.Warn("a change did not reach the index of the products", "error", err)
		x.invalidate()
	}
	return nil
}

func (x *Indexer) applyPending(ctx context.Context) error {
	x.pendingMu.Lock()
	lacking := x.pending
	x.pending = pendingChanges{}
	x.pendingMu.Unlock()
	if lacking.categories {
		if err := x.inTime(ctx, x.loadCategories); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(lacking.products, changedAtOnce) {
		if err := x.inTime(ctx, func(ctx context.Context) error { return x.update(ctx, some) }); err != nil {
			return err
		}
	}
	return nil
}

// inTime limits the time that read may take: who holds mu keeps the feed waiting.
func (x *Indexer) inTime(ctx context.Context, read func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, x.feed.Patience())
	defer cancel()
	return read(ctx)
}

// missingOf returns the ids that are not in found.
func missingOf(ids []uuid.UUID, found map[uuid.UUID]bool) (gone []uuid.UUID) {
	for _, id := range ids {
		if !found[id] {
			gone = append(gone, id)
		}
	}
	return gone
}

// Verify compares the index, with its counts of categories and facets, with the
// database. It waits until the index is filled.
func (x *Indexer) Verify(ctx context.Context) error {
	for x.await(ctx) == nil {
		if ctx.Err() != nil {
			return errors.New("the index of the products is not filled")
		}
	}
	return errors.Join(x.verifyIndex(ctx), x.verifyCategories(ctx), x.verifyFacets(ctx))
}

func (x *Indexer) verifyIndex(ctx context.Context) error {
	x.mu.Lock() // no change is applied meanwhile
	defer x.mu.Unlock()
	var faults []error
	live, after, held := 0, uuid.UUID{}, x.index.Checker()
	var words wordCounts
	for {
		rows, err := x.store.Read().MemoryStatesAfter(ctx, db.MemoryStatesAfterParams{After: after, Page: loadAtOnce})
		if err != nil || len(rows) == 0 {
			if n := x.index.Len(); n != live {
				faults = append(faults, fmt.Errorf("the index holds %d products, the database %d", n, live))
			}
			return errors.Join(append(faults, err)...)
		}
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		live, after = live+len(ids), ids[len(ids)-1]
		products, err := x.store.Read().MemoryProducts(ctx, ids)
		if err != nil {
			return err
		}
		for i := range products {
			want, err := toIndex(&products[i], &words)
			if err != nil {
				return err
			}
			if !held.Holds(&want) {
				faults = append(faults, fmt.Errorf("the index holds another version of the product %s", products[i].Slug))
			}
		}
	}
}

// verifyCategories compares the lists of categories, which include the numbers
// of their products.
func (x *Indexer) verifyCategories(ctx context.Context) error {
	for _, includeEmpty := range []bool{true, false} {
		got, _, whole := x.index.Categories([]byte{'['}, includeEmpty, math.MaxInt32)
		got = append(got, ']')
		rows, err := x.store.Read().CategoryList(ctx, db.CategoryListParams{IncludeEmpty: includeEmpty, MaxRows: math.MaxInt32})
		if err != nil {
			return err
		}
		list := make([]api.Category, len(rows))
		for i, r := range rows {
			list[i] = api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: r.ProductCount, UpdatedAt: wire.TimeOf(r.UpdatedAt)}
		}
		want, err := wire.Marshal(list)
		if err != nil {
			return err
		}
		if !whole || !bytes.Equal(got, want) {
			return fmt.Errorf("the list of categories in memory is %s, in the database %s", got, want)
		}
	}
	return nil
}

// verifyFacets compares the counts that are kept up to date.
func (x *Indexer) verifyFacets(ctx context.Context) error {
	all := &index.Query{Filter: index.Any}
	held, whole := x.index.Facets(all)
	wanted, _, err := databaseFinder{x.store}.facets(ctx, all)
	if err != nil {
		return err
	}
	if got, want := toFacets(&held), toFacets(&wanted); !whole || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the facets in memory are %+v, in the database %+v", got, want)
	}
	return nil
}
