package catalog

import (
	"context"
	"errors"

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
	batch := bulk{items: items, outcomes: make([]Outcome, len(items)), words: &m.words}
	for i := range items {
		batch.todo = append(batch.todo, i)
	}
	// Most items that are sent again change nothing. This read finds them without a
	// lock or a transaction; only the rest is written.
	found, err := batch.read(ctx, m.store.Read())
	if err != nil {
		return nil, err
	}
	if _, err := batch.decide(found); err != nil {
		return nil, err
	}
	batch.todo = batch.changing()
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
		const attempts = 5
		if !store.Taken(err, "products_live_slug") || attempt == attempts {
			return nil, err
		}
	}
	return batch.outcomes, nil
}

// bulk is the state of one call of Upsert.
type bulk struct {
	items    []Item
	outcomes []Outcome
	todo     []int // indexes of the items that are still to be processed
	words    *knownWords
	fresh    []string // the words that the transaction added
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
	changes, err := b.decide(found)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return errNothing
	}
	return b.writeChanges(ctx, tx, changes)
}
