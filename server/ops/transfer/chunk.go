package transfer

import (
	"context"
	"time"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/imports"
)

// A chunk ends with as many records as one transaction takes, or with so many
// bytes of text: large records must not make large chunks.
const (
	maxRecords = catalog.MaxItems
	maxText    = 4 << 20
)

// chunk is a part of the file in the import. It is written completely or not at
// all, unless it needs several transactions.
type chunk struct {
	records []imports.Record
	read    int64 // how many bytes of the file had been read at its end

	checked chan struct{}       // closed when items is set
	items   []catalog.Item      // one for each record; undefined for a record that is not taken
	slugs   map[string]struct{} // of the items

	written chan struct{} // closed when it is committed, or err is set
	err     error
}

func newChunk() *chunk {
	return &chunk{checked: make(chan struct{}), written: make(chan struct{}), slugs: map[string]struct{}{}}
}

// fill reads records until the chunk is full, or the source ends or fails.
func (c *chunk) fill(from imports.Source) error {
	for size := 0; len(c.records) < maxRecords && size < maxText; {
		r, err := from.Next()
		if err != nil {
			return err
		}
		c.records = append(c.records, r)
		size += r.Size()
	}
	return nil
}

// overlaps reports whether both chunks are about one product.
func (c *chunk) overlaps(other *chunk) bool {
	for slug := range c.slugs {
		if _, ok := other.slugs[slug]; ok {
			return true
		}
	}
	return false
}

func (c *chunk) isWritten() bool {
	select {
	case <-c.written:
		return true
	default:
		return false
	}
}

// upserter is a catalog.Importer, or a catalog.Rehearsal in a dry run.
type upserter interface {
	Upsert(ctx context.Context, items []catalog.Item) ([]catalog.Outcome, error)
}

// patient is upsert with retries, so that a database that restarts or is briefly
// too busy does not end a long import. If a commit succeeded and its answer was
// lost, the next attempt finds the products unchanged.
func (c *chunk) patient(ctx context.Context, products upserter) error {
	for pause := time.Second; ; pause *= 2 {
		err := c.upsert(ctx, products)
		if err == nil || pause > 4*time.Second || store.FaultOf(err) == store.NoFault {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// upsert writes the taken records of the chunk that have no result yet.
func (c *chunk) upsert(ctx context.Context, products upserter) error {
	var items []catalog.Item
	var from []*imports.Record
	for i := range c.records {
		if r := &c.records[i]; r.Taken() && r.Result == "" {
			items, from = append(items, c.items[i]), append(from, r)
		}
	}
	return upsertAll(ctx, products, items, from)
}

// upsertAll writes the items, and sets the results of their records: in one
// transaction, or in several if the existing products are too large for one.
func upsertAll(ctx context.Context, products upserter, items []catalog.Item, from []*imports.Record) error {
	outcomes, err := products.Upsert(ctx, items)
	if catalog.TooLarge(err) {
		half := len(items) / 2
		if err := upsertAll(ctx, products, items[:half], from[:half]); err != nil {
			return err
		}
		return upsertAll(ctx, products, items[half:], from[half:])
	}
	for i, outcome := range outcomes {
		from[i].Settle(outcome, &items[i].Body)
	}
	return err
}
