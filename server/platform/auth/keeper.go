package auth

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/listen"
	"github.com/storefront/storefront/server/platform/store"
)

// Keeper recognises keys. What it looked up it trusts for a few seconds, and
// only while it hears of changed keys, so that a revoked key stops working at
// once.
type Keeper struct {
	store    *store.Store
	log      *slog.Logger
	clock    func() time.Time
	listener *listen.Listener

	mu         sync.RWMutex
	known      map[Digest]entry
	generation uint64 // grows with every change that was heard of

	used chan uuid.UUID
}

type entry struct {
	key   *Key
	until time.Time
	stale bool // whether a change may have gone unheard
}

const (
	channel   = "storefront_keys"
	trust     = 5 * time.Second // how long a look-up is good for
	mostKnown = 10_000          // keys remembered at most
)

// NewKeeper returns a keeper; Run has it hear of changes.
func NewKeeper(st *store.Store, log *slog.Logger, clock func() time.Time) *Keeper {
	k := &Keeper{store: st, log: log, clock: clock, known: map[Digest]entry{}, used: make(chan uuid.UUID, 256)}
	k.listener = &listen.Listener{Store: st, Log: log, Channel: channel, Heard: k.hear, Doubt: k.doubt}
	return k
}

// Run hears of changed keys and notes their use until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { k.noteUse(ctx) })
	k.listener.Run(ctx)
}

func (k *Keeper) hear(payload string) {
	id, err := uuid.Parse(payload)
	if err != nil {
		k.doubt()
		return
	}
	k.forget(id)
}

// Known returns the key with this digest when it proved valid before, else nil.
// fresh tells whether that can be trusted now; otherwise Find has to ask.
func (k *Keeper) Known(digest Digest) (key *Key, fresh bool) {
	now := k.clock()
	k.mu.RLock()
	e, ok := k.known[digest]
	k.mu.RUnlock()
	if !ok {
		return nil, false
	}
	return e.key, !e.stale && now.Before(e.until) && e.key.validAt(now) && k.listener.Hearing()
}

// Find returns the key with this digest, or nil when none is in force.
func (k *Keeper) Find(ctx context.Context, digest Digest) (*Key, error) {
	k.mu.RLock()
	before := k.generation
	k.mu.RUnlock()
	key, err := find(ctx, k.store, digest, k.clock())
	if err != nil {
		return nil, err
	}
	if key == nil {
		k.mu.Lock()
		delete(k.known, digest)
		k.mu.Unlock()
		return nil, nil
	}
	k.remember(digest, key, before)
	return key, nil
}

// remember keeps a look-up, unless a change was heard of since it began.
func (k *Keeper) remember(digest Digest, key *Key, before uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.generation != before {
		return
	}
	if len(k.known) >= mostKnown {
		clear(k.known)
	}
	k.known[digest] = entry{key: key, until: k.clock().Add(trust)}
}

// forget drops what is remembered of a key that was changed.
func (k *Keeper) forget(id uuid.UUID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	for digest, e := range k.known {
		if e.key.ID == id {
			delete(k.known, digest)
		}
	}
}

// doubt has every key looked up again: changes may have gone unheard.
func (k *Keeper) doubt() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	for digest, e := range k.known {
		e.stale = true
		k.known[digest] = e
	}
}

// Used notes that the key was used. It never waits: when there is too much to
// note, some of it is not.
func (k *Keeper) Used(key *Key) {
	select {
	case k.used <- key.ID:
	default:
	}
}

// noteUse writes when keys were used, each at most once a minute.
func (k *Keeper) noteUse(ctx context.Context) {
	last := map[uuid.UUID]time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-k.used:
			now := k.clock().UTC().Truncate(time.Millisecond)
			if now.Sub(last[id]) < time.Minute {
				continue
			}
			if len(last) >= mostKnown {
				clear(last)
			}
			last[id] = now
			at, minuteAgo := now, now.Add(-time.Minute)
			err := k.store.Task(ctx, "key use", func(q *db.Queries) error {
				return q.KeyTouch(ctx, db.KeyTouchParams{ID: id, At: &at, UsedBefore: &minuteAgo})
			})
			if err != nil && ctx.Err() == nil {
				k.log.Warn("the last use of a key was not noted", "error", err)
			}
		}
	}
}
