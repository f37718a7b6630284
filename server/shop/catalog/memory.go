package catalog

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/listen"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog/internal/cache"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// Memory keeps in memory what is asked of the catalogue most: an index of the
// products, for searches and the list of categories, and answers about products.
// They serve only while they are as new as the database: the changes of this
// process are in them before they are answered, those of others as soon as they
// are heard of.
type Memory struct {
	store    *store.Store
	log      *slog.Logger
	listener *listen.Listener

	answers *cache.Cache

	index  *index.Index // nil when the database is asked instead
	doubts atomic.Int64 // how often changes may have gone unheard
	synced atomic.Int64 // after which doubt the index was filled; it holds every change that was heard of since

	mu         sync.Mutex         // held while the index is changed
	categories map[uuid.UUID]bool // which it knows
	doubted    chan struct{}      // wakes Run

	patience time.Time     // until when searches wait for the index to be filled first
	filled   chan struct{} // closed then
	once     sync.Once

	pendingMu sync.Mutex
	pending   store.Changes // what the index lacks
}

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

// NewMemory returns a memory; Run fills it and has it hear of changes.
func NewMemory(st *store.Store, log *slog.Logger, o MemoryOptions) *Memory {
	m := &Memory{
		store: st, log: log, answers: cache.New(o.Answers), doubted: make(chan struct{}, 1),
		patience: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	if o.Index {
		m.index = index.New(hitMembers()...)
	}
	m.listener = &listen.Listener{Store: st, Log: log, Channel: store.ChangesChannel, Heard: m.hear, Doubt: m.doubt}
	m.doubts.Store(1) // until the index is filled
	st.Observe(m.changed)
	return m
}

// Run fills the index, and again whenever changes may have gone unheard, until
// ctx ends.
func (m *Memory) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { m.listener.Run(ctx) })
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
	if m == nil || !m.answers.Enabled() || !m.listener.Hearing() {
		return nil, 0
	}
	return m.answers.Get(slug, into)
}

// Keep keeps a copy of an answer that the database gave after Answer.
func (m *Memory) Keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if m != nil && m.listener.Hearing() {
		m.answers.Put(slug, id, body, generation)
	}
}

// Ready returns the index, or nil when the database has to be asked.
func (m *Memory) Ready() *index.Index {
	if m == nil || !m.isSynced() || !m.listener.Hearing() {
		return nil
	}
	return m.index
}

// Await is Ready for a caller who waits while the index is filled first.
func (m *Memory) Await(ctx context.Context) *index.Index {
	ready := m.Ready()
	if ready != nil || m == nil || m.index == nil || !time.Now().Before(m.patience) {
		return ready
	}
	select {
	case <-ctx.Done():
	case <-m.filled:
	case <-time.After(time.Until(m.patience)):
	}
	return m.Ready()
}

// isSynced is false again from a doubt on, also when the index is being filled
// since an earlier one: that may have read too early.
func (m *Memory) isSynced() bool { return m.synced.Load() == m.doubts.Load() }

func (m *Memory) doubt() {
	m.doubts.Add(1)
	m.answers.Clear()
	select {
	case m.doubted <- struct{}{}:
	default: // it will be filled anyway
	}
}

func (m *Memory) hear(payload string) {
	changes, own, err := m.store.ReadNotice(payload)
	switch {
	case err != nil:
		m.doubt()
	case !own:
		m.changed(changes)
	}
}

// changed brings the index up to date before it returns, unless it is being
// filled: then nobody reads it, and the filling takes the change in at its end.
// Who waits for another's change finds that its own was taken in with that.
func (m *Memory) changed(c store.Changes) {
	m.forget(c)
	if m.index == nil {
		return
	}
	m.pendingMu.Lock()
	m.pending.Products = append(m.pending.Products, c.Products...)
	m.pending.Categories = m.pending.Categories || c.Categories
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

func (m *Memory) applyPending(ctx context.Context) error {
	m.pendingMu.Lock()
	changes := m.pending
	m.pending = store.Changes{}
	m.pendingMu.Unlock()
	if changes.Categories {
		if err := m.loadCategories(ctx); err != nil {
			return err
		}
	}
	return m.load(ctx, changes.Products)
}

// forget drops the answers that a change may have made wrong. The name of a
// category stands with each of its products.
func (m *Memory) forget(c store.Changes) {
	if c.Categories {
		m.answers.Clear()
	} else {
		m.answers.Drop(c.Products...)
	}
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
