package audit

import (
	"encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/undo"
)

// changes returns what differs between two states of a thing. It returns the errors of
// json.Unmarshal.
func changes(before, after json.RawMessage) ([]api.AuditChange, error) {
	from, err := undo.Read(before)
	if err != nil {
		return nil, err
	}
	to, err := undo.Read(after)
	if err != nil {
		return nil, err
	}
	return toChanges(undo.Diff(from, to))
}

func toChanges(all []undo.Change) ([]api.AuditChange, error) {
	out := make([]api.AuditChange, len(all))
	for i, c := range all {
		from, to, err := texts(c.From, c.To)
		if err != nil {
			return nil, err
		}
		out[i] = api.AuditChange{Path: c.Path, PreviousValue: from, NextValue: to}
	}
	return out, nil
}

func toConflicts(all []undo.Conflict) ([]api.RevertConflict, error) {
	out := make([]api.RevertConflict, len(all))
	for i, c := range all {
		expected, current, err := texts(c.Expected, c.Current)
		if err != nil {
			return nil, err
		}
		out[i] = api.RevertConflict{Path: c.Path, Expected: expected, Current: current}
	}
	return out, nil
}

// texts returns two values as JSON.
func texts(a, b any) (first, second json.RawMessage, err error) {
	if first, err = json.Marshal(a); err != nil {
		return nil, nil, err
	}
	second, err = json.Marshal(b)
	return first, second, err
}
