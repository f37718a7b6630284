package orders

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// OrdersSetTracking replaces the tracking of an order.
func (h Orders) OrdersSetTracking(ctx context.Context, req api.OrdersSetTrackingRequestObject) (api.OrdersSetTrackingResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersSetTrackingResponseObject, error) {
		after, changes, err := track(ctx, tx, id, toTracking(req.Body), req.Body.ExpectedUpdatedAt)
		if err != nil {
			return nil, err
		}
		result := api.OrdersSetTrackingResult{Id: id.String(), UpdatedAt: wire.TimeOf(after.UpdatedAt)}
		if call.From(ctx).May("orders:read") { // they show what stood there
			shown, err := undo.Shown(changes)
			if err != nil {
				return nil, err
			}
			result.Changes = &shown
		}
		return api.OrdersSetTracking200JSONResponse{Ok: true, Result: result}, nil
	})
}

func toTracking(b *api.OrdersSetTrackingRequest) Tracking {
	t := Tracking{Carrier: b.Carrier, Number: b.TrackingNumber, URL: b.TrackingUrl}
	if b.EstDeliveryFrom != nil {
		t.From = &b.EstDeliveryFrom.Time
	}
	if b.EstDeliveryTo != nil {
		t.To = &b.EstDeliveryTo.Time
	}
	return t
}

// Tracking is who delivers an order, and where the parcel can be followed.
type Tracking struct {
	Carrier, Number string
	URL             *string
	From, To        *time.Time // of the delivery, as expected
}

// Track replaces the tracking of an order. It does not move the order.
func Track(ctx context.Context, tx *store.Tx, id uuid.UUID, t Tracking) error {
	_, _, err := track(ctx, tx, id, t, nil)
	return err
}

// track is Track for a caller who read a version of the order, nil for any. It returns the order, and what of its tracking changed.
func track(ctx context.Context, tx *store.Tx, id uuid.UUID, t Tracking, expected *wire.Time) (after db.Order, changes []undo.Change, err error) {
	before, err := findOrder(ctx, tx.OrderLock, id)
	if err != nil {
		return after, nil, err
	}
	read := problem.Call{Op: "orders.list", Args: map[string]any{"q": id.String()}}
	if err := store.CheckVersion(expected, before.UpdatedAt, "order", read); err != nil {
		return after, nil, err
	}
	if err := t.check(); err != nil {
		return after, nil, err
	}
	after = before
	t.set(&after)
	if err := writeTracking(ctx, tx, &before, &after); err != nil {
		return after, nil, err
	}
	changes, err = undo.Between(trackingOf(&before), trackingOf(&after))
	return after, changes, err
}

// set gives an order this tracking.
func (t *Tracking) set(o *db.Order) {
	o.Carrier, o.TrackingNumber, o.TrackingUrl = &t.Carrier, &t.Number, t.URL
	o.EstDeliveryFrom, o.EstDeliveryTo = t.From, t.To
}

// check refuses a delivery that ends before it begins.
func (t *Tracking) check() error {
	if t.From == nil || t.To == nil || !t.To.Before(*t.From) {
		return nil
	}
	return problem.Invalid("/estDeliveryTo", schema.CodeMinimum, "must not be before estDeliveryFrom",
		fmt.Sprintf(`Set "estDeliveryTo" to %q or later.`, wire.TimeOf(*t.From)),
		schema.Correction{Do: schema.Set, Value: fmt.Sprintf("%q", wire.TimeOf(*t.From))})
}

// writeTracking writes the tracking of a locked order.
func writeTracking(ctx context.Context, tx *store.Tx, before, after *db.Order) error {
	after.UpdatedAt = tx.After(before.UpdatedAt)
	if err := saveTracking(ctx, tx, after); err != nil {
		return err
	}
	id := after.ID.String()
	return auditOrder(tx, id, trackedState{id, trackingOf(before)}, trackedState{id, trackingOf(after)})
}

func saveTracking(ctx context.Context, tx *store.Tx, o *db.Order) error {
	return tx.OrderTrack(ctx, db.OrderTrackParams{
		ID: o.ID, Carrier: o.Carrier, TrackingNumber: o.TrackingNumber, TrackingUrl: o.TrackingUrl,
		EstDeliveryFrom: o.EstDeliveryFrom, EstDeliveryTo: o.EstDeliveryTo, At: o.UpdatedAt,
	})
}

func sameTracking(a, b *db.Order) bool { return reflect.DeepEqual(trackingOf(a), trackingOf(b)) }
