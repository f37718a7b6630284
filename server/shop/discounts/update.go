package discounts

import (
	"context"
	"fmt"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// DiscountsUpdate changes the fields that the patch names and nothing else. The
// lock keeps the code from being used between the check of its limit and the
// change.
func (h Discounts) DiscountsUpdate(ctx context.Context, req api.DiscountsUpdateRequestObject) (api.DiscountsUpdateResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsUpdateResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		after := before
		applyPatch(&after, &req.Body.Patch)
		if err := CheckPercentage("patch.value", &after); err != nil {
			return nil, err
		}
		if err := checkUsageLimit(&after); err != nil {
			return nil, err
		}
		result := api.DiscountsUpdateResult{Id: after.ID.String(), Code: after.Code}
		return api.DiscountsUpdate200JSONResponse{Ok: true, Result: result}, update(ctx, tx, &before, &after)
	})
}

// update writes the fields that callers set.
func update(ctx context.Context, tx *store.Tx, before, after *db.Discount) error {
	after.UpdatedAt = tx.After(before.UpdatedAt)
	err := tx.DiscountUpdate(ctx, db.DiscountUpdateParams{
		ID: after.ID, Value: after.Value, ValidUntil: after.ValidUntil, UsageLimit: after.UsageLimit, Active: after.Active, At: after.UpdatedAt,
	})
	if err != nil {
		return err
	}
	return auditDiscount(tx, before, after)
}

// CheckPercentage refuses, with 422, to take off more than everything. The schema of a
// request cannot say it: generators of clients have no type for a rule between
// two fields, and a patch does not name the type. field is that of the value.
func CheckPercentage(field string, d *db.Discount) error {
	const most = 100
	if d.Type != string(api.DiscountTypePercent) || d.Value <= most {
		return nil
	}
	return problem.Invalid("/"+strings.ReplaceAll(field, ".", "/"), schema.CodeMaximum, "must be at most 100 for a percentage",
		fmt.Sprintf("Set %q to at most %d.", field, most))
}

// checkUsageLimit refuses a limit below the number of uses there were.
func checkUsageLimit(d *db.Discount) error {
	if d.UsageLimit == nil || *d.UsageLimit >= d.UsageCount {
		return nil
	}
	return problem.New(problem.LimitReached, fmt.Sprintf("The usageCount of %q is %d; a usageLimit of %d is below it.", d.Code, d.UsageCount, *d.UsageLimit),
		fmt.Sprintf(`Set "patch.usageLimit" to at least %d, or switch the code off with discounts.toggle.`, d.UsageCount))
}
