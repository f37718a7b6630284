package settings

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Switches tells which features are on. It caches them (changes.Copy). All
// features are as in a new shop for a nil *Switches.
type Switches struct {
	overrides *changes.Copy[map[string]bool] // by key, those that are not as in a new shop
}

// NewSwitches returns switches that follow the feed.
func NewSwitches(st *store.Store, feed *changes.Feed) *Switches {
	all := func(ctx context.Context) (map[string]bool, error) { return read(ctx, st.Read()) }
	return &Switches{changes.NewCopy(feed, all, "features")}
}

// On reports whether a feature is on. The error is that of the database.
func (s *Switches) On(ctx context.Context, key string) (bool, error) {
	f, ok := find(key)
	if !ok {
		return false, fmt.Errorf("there is no feature %q", key)
	}
	if s == nil {
		return f.on, nil
	}
	overrides, err := s.overrides.Get(ctx)
	if err != nil {
		return false, err
	}
	return f.state(overrides), nil
}

// Allow returns a feature_disabled if the call is of an operation that is switched
// off.
func (s *Switches) Allow(ctx context.Context, in *call.Call) error {
	if in.Channel == call.MCP && !in.Operation.ReadOnly {
		if on, err := s.On(ctx, AgentWrites); err != nil || !on {
			return refusal(err, in.Operation.Name+" writes, and writes over MCP are switched off: agent_writes.",
				`Switch "agent_writes" on with features.set over REST, then send the call again.`)
		}
	}
	key := in.Operation.Feature
	if key == "" {
		return nil
	}
	if on, err := s.On(ctx, key); err != nil || !on {
		return refusal(err, fmt.Sprintf("%s is switched off: %s.", in.Operation.Name, key),
			fmt.Sprintf("Switch %q on with features.set, then send the call again.", key))
	}
	return nil
}

// refusal returns the error, if there is one, or else a feature_disabled.
func refusal(err error, detail, resolution string) error {
	if err != nil {
		return err
	}
	return problem.New(problem.FeatureDisabled, detail, resolution)
}

func read(ctx context.Context, queries *db.Queries) (map[string]bool, error) {
	rows, err := queries.FeatureList(ctx)
	overrides := make(map[string]bool, len(rows))
	for _, row := range rows {
		overrides[row.Key] = row.Enabled
	}
	return overrides, err
}

// state reports whether a feature is on.
func (f *feature) state(overrides map[string]bool) bool {
	if on, overridden := overrides[f.key]; overridden {
		return on
	}
	return f.on
}
