package store

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/call"
)

// IDs makes the id of a thing that a call makes. In a shop it is RandomID: who may see a
// thing by its id, such as a cart, must not be able to guess the ids of others.
type IDs func(*call.Call) uuid.UUID

// RandomID returns a new UUIDv7.
func RandomID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (ids IDs) next(c *call.Call) uuid.UUID {
	if ids == nil {
		return RandomID()
	}
	return ids(c)
}

// NewID returns the id of a thing that the transaction makes.
func (tx *Tx) NewID() uuid.UUID { return tx.ids.next(tx.call) }

// newID returns the id of a thing that the call in ctx makes.
func (s *Store) newID(ctx context.Context) uuid.UUID { return s.ids.next(call.From(ctx)) }

// ParseID reads the one spelling in which ids are sent. uuid.Parse alone also
// takes braces, a URN prefix and no hyphens.
func ParseID(text string) (uuid.UUID, bool) {
	const length = 36
	id, err := uuid.Parse(text)
	return id, err == nil && len(text) == length
}
