package changes

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/uuid"
)

// Copy caches what is read from small tables, as one value. It uses the value only
// while the feed is current and until one of the tables changes; otherwise each
// Get reads the database. It is safe for concurrent use.
type Copy[T any] struct {
	feed *Feed
	read func(context.Context) (T, error)

	mu         sync.RWMutex
	value      *T     // nil when it has to be read
	generation uint64 // incremented by every change
}

// NewCopy returns a copy of what read returns, which follows the changes of the
// tables.
func NewCopy[T any](feed *Feed, read func(context.Context) (T, error), tables ...string) *Copy[T] {
	c := &Copy[T]{feed: feed, read: read}
	feed.Follow(c, tables...)
	return c
}

// Get returns the value, which the caller must not change. The error is that of
// the database.
func (c *Copy[T]) Get(ctx context.Context) (T, error) {
	value, before := c.cached()
	if value != nil && c.feed.Current() {
		return *value, nil
	}
	read, err := c.read(ctx)
	if err != nil {
		return read, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation == before {
		c.value = &read
	}
	return read, nil
}

func (c *Copy[T]) cached() (value *T, generation uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.value, c.generation
}

// Changed discards the value.
func (c *Copy[T]) Changed(string, []uuid.UUID) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.value = nil
	c.generation++
	return nil
}

// Verify compares the value with the database.
func (c *Copy[T]) Verify(ctx context.Context) error {
	value, before := c.cached()
	read, err := c.read(ctx)
	if _, now := c.cached(); err == nil && value != nil && now == before && !reflect.DeepEqual(*value, read) {
		err = fmt.Errorf("%v is cached, the database has %v", *value, read)
	}
	return err
}
