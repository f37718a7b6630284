package settings

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// The keys of the switches.
const (
	Checkout        = "checkout"
	Campaigns       = "campaigns"
	TypoSearch      = "typo_search"
	AgentWrites     = "agent_writes"
	StorefrontPages = "storefront_pages"
	ManualPayment   = "manual_payment"
)

// feature describes a switch. Nothing of it is in the database, except whether it
// differs from the default.
type feature struct {
	key         string
	label       string
	description string // what it does while it is off
	onByDefault bool   // in a new shop
	dependsOn   []string
}

// features are the switches, in the order in which they are listed.
var features = []feature{
	{Checkout, "Checkout", "Off: no cart can be made, read or changed, and no order be made of one; other operations on orders go on.", true, nil},
	{Campaigns, "Campaigns", "Off: no campaign can be created; those that exist go on.", true, []string{Checkout}},
	{TypoSearch, "Similar spelling", "Off: a search whose words match nothing finds nothing; no similar spelling is tried.", true, nil},
	{AgentWrites, "Writes by agents", "Off: every write over MCP, or with a key of an agent, is refused, features.set too; the key of a person or program switches it on again over REST.", true, nil},
	{ManualPayment, "Paid by hand", "Off: orders.update_status makes no order paid; only a payment does that.", true, nil},
	{StorefrontPages, "Public pages", "Off: the HTML pages of the storefront are not served; documents and the API are.", true, nil},
}

func findFeature(key string) (feature, bool) {
	for _, f := range features {
		if f.key == key {
			return f, true
		}
	}
	return feature{}, false
}

// isOn reports whether a feature is on.
func (f *feature) isOn(overrides map[string]bool) bool {
	if on, overridden := overrides[f.key]; overridden {
		return on
	}
	return f.onByDefault
}

// Features answers the operations features.*.
type Features struct{ Store *store.Store }

// FeaturesGet returns all switches.
func (h Features) FeaturesGet(ctx context.Context, _ api.FeaturesGetRequestObject) (api.FeaturesGetResponseObject, error) {
	overrides, err := readOverrides(ctx, h.Store.Read())
	if err != nil {
		return nil, err
	}
	result := api.FeaturesGetResult{Features: make([]api.FeatureSwitch, len(features))}
	for i, f := range features {
		on := f.isOn(overrides)
		result.Features[i] = api.FeatureSwitch{
			Key: f.key, Label: f.label, Description: f.description, Enabled: on, Default: f.onByDefault, Overridden: on != f.onByDefault,
			DependsOn: append([]string{}, f.dependsOn...),
		}
	}
	return api.FeaturesGet200JSONResponse{Ok: true, Result: result}, nil
}

// FeaturesSet sets a switch. There is a row only for one that is not as in a new
// shop, so that what is set and set back leaves nothing.
func (h Features) FeaturesSet(ctx context.Context, req api.FeaturesSetRequestObject) (api.FeaturesSetResponseObject, error) {
	f, ok := findFeature(req.Body.Key)
	if !ok {
		return nil, problem.Newf(problem.FeatureNotFound, "No switch has the key %q.", req.Body.Key)
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.FeaturesSetResponseObject, error) {
		if err := tx.FeaturesLock(ctx); err != nil {
			return nil, err
		}
		overrides, err := readOverrides(ctx, tx.Queries)
		if err != nil {
			return nil, err
		}
		after := api.FeatureState{Key: f.key, Enabled: req.Body.Enabled}
		return api.FeaturesSet200JSONResponse{Ok: true, Result: after}, setFeature(ctx, tx, &f, f.isOn(overrides), after.Enabled)
	})
}

// setFeature sets a switch. The transaction holds the lock of all.
func setFeature(ctx context.Context, tx *store.Tx, f *feature, before, after bool) (err error) {
	if after == f.onByDefault {
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

func readOverrides(ctx context.Context, queries *db.Queries) (map[string]bool, error) {
	rows, err := queries.FeatureList(ctx)
	overrides := make(map[string]bool, len(rows))
	for _, row := range rows {
		overrides[row.Key] = row.Enabled
	}
	return overrides, err
}

// IsOn reports whether a feature is on, as a transaction reads it.
func IsOn(ctx context.Context, queries *db.Queries, key string) (bool, error) {
	state, err := getFeatureState(queries, ctx, key)
	return state.Enabled, err
}

// Undo describes how switches are put back.
func (h Features) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/enabled"}, Refused: whyItStays}, undo.Records[api.FeatureState, api.FeatureState]{
		Lock: func(q *db.Queries, ctx context.Context, key string) (api.FeatureState, error) {
			if err := q.FeaturesLock(ctx); err != nil {
				return api.FeatureState{}, err
			}
			return getFeatureState(q, ctx, key)
		},
		View: func(_ context.Context, s *api.FeatureState) (api.FeatureState, error) { return *s, nil },
		Update: func(ctx context.Context, tx *store.Tx, before api.FeatureState, from *api.FeatureState) error {
			f, _ := findFeature(before.Key)
			return setFeature(ctx, tx, &f, before.Enabled, from.Enabled)
		},
	})
}

// whyItStays returns why a switch is not put back, or "": a key that may revert may not by that let agents write. The trigger
// audit_log_kind knows these switches too.
func whyItStays(_, after undo.State) string {
	if after["key"] == AgentWrites {
		return "Whether agents may write is decided anew each time. Call features.set with the key agent_writes."
	}
	if after["key"] == ManualPayment {
		return "Who may say that an order is paid is decided anew each time. Call features.set with the key manual_payment."
	}
	return ""
}

func getFeatureState(q *db.Queries, ctx context.Context, key string) (api.FeatureState, error) { //nolint:revive // the order of a method expression
	f, ok := findFeature(key)
	if !ok {
		return api.FeatureState{}, pgx.ErrNoRows
	}
	overrides, err := readOverrides(ctx, q)
	return api.FeatureState{Key: key, Enabled: f.isOn(overrides)}, err
}

// Switches tells which features are on. It caches them (changes.Copy). All
// features are as in a new shop for a nil *Switches.
type Switches struct {
	overrides *changes.Copy[map[string]bool] // by key, those that are not as in a new shop
}

// NewSwitches returns switches that follow the feed.
func NewSwitches(st *store.Store, feed *changes.Feed) *Switches {
	all := func(ctx context.Context) (map[string]bool, error) { return readOverrides(ctx, st.Read()) }
	return &Switches{changes.NewCopy(feed, all, "features")}
}

// On reports whether a feature is on. The error is that of the database.
func (s *Switches) On(ctx context.Context, key string) (bool, error) {
	f, ok := findFeature(key)
	if !ok {
		return false, fmt.Errorf("there is no feature %q", key)
	}
	if s == nil {
		return f.onByDefault, nil
	}
	overrides, err := s.overrides.Get(ctx)
	if err != nil {
		return false, err
	}
	return f.isOn(overrides), nil
}

// Allow returns a feature_disabled if the call is of an operation that is switched
// off.
func (s *Switches) Allow(ctx context.Context, in *call.Call) error {
	if (in.Channel == call.MCP || in.Holder == auth.Agent) && !in.Operation.ReadOnly {
		if on, err := s.On(ctx, AgentWrites); err != nil || !on {
			return featureDisabled(err, in.Operation.Name+" writes, and writes over MCP and of agents are switched off: agent_writes.",
				`Have a person switch "agent_writes" on with features.set over REST, then send the call again.`, AgentWrites)
		}
	}
	key := in.Operation.Feature
	if key == "" {
		return nil
	}
	if on, err := s.On(ctx, key); err != nil || !on {
		return featureDisabled(err, fmt.Sprintf("%s is switched off: %s.", in.Operation.Name, key),
			fmt.Sprintf("Switch %q on with features.set, then send the call again.", key), key)
	}
	return nil
}

// featureDisabled returns the error, if there is one, or else a feature_disabled.
func featureDisabled(err error, detail, resolution, key string) error {
	if err != nil {
		return err
	}
	return problem.New(problem.FeatureDisabled, detail, resolution).Then(SwitchOn(key))
}

// SwitchOn is the call that switches a feature on.
func SwitchOn(key string) problem.Step {
	return problem.Call{Op: "features.set", Args: map[string]any{"key": key, "enabled": true}}
}
