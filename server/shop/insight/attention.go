package insight

import (
	"context"
	"iter"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search"
)

// The largest counts that are answered of rows that can be very many.
const (
	mostRefusals = 10_000
	mostChanges  = 1_000
)

// AnalyticsAttention counts what waits for the owner. Nothing of it grows with the shop: the orders are counted by the sums,
// the products by the index in memory, and the rest by an index of the database, or from few rows.
func (h Analytics) AnalyticsAttention(ctx context.Context, req api.AnalyticsAttentionRequestObject) (api.AnalyticsAttentionResponseObject, error) {
	rest, err := h.attention(ctx, req.Body.SinceAuditId)
	if err != nil {
		return nil, err
	}
	result := api.Attention{
		WebhooksFailing: rest.WebhooksFailing, Refusals24h: rest.Refusals,
		PaymentsOpen: rest.PaymentsOpen, PaymentsFailed: rest.PaymentsFailed, StoppedHolders: []api.Holder{},
	}
	if result.PausedKeys, err = h.Store.Read().KeyCountPaused(ctx, h.Store.Now()); err != nil {
		return nil, err
	}
	stopped, err := h.Store.Read().KeyStoppedHolders(ctx)
	if err != nil {
		return nil, err
	}
	for _, holder := range stopped {
		result.StoppedHolders = append(result.StoppedHolders, api.Holder(holder))
	}
	if result.ApprovalsPending, err = h.Store.Read().ApprovalCountWaiting(ctx, h.Store.Now()); err != nil {
		return nil, err
	}
	if rest.Newest != "" {
		result.NewestAuditLogId = &rest.Newest
	}
	if req.Body.SinceAuditId != nil {
		result.ChangesSince = &rest.Changes
	}
	if result.Orders, err = h.attentionOrders(ctx); err != nil {
		return nil, err
	}
	result.Orders.ToShip = max(0, result.Orders.ToShip+rest.PartlyRefundedToShip-rest.ToShipUnpaid) // the sums may be a moment older
	result.Orders.Unpaid += rest.ToShipUnpaid
	for threshold, count := range map[int64]*int64{lowStock: &result.LowStock, 0: &result.OutOfStock} {
		if _, *count, _, err = h.Search.Scarce(ctx, search.ScarceQuery{Threshold: threshold, After: search.BeforeScarce}, nil, nil); err != nil {
			return nil, err
		}
	}
	return api.AnalyticsAttention200JSONResponse{Ok: true, Result: result}, nil
}

// attention reads what neither the sums nor the index has. The error says so if there is no entry with this id.
func (h Analytics) attention(ctx context.Context, since *string) (db.AttentionRow, error) {
	now := h.Store.Now()
	const unknown = 10 * time.Minute // then a payment is read from its provider
	p := db.AttentionParams{RefusedSince: now.Add(-24 * time.Hour), ReleasedSince: now.AddDate(0, 0, -30), Lapsing: now.Add(24 * time.Hour), UnknownSince: now.Add(-unknown), MostRefusals: mostRefusals, MostChanges: mostChanges}
	known := true
	if since != nil {
		var id uuid.UUID
		if id, known = store.ParseID(*since); known {
			p.Since = &id
		}
	}
	row, err := h.Store.Read().Attention(ctx, p)
	if err == nil && since != nil && (!known || !row.SinceKnown) {
		err = problem.Invalid("/sinceAuditId", schema.CodeEnum, "is not the id of an entry of the audit", `Remove "sinceAuditId" from the body.`,
			schema.Correction{Do: schema.Remove})
	}
	return row, err
}

// attentionOrders counts the orders of all time.
func (h Analytics) attentionOrders(ctx context.Context) (o api.AttentionOrders, err error) {
	ever, _, err := h.period(nil, nil, nil)
	if err != nil {
		return o, err
	}
	var sums orderSums
	err = h.readSums(ctx, []period{ever}, func(_ int, kind string, all iter.Seq[rankedThing]) {
		if kind == kindStatus {
			sums.statuses = figuresByName(all)
		} else {
			sums.shop = figuresByName(all)
		}
	}, kindStatus, kindShop)
	n := sums.orders()
	return api.AttentionOrders{
		Unpaid: n.StatusCounts.PendingPayment, ToShip: n.StatusCounts.Pending + n.StatusCounts.Paid + n.StatusCounts.Processing, Flagged: n.StatusCounts.FlaggedReview,
		Disputed: n.StatusCounts.Disputed, RefundOwed: n.RefundOwedCount,
	}, err
}
