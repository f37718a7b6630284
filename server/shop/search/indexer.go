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
	once       sync.Once

	pendingMu sync.Mutex
	pending   pending // changes that the index lacks

	failures atomic.Int64 // incremented when changes could not be read
	failure  error        // the last one; with mu
}

// pending holds the changes since the last change of the index.
type pending struct {
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
	m := &Indexer{
		store: st, log: log, feed: feed, index: index.New(hitMembers()...), invalidated: make(chan struct{}, 1),
		firstUntil: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	m.invalidations.Store(1) // until the index is filled
	feed.Follow(m, productsTable, categoriesTable)
	return m
}

// Run fills the index, and fills it again whenever any product may have changed,
// until ctx ends.
func (m *Indexer) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.invalidated:
		}
		if m.isSynced() {
			continue
		}
		began := time.Now()
		err := m.sync(ctx, m.invalidations.Load())
		if err != nil && ctx.Err() == nil {
			m.log.Warn("the index of the products is not filled; searches ask the database", "error", err)
			m.retry(ctx)
		}
		if err != nil {
			continue
		}
		m.log.Info("the index of the products is filled", "products", m.index.Len(), "took", time.Since(began))
		m.index.Compact()
	}
}

func (m *Indexer) retry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		m.invalidate()
	}
}

// IndexStatus is the state of an index.
type IndexStatus struct {
	Trusted  bool // whether searches are answered from it now
	Products int
}

// Status returns the state of the index now.
func (m *Indexer) Status() IndexStatus {
	return IndexStatus{Trusted: m.Ready(), Products: m.index.Len()}
}

// Ready reports whether searches are answered from the index now.
func (m *Indexer) Ready() bool { return m != nil && m.isSynced() && m.feed.Current() }

// Categories appends the live categories, in the order of their names, as JSON objects
// separated by commas, and counts them. whole is false when the database has to be
// queried instead.
func (m *Indexer) Categories(ctx context.Context, dst []byte, includeEmpty bool, most int) (out []byte, listed int, whole bool) {
	products := m.await(ctx)
	if products == nil {
		return dst, 0, false
	}
	return products.Categories(dst, includeEmpty, most)
}

// await returns the index, or nil when the database has to be queried. It waits while
// the index is filled for the first time, and while changes are read late: an index of
// many products is faster than the database even then.
func (m *Indexer) await(ctx context.Context) *index.Index {
	if m == nil {
		return nil
	}
	if !m.isSynced() && time.Now().Before(m.firstUntil) {
		select {
		case <-ctx.Done():
		case <-m.filled:
		case <-time.After(time.Until(m.firstUntil)):
		}
	}
	if !m.isSynced() || !m.feed.Await(ctx) || !m.Ready() {
		return nil
	}
	return m.index
}

// isSynced is false after an invalidation, even if the index is being filled
// because of an earlier one: that read may have been too early.
func (m *Indexer) isSynced() bool { return m.synced.Load() == m.invalidations.Load() }

func (m *Indexer) invalidate() {
	m.invalidations.Add(1)
	select {
	case m.invalidated <- struct{}{}:
	default: // it will be filled anyway
	}
}

// Changed applies changes of products and categories. It brings the index up to
// date before it returns, unless the index is being filled: then nobody reads
// it, and the fill applies the change at its end. A caller that waits for
// another change finds that its own was applied together with it, or not.
func (m *Indexer) Changed(table string, ids []uuid.UUID) error {
	if table == productsTable && ids == nil {
		m.invalidate()
		return nil
	}
	before := m.failures.Load()
	m.pendingMu.Lock()
	if table == categoriesTable {
		m.pending.categories = true
	} else {
		m.pending.products = append(m.pending.products, ids...)
	}
	m.pendingMu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isSynced() {
		return nil
	}
	if m.failures.Load() != before {
		return m.failure
	}
	err := m.applyPending(context.Background())
	if store.IsAway(err) {
		m.failure = err
		m.failures.Add(1)
		return err
	}
	if err != nil {
		m.log.Warn("a change did not reach the index of the products", "error", err)
		m.invalidate()
	}
	return nil
}

func (m *Indexer) applyPending(ctx context.Context) error {
	m.pendingMu.Lock()
	lacking := m.pending
	m.pending = pending{}
	m.pendingMu.Unlock()
	if lacking.categories {
		if err := m.inTime(ctx, m.loadCategories); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(lacking.products, changedAtOnce) {
		if err := m.inTime(ctx, func(ctx context.Context) error { return m.update(ctx, some) }); err != nil {
			return err
		}
	}
	return nil
}

// inTime limits the time that read may take: who holds mu keeps the feed waiting.
func (m *Indexer) inTime(ctx context.Context, read func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, m.feed.Patience())
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
func (m *Indexer) Verify(ctx context.Context) error {
	for m.await(ctx) == nil {
		if ctx.Err() != nil {
			return errors.New("the index of the products is not filled")
		}
	}
	return errors.Join(m.verifyIndex(ctx), m.verifyCategories(ctx), m.verifyFacets(ctx))
}

func (m *Indexer) verifyIndex(ctx context.Context) error {
	m.mu.Lock() // no change is applied meanwhile
	defer m.mu.Unlock()
	var faults []error
	live, after, held := 0, uuid.UUID{}, m.index.Checker()
	var words counted
	for {
		rows, err := m.store.Read().MemoryStatesAfter(ctx, db.MemoryStatesAfterParams{After: after, Page: loadAtOnce})
		if err != nil || len(rows) == 0 {
			if n := m.index.Len(); n != live {
				faults = append(faults, fmt.Errorf("the index holds %d products, the database %d", n, live))
			}
			return errors.Join(append(faults, err)...)
		}
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		live, after = live+len(ids), ids[len(ids)-1]
		products, err := m.store.Read().MemoryProducts(ctx, ids)
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
func (m *Indexer) verifyCategories(ctx context.Context) error {
	for _, includeEmpty := range []bool{true, false} {
		got, _, whole := m.index.Categories([]byte{'['}, includeEmpty, math.MaxInt32)
		got = append(got, ']')
		rows, err := m.store.Read().CategoryList(ctx, db.CategoryListParams{IncludeEmpty: includeEmpty, MaxRows: math.MaxInt32})
		if err != nil {
			return err
		}
		list := make([]api.Category, len(rows))
		for i, r := range rows {
			list[i] = api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: r.ProductCount}
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
func (m *Indexer) verifyFacets(ctx context.Context) error {
	all := &index.Query{Filter: index.Any}
	inIndex, whole := m.index.Facets(all)
	wanted, _, err := inDatabase{m.store}.facets(ctx, all)
	if err != nil {
		return err
	}
	if got, want := toFacets(&inIndex), toFacets(&wanted); !whole || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the facets in memory are %+v, in the database %+v", got, want)
	}
	return nil
}
