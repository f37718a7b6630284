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

// KeyCache caches API keys. It uses an entry for a few seconds, and only while
// it follows the changes of the keys, so that a revoked key stops working at
// once.
type KeyCache struct {
	store *store.Store
	log   *slog.Logger
	clock func() time.Time
	feed  *changes.Feed

	mu         sync.RWMutex
	known      map[Digest]cachedKey
	generation uint64 // incremented by every change

	used chan uuid.UUID
}

type cachedKey struct {
	key   *Key
	until time.Time
	stale bool // whether the key may have changed
}

const (
	keysTable     = "api_keys"
	stopsTable    = "key_stops"
	sessionsTable = "key_sessions"
	trust         = 5 * time.Second // how long an entry is used while the database can be asked
	maxKeys       = 10_000          // the maximum number of entries
)

// NewKeyCache returns a cache that follows the feed. Run records when keys are
// used.
func NewKeyCache(st *store.Store, log *slog.Logger, feed *changes.Feed, clock func() time.Time) *KeyCache {
	k := &KeyCache{store: st, log: log, clock: clock, feed: feed, known: map[Digest]cachedKey{}, used: make(chan uuid.UUID, 256)}
	feed.Follow(k, keysTable, stopsTable, sessionsTable)
	return k
}

// Known returns the key with this digest if it was valid when it was looked up,
// else nil. fresh reports whether that is still reliable; otherwise the caller
// has to call Find.
func (k *KeyCache) Known(digest Digest) (key *Key, fresh bool) {
	now := k.clock()
	k.mu.RLock()
	e, ok := k.known[digest]
	k.mu.RUnlock()
	if !ok {
		return nil, false
	}
	trusted := now.Before(e.until) && k.feed.Current() || k.feed.Tolerates()
	return e.key, !e.stale && e.key.validAt(now) && trusted
}

// Find returns the key with this digest from the database, or nil if no key in
// force has it.
func (k *KeyCache) Find(ctx context.Context, digest Digest) (*Key, error) {
	k.mu.RLock()
	before := k.generation
	k.mu.RUnlock()
	key, err := findKey(ctx, k.store, digest, k.clock())
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

// remember caches the result of a look-up, unless a key has changed since it
// began.
func (k *KeyCache) remember(digest Digest, key *Key, before uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.generation != before {
		return
	}
	if len(k.known) >= maxKeys {
		clear(k.known)
	}
	k.known[digest] = cachedKey{key: key, until: k.clock().Add(trust)}
}

// Changed marks the entries of changed keys as stale. They are not removed: the
// look-up of a key that was valid before does not count as an attempt of its
// caller.
func (k *KeyCache) Changed(table string, ids []uuid.UUID) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	for digest, e := range k.known {
		if ids == nil || table == stopsTable || slices.Contains(ids, e.key.ID) || slices.Contains(ids, e.key.Session) {
			e.stale = true
			k.known[digest] = e
		}
	}
	return nil
}

// Verify compares the entries that would be used with the database.
func (k *KeyCache) Verify(ctx context.Context) error {
	k.mu.RLock()
	known := maps.Clone(k.known)
	k.mu.RUnlock()
	var faults []error
	for digest := range known {
		key, fresh := k.Known(digest)
		if !fresh {
			continue
		}
		now, err := findKey(ctx, k.store, digest, k.clock())
		if err != nil || !reflect.DeepEqual(key, now) {
			faults = append(faults, fmt.Errorf("the key %s is cached as %+v and is %+v: %w", key.ID, key, now, err))
		}
	}
	return errors.Join(faults...)
}

// Used records that the key was used. It never blocks: when the queue is full,
// the use is not recorded.
func (k *KeyCache) Used(key *Key) {
	select {
	case k.used <- key.ID:
	default:
	}
}

// Run writes when keys were used, at most once a minute for each, until ctx
// ends.
func (k *KeyCache) Run(ctx context.Context) {
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
			if len(last) >= maxKeys {
				clear(last)
			}
			last[id] = now
			at, minuteAgo := now, now.Add(-time.Minute)
			err := k.store.Task(ctx, "key use", func(tx *store.Tx) error {
				return tx.KeyTouch(ctx, db.KeyTouchParams{ID: id, At: &at, UsedBefore: &minuteAgo})
			})
			if err != nil && ctx.Err() == nil {
				k.log.Warn("the last use of a key was not recorded", "error", err)
			}
		}
	}
}
