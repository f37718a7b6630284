package catalog

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog/internal/cache"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// Memory keeps in memory what is asked of the catalogue most: an index of the
// products, for searches and the list of categories, and answers about products.
// They serve only while they are as new as the database; what of it has changed, a
// changes.Feed says. A nil Memory keeps nothing.
type Memory struct {
	store *store.Store
	log   *slog.Logger
	feed  *changes.Feed

	answers *cache.Cache

	index  *index.Index // nil when the database is asked instead
	doubts atomic.Int64 // how often any product may have changed
	synced atomic.Int64 // after which doubt the index was filled; it holds every change that was followed since

	mu         sync.Mutex         // held while the index is changed
	categories map[uuid.UUID]bool // which it knows
	doubted    chan struct{}      // wakes Run

	firstUntil time.Time     // until when searches wait for the index to be filled first
	filled     chan struct{} // closed then
	once       sync.Once

	pendingMu sync.Mutex
	pending   pending // what the index lacks
}

// pending is what has changed since the index was changed last.
type pending struct {
	products   []uuid.UUID
	categories bool
}

// The tables that are remembered.
const (
	productsTable   = "products"
	categoriesTable = "categories"
)

// firstWait is how long after the start searches wait for the index, so that a
// shop of usual size is searched in one way alone.
const firstWait = 4 * time.Second

// readWait is how long the database may take to tell about changed products.
const readWait = 15 * time.Second

// MemoryOptions say what is kept.
type MemoryOptions struct {
	Index   bool // of all products
	Answers int  // bytes of answers about products
}

// NewMemory returns a memory that follows the feed; Run fills it.
func NewMemory(st *store.Store, log *slog.Logger, feed *changes.Feed, o MemoryOptions) *Memory {
	m := &Memory{
		store: st, log: log, feed: feed, answers: cache.New(o.Answers), doubted: make(chan struct{}, 1),
		firstUntil: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	if o.Index {
		m.index = index.New(hitMembers()...)
	}
	m.doubts.Store(1) // until the index is filled
	feed.Follow(m, productsTable, categoriesTable)
	return m
}

// Run fills the index, and again whenever any product may have changed, until ctx
// ends.
func (m *Memory) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			hits, misses := m.answers.Counts()
			m.log.Info("answers about products from memory", "hits", hits, "misses", misses)
			return
		case <-m.doubted:
		}
		if m.index == nil {
			continue
		}
		began := time.Now()
		err := m.sync(ctx, m.doubts.Load())
		if err != nil && ctx.Err() == nil {
			m.log.Warn("the index of the products is not filled; searches ask the database", "error", err)
			m.retry(ctx)
			continue
		}
		m.index.Compact()
		m.log.Info("the index of the products is filled", "products", m.index.Len(), "took", time.Since(began))
	}
}

func (m *Memory) retry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		m.doubt()
	}
}

// Answer returns the answer about a product, in the memory of into when that is
// enough, or nil when the database has to be asked; and what Keep wants to know.
func (m *Memory) Answer(slug string, into []byte) (body []byte, generation uint64) {
	if m == nil || !m.answers.Enabled() || !m.feed.Current() {
		return nil, 0
	}
	return m.answers.Get(slug, into)
}

// Keep keeps a copy of an answer that the database gave after Answer.
func (m *Memory) Keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if m != nil && m.feed.Current() {
		m.answers.Put(slug, id, body, generation)
	}
}

// Ready returns the index, or nil when the database has to be asked.
func (m *Memory) Ready() *index.Index {
	if m == nil || !m.isSynced() || !m.feed.Current() {
		return nil
	}
	return m.index
}

// Await is Ready for a caller who waits while the index is filled first, and for a
// reading of changes that is late: an index of many products answers sooner than the
// database even then.
func (m *Memory) Await(ctx context.Context) *index.Index {
	if m == nil || m.index == nil {
		return nil
	}
	if !m.isSynced() && time.Now().Before(m.firstUntil) {
		select {
		case <-ctx.Done():
		case <-m.filled:
		case <-time.After(time.Until(m.firstUntil)):
		}
	}
	if !m.isSynced() || !m.feed.Await(ctx) {
		return nil
	}
	return m.Ready()
}

// isSynced is false again after a doubt, also when the index is being filled since an
// earlier one: that may have read too early.
func (m *Memory) isSynced() bool { return m.synced.Load() == m.doubts.Load() }

func (m *Memory) doubt() {
	m.doubts.Add(1)
	select {
	case m.doubted <- struct{}{}:
	default: // it will be filled anyway
	}
}

// Changed follows the changes of products and categories. It brings the index up to
// date before it returns, unless that is being filled: then nobody reads it, and the
// filling follows the change at its end. A caller who waits for another's change finds
// that its own was followed with that.
func (m *Memory) Changed(table string, ids []uuid.UUID) {
	m.forget(table, ids)
	if m.index == nil {
		return
	}
	if table == productsTable && ids == nil {
		m.doubt()
		return
	}
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
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), readWait)
	defer cancel()
	if err := m.applyPending(ctx); err != nil {
		m.log.Warn("a change did not reach the index of the products", "error", err)
		m.doubt()
	}
}

// forget drops the answers that a change may have made wrong. The name of a category
// is in the answer about each of its products.
func (m *Memory) forget(table string, ids []uuid.UUID) {
	if table == categoriesTable || ids == nil {
		m.answers.Clear()
	} else {
		m.answers.Drop(ids...)
	}
}

func (m *Memory) applyPending(ctx context.Context) error {
	m.pendingMu.Lock()
	lacking := m.pending
	m.pending = pending{}
	m.pendingMu.Unlock()
	if lacking.categories {
		if err := m.loadCategories(ctx); err != nil {
			return err
		}
	}
	return m.load(ctx, lacking.products)
}

// missingOf returns the ids that were not found.
func missingOf(ids []uuid.UUID, found map[uuid.UUID]bool) (gone []uuid.UUID) {
	for _, id := range ids {
		if !found[id] {
			gone = append(gone, id)
		}
	}
	return gone
}
