package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// ProductsBulkUpsert creates and changes many products.
func (h Products) ProductsBulkUpsert(ctx context.Context, req api.ProductsBulkUpsertRequestObject) (api.ProductsBulkUpsertResponseObject, error) {
	items, err := itemsOf(req.Body.Items)
	if err != nil {
		return nil, err
	}
	newBatch := func() *bulk {
		batch := h.Importer.newBulk(ctx, items)
		batch.mode, batch.strict = req.Body.Mode, req.Body.Mode == api.AllOrNothing
		return batch
	}
	if req.Body.DryRun != nil && *req.Body.DryRun {
		return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsBulkUpsertResponseObject, error) {
			batch := newBatch()
			err := batch.unchanging(ctx, tx.Queries)
			return batch.reply(), err
		})
	}
	for attempt := 1; ; attempt++ {
		var batch *bulk
		reply, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsBulkUpsertResponseObject, error) {
			batch = newBatch()
			err := batch.upsert(ctx, tx)
			return batch.reply(), err
		})
		// Another call wrote some of these products in the meantime. If it wrote all
		// that is named here, the next attempt reads that, and takes no lock.
		if !store.Taken(err, "products_live_slug") && !errors.Is(err, errNothing) {
			if err == nil {
				h.Importer.words.add(batch.fresh)
			}
			return reply, err
		}
		if attempt == attempts {
			return nil, &problem.Error{
				Code: problem.Unavailable, Detail: "Other calls keep writing products with these slugs.", RetryAfter: time.Second, Cause: err,
			}
		}
	}
}

// itemsOf refuses a slug that is there twice: which of the two would be meant to win?
func itemsOf(bodies []api.ProductsBulkItem) ([]Item, error) {
	items := make([]Item, len(bodies))
	first := make(map[string]int, len(bodies))
	var faults []schema.Fault
	for i, body := range bodies {
		items[i] = Item{Path: fmt.Sprintf("items[%d].", i), Body: body}
		if at, twice := first[body.Slug]; twice && len(faults) < schema.MaxFaults {
			faults = append(faults, schema.Fault{
				Pointer: fmt.Sprintf("/items/%d/slug", i), Code: schema.CodeEnum, Detail: fmt.Sprintf("must not be that of items[%d]", at),
				Fix: fmt.Sprintf("Name the product %q once, with all its fields.", body.Slug),
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

// upsert writes what the items change.
func (b *bulk) upsert(ctx context.Context, tx *store.Tx) error {
	if err := b.unchanging(ctx, tx.Queries); err != nil || len(b.todo) == 0 {
		return err
	}
	return b.write(ctx, tx)
}

// refusal returns the problem of a call that refuses all items because some are
// refused: that of the first one, with a pointer to each. It is nil if none is.
func (b *bulk) refusal() error {
	var refused *problem.Error
	for i, outcome := range b.outcomes {
		if outcome.Refusal == nil {
			continue
		}
		if refused == nil {
			refused = problem.New(outcome.Refusal.Code, fmt.Sprintf("items[%d] (%s): %s", i, b.items[i].Body.Slug, outcome.Refusal.Detail), outcome.Refusal.Resolution)
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
// audit; nil for an import, which has none.
func (b *bulk) argsOf(item *Item) (json.RawMessage, error) {
	if b.mode == "" {
		return nil, nil
	}
	return json.Marshal(api.ProductsBulkUpsertRequest{Mode: b.mode, Items: []api.ProductsBulkItem{item.Body}})
}

func (b *bulk) reply() api.ProductsBulkUpsertResponseObject {
	result := api.ProductsBulkUpsertResult{Results: make([]api.BulkOutcome, len(b.items))}
	for i, outcome := range b.outcomes {
		shown := api.BulkOutcome{Index: int64(i), Slug: b.items[i].Body.Slug, Outcome: api.BulkItemOutcome(outcome.Result)}
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
