package catalog

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// Memory keeps in memory what is read most of the catalogue: an index of the
// products, for searches and the list of categories, and responses about
// products. It is used only while it is as new as the database; a changes.Feed
// notifies it of changes. A nil Memory keeps nothing.
type Memory struct {
	store *store.Store
	log   *slog.Logger
	feed  *changes.Feed

	answers *answers

	index         *index.Index // nil when it is disabled and the database is queried instead
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

// MemoryOptions set what is kept.
type MemoryOptions struct {
	Index   bool // of all products
	Answers int  // bytes of answers about products
}

// NewMemory returns a memory that follows the feed. Run fills it.
func NewMemory(st *store.Store, log *slog.Logger, feed *changes.Feed, o MemoryOptions) *Memory {
	m := &Memory{
		store: st, log: log, feed: feed, answers: newAnswers(o.Answers), invalidated: make(chan struct{}, 1),
		firstUntil: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	if o.Index {
		m.index = index.New(hitMembers()...)
	}
	m.invalidations.Store(1) // until the index is filled
	feed.Follow(m, productsTable, categoriesTable)
	return m
}

// Run fills the index, and fills it again whenever any product may have changed,
// until ctx ends.
func (m *Memory) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			m.log.Info("answers about products from memory", "hits", m.answers.hits.Load(), "misses", m.answers.misses.Load())
			return
		case <-m.invalidated:
		}
		if m.index == nil || m.isSynced() {
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

func (m *Memory) retry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		m.invalidate()
	}
}

// Answer returns the response about a product, which must not be changed, or nil when
// the database has to be queried; and the generation to pass to Keep.
func (m *Memory) Answer(slug string) (body []byte, generation uint64) {
	if m == nil || !m.feed.Current() {
		return nil, 0
	}
	return m.answers.get(slug)
}

// Keep keeps a response that the database gave after Answer.
func (m *Memory) Keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if m != nil && m.feed.Current() {
		m.answers.put(slug, id, body, generation)
	}
}

// Ready returns the index, or nil when the database has to be queried.
func (m *Memory) Ready() *index.Index {
	if m == nil || !m.isSynced() || !m.feed.Current() {
		return nil
	}
	return m.index
}

// Await is Ready for a caller that can wait while the index is filled for the
// first time, or while changes are read late: an index of many products is
// faster than the database even then.
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

// isSynced is false after an invalidation, even if the index is being filled
// because of an earlier one: that read may have been too early.
func (m *Memory) isSynced() bool { return m.synced.Load() == m.invalidations.Load() }

func (m *Memory) invalidate() {
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
func (m *Memory) Changed(table string, ids []uuid.UUID) error {
	m.forget(table, ids)
	if m.index == nil {
		return nil
	}
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

// forget drops the responses that a change may have made wrong. The name of a
// category is in the response about each of its products.
func (m *Memory) forget(table string, ids []uuid.UUID) {
	if table == categoriesTable || ids == nil {
		m.answers.clear()
	} else {
		m.answers.drop(ids...)
	}
}

func (m *Memory) applyPending(ctx context.Context) error {
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
func (m *Memory) inTime(ctx context.Context, read func(context.Context) error) error {
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
