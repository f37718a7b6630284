package catalog

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/listen"
	"github.com/storefront/storefront/server/search"
	"github.com/storefront/storefront/server/store"
)

// Finder keeps an index of the products in memory, for searches that need not
// ask the database. It answers only while it is as new as the database: the
// changes of this process are in the index before they are answered, those of
// others as soon as they are heard of.
type Finder struct {
	store    *store.Store
	log      *slog.Logger
	listener *listen.Listener

	index  *search.Index
	synced atomic.Bool // whether the index holds every change that was heard of

	mu      sync.Mutex    // held while the index is changed
	doubted chan struct{} // changes may have gone unheard

	patience time.Time     // until when searches wait for the index to be filled first
	filled   chan struct{} // closed then
	once     sync.Once

	pendingMu sync.Mutex
	pending   store.Changes // what the index lacks
}

// firstWait is how long after the start searches wait for the index, so that a
// shop of usual size is searched in one way alone.
const firstWait = 2 * time.Second

// readWait is how long the database may take to tell about changed products.
const readWait = 15 * time.Second

// NewFinder returns a finder; Run fills it and has it hear of changes.
func NewFinder(st *store.Store, log *slog.Logger) *Finder {
	f := &Finder{
		store: st, log: log, index: search.New(), doubted: make(chan struct{}, 1),
		patience: time.Now().Add(firstWait), filled: make(chan struct{}),
	}
	f.listener = &listen.Listener{Store: st, Log: log, Channel: store.ChangesChannel, Heard: f.hear, Doubt: f.doubt}
	st.Observe(f.changed)
	return f
}

// Run fills the index, and again whenever changes may have gone unheard, until
// ctx ends.
func (f *Finder) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { f.listener.Run(ctx) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.doubted:
		}
		if err := f.sync(ctx); err != nil && ctx.Err() == nil {
			f.log.Warn("the index of the products is not filled; searches ask the database", "error", err)
			f.retry(ctx)
		}
	}
}

func (f *Finder) retry(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
		f.doubt()
	}
}

// Ready returns the index, or nil when the database has to be asked.
func (f *Finder) Ready() *search.Index {
	if f == nil || !f.synced.Load() || !f.listener.Hearing() {
		return nil
	}
	return f.index
}

// Await is Ready for a caller who waits while the index is filled first.
func (f *Finder) Await(ctx context.Context) *search.Index {
	if index := f.Ready(); index != nil || f == nil || !time.Now().Before(f.patience) {
		return index
	}
	select {
	case <-ctx.Done():
	case <-f.filled:
	case <-time.After(time.Until(f.patience)):
	}
	return f.Ready()
}

func (f *Finder) doubt() {
	f.synced.Store(false)
	select {
	case f.doubted <- struct{}{}:
	default: // it will be filled anyway
	}
}

func (f *Finder) hear(payload string) {
	changes, own, err := f.store.ReadNotice(payload)
	switch {
	case err != nil:
		f.doubt()
	case !own:
		f.changed(changes)
	}
}

// changed brings the index up to date before it returns, unless it is being
// filled: then nobody reads it, and the filling takes the change in at its end.
// Who waits for another's change finds that its own was taken in with that.
func (f *Finder) changed(c store.Changes) {
	f.pendingMu.Lock()
	f.pending.Products = append(f.pending.Products, c.Products...)
	f.pending.Categories = f.pending.Categories || c.Categories
	f.pendingMu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.synced.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), readWait)
	defer cancel()
	if err := f.applyPending(ctx); err != nil {
		f.log.Warn("a change did not reach the index of the products", "error", err)
		f.doubt()
	}
}

func (f *Finder) applyPending(ctx context.Context) error {
	f.pendingMu.Lock()
	changes := f.pending
	f.pending = store.Changes{}
	f.pendingMu.Unlock()
	if changes.Categories {
		if err := f.loadCategories(ctx); err != nil {
			return err
		}
	}
	return f.load(ctx, changes.Products)
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
