package catalog

import (
	"context"
	"errors"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// MaxItems is how many items one Upsert takes.
const MaxItems = 500

// Result is what happened to an item.
type Result string

// The possible results of an item.
const (
	Created   Result = "created"
	Updated   Result = "updated"
	Unchanged Result = "unchanged"
	Refused   Result = "refused"
)

// Outcome is what happened to the item at the same index of the call.
type Outcome struct {
	Result  Result
	Refusal *problem.Error // why a refused item was refused
}

// attempts is how often a batch is written whose slugs others take meanwhile.
const attempts = 5

// errNothing ends a transaction that found nothing left to write.
var errNothing = errors.New("catalog: nothing to write")

// Importer writes many products. It is safe for concurrent use.
type Importer struct {
	store *store.Store
	words knownWords
}

// NewImporter returns an importer into the catalogue.
func NewImporter(st *store.Store) *Importer { return &Importer{store: st} }

// Upsert creates and changes up to MaxItems products in one transaction, with an
// audit row for each product that changes. Items with the same slug are applied
// in their order. An item that the state of the shop does not allow is refused
// in its own outcome; the other items are written. After an error nothing was
// written.
func (m *Importer) Upsert(ctx context.Context, items []Item) ([]Outcome, error) {
	if len(items) == 0 {
		return nil, nil
	}
	batch := m.newBulk(ctx, items)
	// Most items that are sent again change nothing: only the rest needs a
	// transaction.
	if err := batch.unchanging(ctx, m.store.Read()); err != nil {
		return nil, err
	}
	for attempt := 1; len(batch.todo) > 0; attempt++ {
		err := m.store.Write(ctx, func(tx *store.Tx) error { return batch.write(ctx, tx) })
		if err == nil {
			batch.words.add(batch.fresh)
			break
		}
		if errors.Is(err, errNothing) {
			break
		}
		// Another call took a slug in the meantime: its product exists now and can be
		// changed.
		if !store.Taken(err, "products_live_slug") || attempt == attempts {
			return nil, err
		}
	}
	return batch.outcomes, nil
}

// bulk is the state of one call.
type bulk struct {
	items    []Item
	base     string       // the address of the service as the caller knows it
	mode     api.BulkMode // of products.bulk_upsert, "" for an import
	strict   bool         // whether a refused item refuses all
	outcomes []Outcome
	todo     []int // indexes of the items that are still to be processed
	words    *knownWords
	fresh    []string // the words that the transaction added
}

func (m *Importer) newBulk(ctx context.Context, items []Item) *bulk {
	b := &bulk{items: items, base: call.From(ctx).BaseURL, outcomes: make([]Outcome, len(items)), words: &m.words}
	for i := range items {
		b.todo = append(b.todo, i)
	}
	return b
}

// unchanging removes the items that change nothing from todo, and sets their
// outcomes and those of items that are refused. It locks nothing.
func (b *bulk) unchanging(ctx context.Context, q *db.Queries) error {
	found, err := b.read(ctx, q)
	if err != nil {
		return err
	}
	if _, err := b.decide(found, store.RandomID); err != nil {
		return err
	}
	b.todo = b.changing()
	return nil
}

// changing returns the indexes of the items that have something to write.
func (b *bulk) changing() []int {
	var places []int
	for _, i := range b.todo {
		if r := b.outcomes[i].Result; r == Created || r == Updated {
			places = append(places, i)
		}
	}
	return places
}

// write processes the items in todo again, with products and categories locked,
// and writes the changes.
func (b *bulk) write(ctx context.Context, tx *store.Tx) error {
	found, err := b.lock(ctx, tx)
	if err != nil {
		return err
	}
	changes, err := b.decide(found, tx.NewID)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return errNothing
	}
	return b.writeChanges(ctx, tx, changes)
}
