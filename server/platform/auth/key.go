package auth

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Key is a valid API key.
type Key struct {
	ID      uuid.UUID
	Name    string
	Actor   string // the name of the key in the audit
	Scopes  []string
	Quota   int // calls in a burst; 0 means the configured number
	Created time.Time
	Expires *time.Time // when this secret expires; nil for never
}

func (k *Key) validAt(now time.Time) bool { return k.Expires == nil || now.Before(*k.Expires) }

// find looks the digest up. It returns nil if no key in force has it.
func find(ctx context.Context, st *store.Store, digest Digest, now time.Time) (*Key, error) {
	row, err := st.Read().KeyFind(ctx, digest[:])
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key := &Key{
		ID: row.ID, Name: row.Name, Actor: "apikey:" + row.ID.String(), Scopes: row.Scopes,
		Created: row.CreatedAt, Expires: expiry(row, digest),
	}
	if row.Quota != nil {
		key.Quota = int(*row.Quota)
	}
	if row.RevokedAt != nil || !key.validAt(now) {
		return nil, nil
	}
	return key, nil
}

// expiry returns when the secret with this digest expires: when the key expires
// or, for the secret before a rotation, when its grace period ends.
func expiry(row db.KeyFindRow, digest Digest) *time.Time {
	if slices.Equal(row.Digest, digest[:]) {
		return row.ExpiresAt
	}
	if row.ExpiresAt != nil && row.PreviousUntil != nil && row.ExpiresAt.Before(*row.PreviousUntil) {
		return row.ExpiresAt
	}
	return row.PreviousUntil
}
