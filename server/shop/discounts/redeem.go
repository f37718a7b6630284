package discounts

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Usable returns why a buyer cannot use a code now, a discount_not_applicable, or nil.
func Usable(d *db.Discount, now time.Time) error {
	switch {
	case !d.Active:
		return NotApplicable(d.Code, "is switched off")
	case d.ValidUntil != nil && !d.ValidUntil.After(now):
		return NotApplicable(d.Code, "has expired")
	case d.UsageLimit != nil && d.UsageCount >= *d.UsageLimit:
		return NotApplicable(d.Code, "is used up")
	}
	return nil
}

// NotApplicable returns the problem of a code that cannot be used, with the reason.
func NotApplicable(code, reason string) error {
	return problem.New(problem.DiscountNotApplicable, fmt.Sprintf("The discount code %q %s.", code, reason), "")
}

// Redeem counts a use of a code. The error is a discount_not_applicable if it cannot be
// used any more, or has changed since it was read. The row is locked until the
// transaction ends, so that the last use is counted once: call it late.
func Redeem(ctx context.Context, tx *store.Tx, d *db.Discount) error {
	rows, err := tx.DiscountRedeem(ctx, db.DiscountRedeemParams{ID: d.ID, Type: d.Type, Value: d.Value, At: tx.Now})
	if err != nil || rows == 1 {
		return err
	}
	return NotApplicable(d.Code, "was used up or changed a moment ago")
}
