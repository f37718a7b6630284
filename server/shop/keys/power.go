package keys

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/limits"
)

// checkGives refuses what the caller's key has not itself: with it, a key could make another one that may do more.
func (o owned) checkGives(g auth.Grant) error {
	for _, scope := range g.Scopes {
		if !slices.Contains(o.row.Scopes, scope) {
			p := problem.New(problem.InsufficientScope, fmt.Sprintf("The key that the call carries has not the scope %s, which the other key has or would have.", scope),
				fmt.Sprintf("Ask the owner of the shop for a key with the scope %s.", scope)).Then(problem.Hold(scope))
			p.RequiredScope = scope
			return p
		}
	}
	quota := func(own int) int64 {
		if own == 0 {
			own = o.quota
		}
		return int64(own)
	}
	if most := quota(grantOf(&o.row).Quota); quota(g.Quota) > most {
		p := problem.Newf(problem.BeyondLimit, "The key that the call carries has a quota of %d calls, and the other key has or would have %d.", most, quota(g.Quota))
		p.Limit = &problem.Limit{Name: "quota", Value: most, Left: most}
		return p
	}
	if most := o.row.ExpiresAt; most != nil && (g.Expires == nil || g.Expires.After(*most)) {
		return problem.Newf(problem.BeyondLimit, "The key that the call carries works until %s, and the other key works or would work longer.", most.Format(time.RFC3339))
	}
	return o.checkLimits(g)
}

// checkLimits refuses limits that allow more than those of the caller's key.
func (o owned) checkLimits(g auth.Grant) error {
	own, err := limits.Of(o.row.Limits)
	if err != nil {
		return err
	}
	other, err := limits.Of(g.Limits)
	if err != nil {
		return err
	}
	theirs := limits.List(other)
	for _, most := range limits.List(own) {
		if !slices.ContainsFunc(theirs, func(l limits.Limit) bool { return l.Name == most.Name && l.Value <= most.Value }) {
			p := problem.Newf(problem.BeyondLimit, "The key that the call carries has the limit %s of %d, and the other key has or would have none, or a higher one.", most.Name, most.Value)
			p.Limit = &problem.Limit{Name: most.Name, Value: most.Value, Left: most.Value}
			return p
		}
	}
	return nil
}

// Pause stops the key with this id, or lets it work again, for the operator's command.
func Pause(ctx context.Context, st *store.Store, id uuid.UUID, paused bool) error {
	return st.Write(ctx, func(tx *store.Tx) error {
		before, err := auth.Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		after := before
		if err := pause(ctx, tx, &after, paused); err != nil {
			return err
		}
		return auth.Update(ctx, tx, &before, &after)
	})
}

// pause stops a key, or lets it work again.
func pause(ctx context.Context, tx *store.Tx, row *db.ApiKey, paused bool) error {
	if !paused {
		row.PausedAt = nil
		return checkRunning(ctx, tx, row.Holder)
	}
	if row.PausedAt == nil {
		row.PausedAt = &tx.Now
	}
	return nil
}

// checkRunning refuses to add to the keys of a holder that work, while all of them are stopped.
func checkRunning(ctx context.Context, tx *store.Tx, holder string) error {
	at, err := stoppedAt(ctx, tx, holder)
	if err != nil || at == nil {
		return err
	}
	return problem.Newf(problem.AgentsPaused, "All keys whose holder is %s are paused.", holder)
}

// stoppedAt returns since when all keys of a holder are stopped, nil when they are not.
func stoppedAt(ctx context.Context, tx *store.Tx, holder string) (*time.Time, error) {
	at, err := tx.KeyStoppedAt(ctx, holder)
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &at, nil
}

// KeysPauseAll stops all keys of agents, of programs, or of both.
func (h Keys) KeysPauseAll(ctx context.Context, req api.KeysPauseAllRequestObject) (api.KeysPauseAllResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysPauseAllResponseObject, error) {
		answer := api.KeysPauseAll200JSONResponse{Ok: true}
		var err error
		answer.Result.Paused, err = stopAll(ctx, tx, holders(req.Body.Holders), true)
		return answer, err
	})
}

// KeysResumeAll lets them work again.
func (h Keys) KeysResumeAll(ctx context.Context, req api.KeysResumeAllRequestObject) (api.KeysResumeAllResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysResumeAllResponseObject, error) {
		answer := api.KeysResumeAll200JSONResponse{Ok: true}
		var err error
		answer.Result.Resumed, err = stopAll(ctx, tx, holders(req.Body.Holders), false)
		return answer, err
	})
}

// holders returns the holders that a request names, both when it names none.
func holders(named *[]string) []string {
	if named == nil {
		return []string{auth.Agent, auth.Program}
	}
	return slices.Compact(slices.Sorted(slices.Values(*named)))
}

// stopped is in the audit whether all keys of a holder are stopped.
type stopped struct {
	Paused bool `json:"paused"`
}

// stopAll stops these holders, or resumes them, and returns how many keys that concerns. One that is so already stays so.
func stopAll(ctx context.Context, tx *store.Tx, holders []string, stop bool) (int64, error) {
	if err := tx.KeyStopLock(ctx); err != nil {
		return 0, err
	}
	var changed []string
	for _, holder := range holders {
		at, err := stoppedAt(ctx, tx, holder)
		if err != nil {
			return 0, err
		}
		is := at != nil
		switch {
		case is == stop:
		case stop:
			changed = append(changed, holder)
			err = tx.KeyStop(ctx, db.KeyStopParams{ID: tx.NewID(), Holder: holder, At: tx.Now})
		default:
			changed = append(changed, holder)
			err = tx.KeyStopEnd(ctx, holder)
		}
		if err != nil {
			return 0, err
		}
		err = tx.Audit(store.AuditEntry{EntityType: "holder", EntityID: holder, Before: stopped{is}, After: stopped{stop}})
		if err != nil {
			return 0, err
		}
	}
	if len(changed) == 0 {
		return 0, nil
	}
	return tx.KeyCountRunning(ctx, db.KeyCountRunningParams{Holders: changed, At: tx.Now})
}
