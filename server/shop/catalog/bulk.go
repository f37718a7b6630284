package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// MaxItems is how many items one Upsert takes, and maxVariants how many variants products.bulk_upsert.
const (
	MaxItems    = 500
	maxVariants = 2000
)

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
		if errors.Is(err, errNothing) || errors.Is(err, errRefused) {
			break
		}
		// Another call took a slug in the meantime: its product exists now and can be
		// changed.
		if !overtaken(err) || attempt == attempts {
			return nil, err
		}
	}
	return batch.outcomes, nil
}

// UpsertIn is Upsert in a transaction of the caller, who sends all items at once and begins again as Again says.
func (m *Importer) UpsertIn(ctx context.Context, tx *store.Tx, items []Item) ([]Outcome, error) {
	batch := m.newBulk(ctx, items)
	err := batch.upsert(ctx, tx)
	if errors.Is(err, errNothing) || errors.Is(err, errRefused) {
		err = nil
	}
	return batch.outcomes, err
}

// Again calls write, which carries out a transaction, again where another call has taken a slug or a sku meanwhile: what it
// named exists now, and can be changed.
func Again(write func() error) error {
	for attempt := 1; ; attempt++ {
		err := write()
		if !overtaken(err) && !errors.Is(err, errNothing) {
			return err
		}
		if attempt == attempts {
			return &problem.Error{
				Code: problem.Unavailable, Detail: "Other calls keep writing products with these slugs.", RetryAfter: time.Second, Cause: err,
			}
		}
	}
}

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

	Changes  []api.AuditChange   // of an updated one, unless it was imported
	Warnings []api.ChangeWarning // of that, and of a created one
}

// attempts is how often a batch is written whose slugs others take meanwhile.
const attempts = 5

// errNothing ends a transaction that found nothing left to write.
var errNothing = errors.New("catalog: nothing to write")

// errRefused ends a transaction all of whose changes the limits of the key refuse.
var errRefused = errors.New("catalog: the limits of the key refuse all")

// overtaken reports whether another call took a slug or a sku in the meantime.
func overtaken(err error) bool {
	return store.Taken(err, "products_live_slug") || store.Taken(err, liveSku)
}

// ProductsBulkUpsert creates and changes many products.
func (h Products) ProductsBulkUpsert(ctx context.Context, req api.ProductsBulkUpsertRequestObject) (api.ProductsBulkUpsertResponseObject, error) {
	items, err := itemsOf(req.Body.Items)
	if err != nil {
		return nil, err
	}
	missing, err := h.missing(ctx, items)
	if err != nil {
		return nil, err
	}
	newBatch := func() *bulk {
		batch := h.Importer.newBulk(ctx, items)
		batch.meant, batch.keeps = missing, req.Body.OnMissing != nil && *req.Body.OnMissing == api.Fail
		batch.mode, batch.strict = req.Body.Mode, req.Body.Mode == api.AllOrNothing
		return batch
	}
	if req.Body.DryRun != nil && *req.Body.DryRun {
		return h.rehearseBulk(ctx, newBatch)
	}
	var batch *bulk
	var reply api.ProductsBulkUpsertResponseObject
	// If another call has written all that is named here, the next attempt reads that, and takes no lock.
	err = Again(func() (err error) {
		reply, err = store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsBulkUpsertResponseObject, error) {
			batch = newBatch()
			err := batch.upsert(ctx, tx)
			return batch.reply(), err
		})
		return err
	})
	switch {
	case errors.Is(err, errRefused):
		return batch.reply(), nil
	case err == nil:
		h.Importer.words.add(batch.fresh)
	}
	return reply, err
}

// rehearseBulk tells what a call would do. The limits of a key judge what is written: that is taken back then.
func (h Products) rehearseBulk(ctx context.Context, newBatch func() *bulk) (api.ProductsBulkUpsertResponseObject, error) {
	var batch *bulk
	reply, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsBulkUpsertResponseObject, error) {
		batch = newBatch()
		if !tx.Limited() {
			err := batch.unchanging(ctx, tx.Queries)
			return batch.reply(), err
		}
		return nil, cmp.Or(batch.upsert(ctx, tx), errNothing)
	})
	if errors.Is(err, errNothing) || errors.Is(err, errRefused) {
		return batch.reply(), nil
	}
	return reply, err
}

// itemsOf refuses a slug that is there twice: which of the two would be meant to win?
func itemsOf(bodies []api.ProductsBulkItem) ([]Item, error) {
	items := make([]Item, len(bodies))
	first := make(map[string]int, len(bodies))
	var faults []schema.Fault
	variants := 0
	for i, body := range bodies {
		if body.Variants != nil {
			if variants += len(*body.Variants); variants > maxVariants {
				return nil, problem.Invalid("/items", schema.CodeMaxItems, fmt.Sprintf("must have at most %d variants in all", maxVariants),
					fmt.Sprintf(`Put at most %d items into "items".`, max(1, i)), schema.Correction{Do: schema.Shorten, Count: max(1, i)})
			}
		}
		items[i] = Item{Path: fmt.Sprintf("items[%d].", i), Body: body}
		if at, twice := first[body.Slug]; twice && len(faults) < schema.MaxFaults {
			faults = append(faults, schema.Fault{
				Pointer: fmt.Sprintf("/items/%d/slug", i), Code: schema.CodeEnum, Detail: fmt.Sprintf("must not be that of items[%d]", at),
				Fix:        fmt.Sprintf("Name the product %q once, with all its fields.", body.Slug),
				Correction: schema.Correction{Do: schema.Merge, At: fmt.Sprintf("/items/%d", i), Other: strconv.Itoa(at)},
			})
		} else if !twice {
			first[body.Slug] = i
		}
	}
	if len(faults) > 0 {
		return nil, problem.InvalidBody(faults)
	}
	return items, nil
}

// bulk is the state of one call.
type bulk struct {
	items    []Item
	base     string       // the address of the service as the caller knows it
	mode     api.BulkMode // of products.bulk_upsert, "" for an import
	strict   bool         // whether a refused item refuses all
	keeps    bool         // whether no item may create a product
	meant    map[string]meant
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

// upsert writes what the items change.
func (b *bulk) upsert(ctx context.Context, tx *store.Tx) error {
	if err := b.unchanging(ctx, tx.Queries); err != nil || len(b.todo) == 0 {
		return err
	}
	return b.write(ctx, tx)
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

// refusal returns the problem of a call that refuses all items because some are
// refused: that of the first one, with a pointer to each. It is nil if none is, and where
// each item is refused by itself.
func (b *bulk) refusal() error {
	if !b.strict {
		return nil
	}
	var refused *problem.Error
	for i, outcome := range b.outcomes {
		if outcome.Refusal == nil {
			continue
		}
		if refused == nil {
			refused = outcome.Refusal.About(fmt.Sprintf("items[%d] (%s)", i, b.items[i].Body.Slug))
		}
		if len(refused.Errors) < schema.MaxFaults {
			fault := schema.Fault{Pointer: fmt.Sprintf("/items/%d", i), Code: string(outcome.Refusal.Code), Detail: outcome.Refusal.Detail}
			if inner := outcome.Refusal.Errors; len(inner) > 0 {
				fault.Code = inner[0].Code
			}
			refused.Errors = append(refused.Errors, fault)
		}
	}
	if refused == nil {
		return nil
	}
	return refused
}

// argsOf returns the part of the call's arguments that is about one item, for the
// audit.
func (b *bulk) argsOf(item *Item) (json.RawMessage, error) {
	if b.mode == "" {
		return item.Args, nil
	}
	return json.Marshal(api.ProductsBulkUpsertRequest{Mode: b.mode, Items: []api.ProductsBulkItem{item.Body}})
}

func (b *bulk) reply() api.ProductsBulkUpsertResponseObject {
	result := api.ProductsBulkUpsertResult{Results: make([]api.BulkOutcome, len(b.items))}
	for i, outcome := range b.outcomes {
		shown := api.BulkOutcome{Index: int64(i), Slug: b.items[i].Body.Slug, Outcome: api.BulkItemOutcome(outcome.Result),
			Changes: orNone(outcome.Changes), Warnings: orNone(outcome.Warnings)}
		switch outcome.Result {
		case Created:
			result.Created++
		case Updated:
			result.Updated++
		case Refused:
			result.Failed++
			shown.Outcome = api.BulkItemOutcomeFailed
			shown.Code, shown.Detail = new(string(outcome.Refusal.Code)), new(outcome.Refusal.Detail+" "+outcome.Refusal.Advice())
		}
		result.Results[i] = shown
	}
	return api.ProductsBulkUpsert200JSONResponse{Ok: true, Result: result}
}
