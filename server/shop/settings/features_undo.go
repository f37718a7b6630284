package settings

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how switches are put back.
func (h Features) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/enabled"}}, undo.Records[api.FeatureState, api.FeatureState]{
		Lock: func(q *db.Queries, ctx context.Context, key string) (api.FeatureState, error) {
			if err := q.FeaturesLock(ctx); err != nil {
				return api.FeatureState{}, err
			}
			return get(q, ctx, key)
		},
		View: func(_ context.Context, s *api.FeatureState) (api.FeatureState, error) { return *s, nil },
		Update: func(ctx context.Context, tx *store.Tx, before api.FeatureState, from *api.FeatureState) error {
			f, _ := find(before.Key)
			return set(ctx, tx, &f, before.Enabled, from.Enabled)
		},
	})
}

func get(q *db.Queries, ctx context.Context, key string) (api.FeatureState, error) { //nolint:revive // the order of a method expression
	f, ok := find(key)
	if !ok {
		return api.FeatureState{}, pgx.ErrNoRows
	}
	overrides, err := read(ctx, q)
	return api.FeatureState{Key: key, Enabled: f.state(overrides)}, err
}
