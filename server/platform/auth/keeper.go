package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
)

// Keeper recognises keys. What it looked up it trusts for a few seconds, and only
// while it follows the changes of the keys, so that a revoked key stops working at
// once.
type Keeper struct {
	store *store.Store
	log   *slog.Logger
	clock func() time.Time
	feed  *changes.Feed

	mu         sync.RWMutex
	known      map[Digest]entry
	generation uint64 // grows with every change

	used chan uuid.UUID
}

type entry struct {
	key   *Key
	until time.Time
	stale bool // whether the key may have changed
}

const (
	table     = "api_keys"
	trust     = 5 * time.Second // how long a look-up is good for
	mostKnown = 10_000          // keys remembered at most
)

// NewKeeper returns a keeper that follows the feed; Run notes when keys are used.
func NewKeeper(st *store.Store, log *slog.Logger, feed *changes.Feed, clock func() time.Time) *Keeper {
	k := &Keeper{store: st, log: log, clock: clock, feed: feed, known: map[Digest]entry{}, used: make(chan uuid.UUID, 256)}
	feed.Follow(k, table)
	return k
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
	return e.key, !e.stale && now.Before(e.until) && e.key.validAt(now) && k.feed.Current()
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

// remember keeps a look-up, unless a key has changed since it began.
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

// Changed has keys that changed looked up again. They stay known: a look-up of a key
// that proved valid before costs its caller no attempt.
func (k *Keeper) Changed(_ string, ids []uuid.UUID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	for digest, e := range k.known {
		if ids == nil || slices.Contains(ids, e.key.ID) {
			e.stale = true
			k.known[digest] = e
		}
	}
}

// Verify compares the keys that would be trusted with the database.
func (k *Keeper) Verify(ctx context.Context) error {
	k.mu.RLock()
	known := maps.Clone(k.known)
	k.mu.RUnlock()
	var faults []error
	for digest := range known {
		key, fresh := k.Known(digest)
		if !fresh {
			continue
		}
		now, err := find(ctx, k.store, digest, k.clock())
		if err != nil || !reflect.DeepEqual(key, now) {
			faults = append(faults, fmt.Errorf("the key %s is remembered as %+v and is %+v: %w", key.ID, key, now, err))
		}
	}
	return errors.Join(faults...)
}

// Used notes that the key was used. It never waits: when there is too much to
// note, some of it is not.
func (k *Keeper) Used(key *Key) {
	select {
	case k.used <- key.ID:
	default:
	}
}

// Run writes when keys were used, each at most once a minute, until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
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
				k.log.Warn("the last use of a key was not recorded", "error", err)
			}
		}
	}
}
