// Package limits says what a mistake of a key may cost at most, and judges by it what each transaction of its calls changes. What is
// beyond a limit may wait for a person: it answers the operations approvals.*.
package limits

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// The names of the limits, as the contract has them.
const (
	priceChange     = "maxPriceChangePercent"
	discountPercent = "maxDiscountPercent"
	discountOere    = "maxDiscountOere"
	refund          = "maxRefundOere"
	refundsOfDay    = "maxRefundOerePerDay"
	order           = "maxOrderOere"
	ordersOfDay     = "maxOrderOerePerDay"
	deletesOfDay    = "maxDeletesPerDay"
	writesOfDay     = "maxWritesPerDay"
)

// Limit is one limit of a key.
type Limit struct {
	Name  string
	Value int64
	Daily bool // whether it is for what the key does on one day
}

// Of returns the limits that a key has, given as they are stored; nil for none.
func Of(stored json.RawMessage) (*api.KeyLimits, error) {
	if stored == nil {
		return nil, nil
	}
	limits := new(api.KeyLimits)
	return limits, json.Unmarshal(stored, limits)
}

// List returns the limits that are set, in the order of the contract.
func List(l *api.KeyLimits) (list []Limit) {
	if l == nil {
		return nil
	}
	for _, limit := range []struct {
		name  string
		value *int64
		daily bool
	}{
		{priceChange, l.MaxPriceChangePercent, false}, {discountPercent, l.MaxDiscountPercent, false}, {discountOere, l.MaxDiscountOere, false},
		{refund, l.MaxRefundOere, false}, {refundsOfDay, l.MaxRefundOerePerDay, true}, {order, l.MaxOrderOere, false}, {ordersOfDay, l.MaxOrderOerePerDay, true},
		{deletesOfDay, l.MaxDeletesPerDay, true}, {writesOfDay, l.MaxWritesPerDay, true},
	} {
		if limit.value != nil {
			list = append(list, Limit{limit.name, *limit.value, limit.daily})
		}
	}
	return list
}

// Left returns the limits of a key with what is left of each: of those of a day what the key has not used of it, of the others the
// value.
func Left(ctx context.Context, q *db.Queries, key uuid.UUID, stored json.RawMessage, now time.Time) ([]problem.Limit, error) {
	list := []problem.Limit{}
	limits, err := Of(stored)
	if err != nil || limits == nil {
		return list, err
	}
	used, err := usedOn(ctx, q, key, dayOf(now))
	for _, limit := range List(limits) {
		list = append(list, problem.Limit{Name: limit.Name, Value: limit.Value, Left: max(0, limit.Value-used[limit.Name])})
	}
	return list, err
}

// usedOn returns how much of the limits of a day a key has used.
func usedOn(ctx context.Context, q *db.Queries, key uuid.UUID, day pgtype.Date) (map[string]int64, error) {
	rows, err := q.KeyCounters(ctx, db.KeyCountersParams{KeyID: key, Day: day})
	used := map[string]int64{}
	for _, row := range rows {
		used[row.Name] = row.Used
	}
	return used, err
}

// dayOf returns the day of the shop that a moment is in.
func dayOf(at time.Time) pgtype.Date {
	year, month, day := at.In(calendar.Zone).Date()
	return pgtype.Date{Time: time.Date(year, month, day, 0, 0, 0, 0, time.UTC), Valid: true}
}

// Prune deletes some of what was counted on days that are over, and returns how much.
func Prune(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 1000
	err = st.Task(ctx, "limits", func(tx *store.Tx) (err error) {
		rows, err = tx.KeyCounterPrune(ctx, db.KeyCounterPruneParams{Before: dayOf(tx.Now.AddDate(0, 0, -1)), MaxRows: few})
		return err
	})
	return rows, err
}
