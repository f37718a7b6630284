// Package discounts keeps the discount codes of the shop.
package discounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Discounts answers the operations discounts.*.
type Discounts struct{ Store *store.Store }

// liveCode is the index that makes the codes of the live discounts unique.
const liveCode = "discounts_live_code"

// DiscountsList returns the codes, the newest first.
func (h Discounts) DiscountsList(ctx context.Context, req api.DiscountsListRequestObject) (api.DiscountsListResponseObject, error) {
	limit, offset := *req.Body.Limit, *req.Body.Offset
	onlyActive, at := req.Body.OnlyActive != nil && *req.Body.OnlyActive, h.Store.Now()
	rows, err := h.Store.Read().DiscountList(ctx, db.DiscountListParams{
		OnlyActive: onlyActive, At: at, MaxRows: int32(limit), Skip: int32(offset),
	})
	if err != nil {
		return nil, err
	}
	result := make([]api.Discount, len(rows))
	for i := range rows {
		result[i] = toDiscount(&rows[i])
	}
	page, err := paging.Of(ctx, offset, limit, int64(len(rows)), func(ctx context.Context) (int64, error) {
		return h.Store.Read().DiscountCount(ctx, db.DiscountCountParams{OnlyActive: onlyActive, At: at, Most: paging.Most + 1})
	})
	return api.DiscountsList200JSONResponse{Ok: true, Result: result, Page: page}, err
}

// DiscountsCreate makes a code that works at once.
func (h Discounts) DiscountsCreate(ctx context.Context, req api.DiscountsCreateRequestObject) (api.DiscountsCreateResponseObject, error) {
	record := fromCreate(req.Body)
	if err := CheckPercentage("value", &record); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsCreateResponseObject, error) {
		if err := Create(ctx, tx, "code", &record); err != nil {
			return nil, err
		}
		return api.DiscountsCreate200JSONResponse{Ok: true, Result: api.DiscountsCreateResult{Id: record.ID.String(), Code: record.Code}}, nil
	})
}

// Create makes an active code of a record with code, type, value, expiry and limit,
// and sets the rest. The error is a code_taken if a live discount has the code;
// field is that of the code in the request.
func Create(ctx context.Context, tx *store.Tx, field string, record *db.Discount) error {
	record.ID, record.Code, record.Active = tx.NewID(), Canonical(record.Code), true
	record.CreatedAt, record.UpdatedAt = tx.Now, tx.Now
	err := tx.DiscountInsert(ctx, db.DiscountInsertParams{
		ID: record.ID, Code: record.Code, Type: record.Type, Value: record.Value,
		ValidUntil: record.ValidUntil, UsageLimit: record.UsageLimit, At: record.CreatedAt,
	})
	if store.Taken(err, liveCode) {
		return problem.New(problem.CodeTaken, "A discount has the code \""+record.Code+"\" already.",
			fmt.Sprintf("Set %q to another value, or change the existing code with discounts.update.", field))
	}
	if err != nil {
		return err
	}
	return auditDiscount(tx, nil, record)
}

// DiscountsToggle switches a code on or off. The lock makes concurrent calls
// that name no state toggle the code one after the other.
func (h Discounts) DiscountsToggle(ctx context.Context, req api.DiscountsToggleRequestObject) (api.DiscountsToggleResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsToggleResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		active := !before.Active
		wire.Set(&active, req.Body.Active)
		result := api.DiscountsToggleResult{Code: before.Code, Active: active}
		return api.DiscountsToggle200JSONResponse{Ok: true, Result: result}, setActive(ctx, tx, &before, active)
	})
}

// SwitchOff switches a discount off, unless it is off or deleted.
func SwitchOff(ctx context.Context, tx *store.Tx, id uuid.UUID) error {
	record, err := tx.DiscountLockByID(ctx, id)
	if store.NotFound(err) || err == nil && (!record.Active || record.DeletedAt != nil) {
		return nil
	}
	if err != nil {
		return err
	}
	return setActive(ctx, tx, &record, false)
}

func setActive(ctx context.Context, tx *store.Tx, before *db.Discount, active bool) error {
	after := *before
	after.Active = active
	return update(ctx, tx, before, &after)
}

// DiscountsDelete deletes a code. Its row is kept, so that it can be restored.
func (h Discounts) DiscountsDelete(ctx context.Context, req api.DiscountsDeleteRequestObject) (api.DiscountsDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsDeleteResponseObject, error) {
		record, err := lock(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		result := api.DiscountsDeleteResult{Ok: true, Code: record.Code}
		return api.DiscountsDelete200JSONResponse{Ok: true, Result: result}, remove(ctx, tx, record)
	})
}

func remove(ctx context.Context, tx *store.Tx, record db.Discount) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.DiscountDelete(ctx, db.DiscountDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return auditDiscount(tx, &record, nil)
}

// lock returns the live discount with this code and locks it until the
// transaction ends.
func lock(ctx context.Context, tx *store.Tx, code string) (db.Discount, error) {
	return find(ctx, tx.DiscountLock, code)
}

// Find returns the live discount with a code, as a buyer writes it. The error is a
// discount_not_found if there is none.
func Find(ctx context.Context, tx *store.Tx, code string) (db.Discount, error) {
	return find(ctx, tx.DiscountGet, code)
}

func find(ctx context.Context, query func(context.Context, string) (db.Discount, error), code string) (db.Discount, error) {
	record, err := query(ctx, Canonical(code))
	if store.NotFound(err) {
		return record, problem.Newf(problem.DiscountNotFound, "No discount has the code %q.", Canonical(code))
	}
	return record, err
}

func auditDiscount(tx *store.Tx, before, after *db.Discount) error {
	return tx.Audit(store.ChangeOf("discount", before, after, func(d *db.Discount) (string, any) { return d.ID.String(), toDiscount(d) }))
}
