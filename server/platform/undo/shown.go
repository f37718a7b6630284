package undo

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// Between returns what differs between two states of a thing, as the audit shows it, but for the time of the change. It
// returns the errors of JSON.
func Between(before, after any) ([]Change, error) {
	from, err := stateOf(before)
	if err != nil {
		return nil, err
	}
	to, err := stateOf(after)
	if err != nil {
		return nil, err
	}
	return Diff(from, to), nil
}

func stateOf(thing any) (State, error) {
	text, err := wire.Marshal(thing)
	if err != nil {
		return nil, err
	}
	state, err := Read(text)
	delete(state, "updatedAt")
	return state, err
}

// Shown returns changes as answers show them, amounts also in kroner. It returns the errors of json.Marshal.
func Shown(all []Change) ([]api.AuditChange, error) {
	out := make([]api.AuditChange, len(all))
	for i, c := range all {
		from, to, err := MarshalPair(c.From, c.To)
		if err != nil {
			return nil, err
		}
		out[i] = api.AuditChange{Path: c.Path, PreviousValue: from, NextValue: to, Text: c.inKroner()}
	}
	return out, nil
}

// MarshalPair returns two values as JSON.
func MarshalPair(a, b any) (first, second json.RawMessage, err error) {
	if first, err = json.Marshal(a); err != nil {
		return nil, nil, err
	}
	second, err = json.Marshal(b)
	return first, second, err
}

// inKroner returns both values of a change of an amount; nil for any other.
func (c Change) inKroner() *string {
	if !strings.HasSuffix(c.Path, "Oere") && !strings.HasSuffix(c.Path, "Dkk") {
		return nil
	}
	from, err := json.Number(fmt.Sprint(c.From)).Int64()
	if err != nil {
		return nil
	}
	to, err := json.Number(fmt.Sprint(c.To)).Int64()
	if err != nil {
		return nil
	}
	shown := Kroner(from) + " → " + Kroner(to)
	return &shown
}

// Kroner writes an amount of ore as Danes do: 1.299,00 kr.
func Kroner(ore int64) string {
	sign := ""
	if ore < 0 {
		sign, ore = "-", -ore
	}
	whole := strconv.FormatInt(ore/100, 10)
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "." + whole[at:]
	}
	return fmt.Sprintf("%s%s,%02d kr", sign, whole, ore%100)
}
