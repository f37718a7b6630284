// Package features keeps the switches of the shop: what its owner can switch off.
// The contract names the switch of an operation (x-feature), and the chain of
// checks asks Switches.Allow, so that no handler has to.
package settings

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Features answers the operations features.*.
type Features struct{ Store *store.Store }

// FeaturesGet returns all switches.
func (h Features) FeaturesGet(ctx context.Context, _ api.FeaturesGetRequestObject) (api.FeaturesGetResponseObject, error) {
	overrides, err := read(ctx, h.Store.Read())
	if err != nil {
		return nil, err
	}
	result := api.FeaturesGetResult{Features: make([]api.FeatureSwitch, len(all))}
	for i, f := range all {
		on := f.state(overrides)
		result.Features[i] = api.FeatureSwitch{
			Key: f.key, Label: f.label, Description: f.description, Enabled: on, Default: f.on, Overridden: on != f.on,
			DependsOn: append([]string{}, f.dependsOn...),
		}
	}
	return api.FeaturesGet200JSONResponse{Ok: true, Result: result}, nil
}

// FeaturesSet sets a switch. There is a row only for one that is not as in a new
// shop, so that what is set and set back leaves nothing.
func (h Features) FeaturesSet(ctx context.Context, req api.FeaturesSetRequestObject) (api.FeaturesSetResponseObject, error) {
	f, ok := find(req.Body.Key)
	if !ok {
		return nil, problem.Newf(problem.FeatureNotFound, "No switch has the key %q.", req.Body.Key)
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.FeaturesSetResponseObject, error) {
		if err := tx.FeaturesLock(ctx); err != nil {
			return nil, err
		}
		overrides, err := read(ctx, tx.Queries)
		if err != nil {
			return nil, err
		}
		after := api.FeatureState{Key: f.key, Enabled: req.Body.Enabled}
		return api.FeaturesSet200JSONResponse{Ok: true, Result: after}, set(ctx, tx, &f, f.state(overrides), after.Enabled)
	})
}

// set sets a switch. The transaction holds the lock of all.
func set(ctx context.Context, tx *store.Tx, f *feature, before, after bool) (err error) {
	if after == f.on {
		err = tx.FeatureReset(ctx, f.key)
	} else {
		err = tx.FeatureOverride(ctx, db.FeatureOverrideParams{Key: f.key, Enabled: after, At: tx.Now})
	}
	if err != nil {
		return err
	}
	return tx.Audit(store.AuditEntry{
		EntityType: "feature", EntityID: f.key,
		Before: api.FeatureState{Key: f.key, Enabled: before}, After: api.FeatureState{Key: f.key, Enabled: after},
	})
}
