package catalog

import (
	"context"
	"errors"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// MaxItems is how many items one Upsert takes.
const MaxItems = 500

// Result is what became of an item.
type Result string

// The results of items.
const (
	Created   Result = "created"
	Updated   Result = "updated"
	Unchanged Result = "unchanged"
	Refused   Result = "refused"
)

// Outcome is what became of the item at the same place.
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

// Upsert creates and changes up to MaxItems products in one transaction, with
// an audit row for each product that changes. Items of the same slug count in
// their order. What the state refuses is the outcome of that item and keeps no
// other from being written; after an error nothing was written.
func (m *Importer) Upsert(ctx context.Context, items []Item) ([]Outcome, error) {
	if len(items) == 0 {
		return nil, nil
	}
	batch := bulk{items: items, outcomes: make([]Outcome, len(items)), words: &m.words}
	for i := range items {
		batch.todo = append(batch.todo, i)
	}
	// Most of what is sent again changes nothing. Finding that out here takes no
	// lock and no transaction, and only the rest goes on.
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
		// Another call took a slug in the meantime: its product is there to be changed now.
		const attempts = 5
		if !store.Taken(err, "products_live_slug") || attempt == attempts {
			return nil, err
		}
	}
	return batch.outcomes, nil
}

// bulk is one Upsert at work.
type bulk struct {
	items    []Item
	outcomes []Outcome
	todo     []int // places of the items that are still to be dealt with
	words    *knownWords
	fresh    []string // what the transaction added to the words
}

// changing returns the places of those items that have something to write.
func (b *bulk) changing() []int {
	var places []int
	for _, i := range b.todo {
		if r := b.outcomes[i].Result; r == Created || r == Updated {
			places = append(places, i)
		}
	}
	return places
}

// write deals with the items to do once more, with products and categories
// locked, and writes what comes out.
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
