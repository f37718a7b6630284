package catalog

import (
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/undo"
)

// changed returns what differs between two states of a product, as an answer shows it, and what of that may be a slip.
// Neither is nil.
func changed(before, after *db.ProductRecord) ([]api.AuditChange, []api.ChangeWarning, error) {
	was, err := toAudited(before)
	if err != nil {
		return nil, nil, err
	}
	is, err := toAudited(after)
	if err != nil {
		return nil, nil, err
	}
	all, err := undo.Between(was, is)
	if err != nil {
		return nil, nil, err
	}
	shown, err := undo.Shown(all)
	if err != nil {
		return nil, nil, err
	}
	return shown, slips(&before.PriceOere, after.PriceOere), nil
}

// slips warns of a price that may be off by a factor of 100; before is nil for a new product.
func slips(before *int64, after int64) []api.ChangeWarning {
	const low = 100 // ore
	warnings := []api.ChangeWarning{}
	if before != nil && *before == after {
		return warnings
	}
	if before != nil && (after < *before-*before/2 || after > *before+*before/2) {
		warnings = append(warnings, api.ChangeWarning{Code: "price_jump",
			Text: "The price changes by more than half: " + undo.Kroner(*before) + " → " + undo.Kroner(after) + "."})
	}
	if after < low {
		warnings = append(warnings, api.ChangeWarning{Code: "price_low", Text: "The price is " + undo.Kroner(after) + ": it is in ore, 1/100 krone."})
	}
	return warnings
}

// orNone returns a list that is not nil.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
