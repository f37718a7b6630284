package undo

import (
	"encoding/json"

	"github.com/storefront/storefront/server/platform/wire"
)

// Part is a thing that another one is put back with, as the discount of a campaign. It is a member of that one, and has
// rows of its own in the audit about what is done to it alone.
type Part struct {
	Type   string   // in the audit, and the name of the member
	Hidden []string // members of the part that the member lacks

	// Tools begins the names of the operations that change both. They leave one row; programs before left another one, of the same
	// call, about the part.
	Tools string
}

// Join returns what a call did to a thing, of which one row says what it did to the thing, and another what to its part.
func (p *Part) Join(thing, part Write) (Write, error) {
	return eachState(thing, part, func(thing, part json.RawMessage) (State, error) {
		state, err := Read(thing)
		if err != nil || state == nil {
			return nil, err
		}
		state[p.Type], err = p.member(part)
		return state, err
	})
}

// Within returns what a call did to a part, as a write to the thing.
func (p *Part) Within(part Write) (Write, error) {
	return eachState(Write{}, part, func(_, part json.RawMessage) (State, error) {
		member, err := p.member(part)
		if err != nil || member == nil {
			return nil, err
		}
		return State{p.Type: member}, nil
	})
}

// ID returns the id of the part in a write to the thing, "" if it has none.
func (p *Part) ID(thing Write) (string, error) {
	states, err := readAll(thing.After, thing.Before)
	if err != nil {
		return "", err
	}
	for _, s := range states {
		if id, found := s.at("/" + p.Type + "/id"); found {
			text, _ := id.(string)
			return text, nil
		}
	}
	return "", nil
}

// member returns the part as a member of the thing, nil for none.
func (p *Part) member(text json.RawMessage) (any, error) {
	state, err := Read(text)
	if err != nil || state == nil {
		return nil, err
	}
	for _, name := range p.Hidden {
		delete(state, name)
	}
	return map[string]any(state), nil
}

// eachState returns the write that fn makes of the states before and after of two writes.
func eachState(a, b Write, fn func(a, b json.RawMessage) (State, error)) (out Write, err error) {
	for _, s := range []struct {
		a, b json.RawMessage
		out  *json.RawMessage
	}{{a.Before, b.Before, &out.Before}, {a.After, b.After, &out.After}} {
		state, err := fn(s.a, s.b)
		if err != nil {
			return out, err
		}
		if state == nil {
			continue
		}
		if *s.out, err = wire.Marshal(state); err != nil {
			return out, err
		}
	}
	return out, nil
}
