package webhooks

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// switchEndpoints disables the endpoints that will not take messages, and activates the
// disabled ones that took one. What cannot be done now is done in a later round.
func (w *worker) switchEndpoints(ctx context.Context) error {
	for id, reason := range w.switches {
		done, err := w.switchEndpoint(ctx, id, reason)
		if err != nil {
			return err
		}
		if done {
			delete(w.switches, id)
		}
	}
	return nil
}

// switchEndpoint disables an endpoint for a reason, or activates it if that is "", with a
// row in the audit. done is false while another transaction has locked the endpoint.
func (w *worker) switchEndpoint(ctx context.Context, id uuid.UUID, reason string) (done bool, err error) {
	state := endpointState{Active: reason == "", DisabledReason: reason}
	change := db.EndpointSwitchParams{ID: id, Active: state.Active}
	if reason != "" {
		change.Reason = &reason
	}
	var result db.EndpointSwitchRow
	err = w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if result, err = tx.EndpointSwitch(ctx, change); err != nil || !result.Switched {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "webhook", EntityID: id.String(), Before: endpointState{Active: !state.Active}, After: state})
	})
	if err != nil {
		return false, err
	}
	if result.Switched {
		w.Log.Warn("an endpoint was switched", "endpoint", id, "active", state.Active, "reason", reason)
	}
	return result.Switched || !result.Wanted, nil
}

// endpointState is what the audit shows of an endpoint that was disabled or activated.
type endpointState struct {
	Active         bool   `json:"active"`
	DisabledReason string `json:"disabledReason,omitempty"`
}
