package undo

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/wire"
)

// Plan is what undoing a write does to a thing.
type Plan struct {
	Changes   []Change        // from the values that the write left to those before it
	Conflicts []Conflict      // members that were changed since; then Target is not to be written
	Target    json.RawMessage // the thing afterwards, nil when it is to be deleted
}

// Conflict is a member that is not as the write left it.
type Conflict struct {
	Path              string // a JSON Pointer; "" for a thing that was deleted or restored since
	Expected, Current any
	By                *uuid.UUID `json:",omitempty"` // the last of the later writes that did it; nil when none of them did
}

// Write is what a call did to a thing: what it was before and after, JSON objects, and
// nil for one that did not exist.
type Write struct{ Before, After json.RawMessage }

// Plan plans to undo a write to a thing that is now as given. With fields, JSON Pointers,
// it undoes nothing else of a change; a creation or a deletion is undone as a whole. The
// error is that of JSON that is damaged.
func (r Rules) Plan(w Write, now json.RawMessage, fields []string) (Plan, error) {
	states, err := readAll(w.Before, w.After, now)
	if err != nil {
		return Plan{}, err
	}
	before, after, current := states[0], states[1], states[2]
	p := Plan{Target: w.Before}
	for _, c := range Diff(after, before) {
		if Covers(r.Fields, c.Path) && (fields == nil || Covers(fields, c.Path)) {
			p.Changes = append(p.Changes, c)
		}
	}
	switch {
	case (current == nil) != (after == nil):
		p.Conflicts = []Conflict{{Expected: orNull(after), Current: orNull(current)}}
	case after == nil:
	case before == nil:
		p.Conflicts = conflicts(after, current, slices.Concat(r.Fields, after.left(r.Lived)))
	default:
		if r.Together {
			p.Conflicts = conflicts(after, current, after.left(r.Lived))
		}
		for _, c := range p.Changes {
			known := slices.ContainsFunc(p.Conflicts, func(k Conflict) bool { return k.Path == c.Path })
			if value, _ := current.at(c.Path); !known && !reflect.DeepEqual(value, c.From) {
				p.Conflicts = append(p.Conflicts, Conflict{c.Path, c.From, value, nil})
			}
		}
		p.Target, err = p.target(w.Before, now, before, current)
	}
	return p, err
}

// Needless reports whether a thing is as it was before the write that the plan undoes: nothing has to be done.
func (p *Plan) Needless(w Write, now json.RawMessage) (bool, error) {
	states, err := readAll(w.Before, now)
	if err != nil {
		return false, err
	}
	before, current := states[0], states[1]
	differs := slices.ContainsFunc(p.Changes, func(c Change) bool {
		value, _ := current.at(c.Path)
		return !reflect.DeepEqual(value, c.To)
	})
	return !differs && (before == nil) == (current == nil), nil
}

// conflicts returns those of the members that the write left with another value than the present one.
func conflicts(after, current State, members []string) (found []Conflict) {
	for _, c := range Diff(after, current) {
		if Covers(members, c.Path) {
			found = append(found, Conflict{c.Path, c.From, c.To, nil})
		}
	}
	return found
}

// left returns those of the members that a write has left with a value.
func (s State) left(members []string) []string {
	return slices.DeleteFunc(slices.Clone(members), func(path string) bool { _, found := s.at(path); return !found })
}

// target returns the present object with the changes. Members that are as they are, or as
// they were, keep their text, in which the order of names may matter to somebody.
func (p *Plan) target(before, now json.RawMessage, was, is State) (json.RawMessage, error) {
	var earlier, texts map[string]json.RawMessage
	if err := json.Unmarshal(before, &earlier); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(now, &texts); err != nil {
		return nil, err
	}
	for _, c := range p.Changes {
		value, found := was.at(c.Path)
		is = is.with(c.Path, value, found)
	}
	for _, c := range p.Changes {
		name := names(c.Path)[0]
		if reflect.DeepEqual(is[name], was[name]) {
			texts[name] = earlier[name]
			continue
		}
		text, err := wire.Marshal(is[name])
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return wire.Marshal(texts)
}

func readAll(texts ...json.RawMessage) ([]State, error) {
	states := make([]State, len(texts))
	for i, text := range texts {
		var err error
		if states[i], err = Read(text); err != nil {
			return nil, err
		}
	}
	return states, nil
}

func orNull(s State) any {
	if s == nil {
		return nil
	}
	return map[string]any(s)
}

// LaterWrites follows the writes that came after the one that a plan undoes. What one of them has changed is in
// conflict, also when it has the value again that the undone write left: only a write that was taken back
// itself does not count.
type LaterWrites struct {
	rules    Rules
	plan     *Plan
	paths    []string               // of the changes and the conflicts of the plan
	change   bool                   // whether the undone write changed a thing, and did not create or delete it
	standing map[string][]uuid.UUID // by path: the writes that were not taken back
	touched  map[string][]uuid.UUID // by the same: the writes that changed it
	added    []uuid.UUID            // all so far
}

// Later returns the writes that followed w, which the plan undoes; there are none so far.
func (r Rules) Later(p *Plan, w Write) *LaterWrites {
	l := &LaterWrites{rules: r, plan: p, change: w.isChange(), standing: map[string][]uuid.UUID{}, touched: map[string][]uuid.UUID{}}
	for _, c := range p.Changes {
		l.paths = append(l.paths, c.Path)
	}
	for _, c := range p.Conflicts {
		if c.Path != "" && !slices.Contains(l.paths, c.Path) {
			l.paths = append(l.paths, c.Path)
		}
	}
	return l
}

// isChange reports whether a write changed a thing, which was there before and after it.
func (w Write) isChange() bool { return len(w.Before) > 0 && len(w.After) > 0 }

// Add adds the next write, in the order in which they happened. revertOf is the write that it took back, if
// any. The error is that of JSON that is damaged.
func (l *LaterWrites) Add(id uuid.UUID, revertOf *uuid.UUID, w Write) error {
	known := revertOf != nil && slices.Contains(l.added, *revertOf)
	l.added = append(l.added, id)
	if (len(w.Before) > 0) != (len(w.After) > 0) { // the thing itself came or went
		l.touch("", id, revertOf, known)
	}
	if l.change && !w.isChange() { // what was deleted and restored has the fields that it had
		return nil
	}
	states, err := readAll(w.Before, w.After)
	if err != nil {
		return err
	}
	changes := Diff(states[0], states[1])
	for _, path := range l.paths {
		if l.rules.touches(states, changes, path) {
			l.touch(path, id, revertOf, known)
		}
	}
	return nil
}

// touch notes that a write changed a member. known says whether the write that it took back is a later one too.
func (l *LaterWrites) touch(path string, id uuid.UUID, revertOf *uuid.UUID, known bool) {
	l.touched[path] = append(l.touched[path], id)
	all := l.standing[path]
	switch last := len(all) - 1; {
	case revertOf != nil && last >= 0 && all[last] == *revertOf:
		l.standing[path] = all[:last]
	case known && !slices.Contains(l.touched[path], *revertOf): // the write beside it did, and was taken back too
	default:
		l.standing[path] = append(all, id)
	}
}

// touches reports whether a write, given its states and their differences, changed a member. Of a thing whose
// fields are put back together it suffices that the write was about it: each move of an order has a meaning.
func (r Rules) touches(states []State, changes []Change, path string) bool {
	if r.Together {
		return slices.ContainsFunc(states, func(s State) bool { _, found := s.at(path); return found })
	}
	return slices.ContainsFunc(changes, func(c Change) bool { return Covers([]string{c.Path}, path) || Covers([]string{path}, c.Path) })
}

// Conflict adds what was found to the conflicts of the plan.
func (l *LaterWrites) Conflict() {
	for _, c := range l.plan.Changes {
		known := slices.ContainsFunc(l.plan.Conflicts, func(k Conflict) bool { return k.Path == c.Path || k.Path == "" })
		if len(l.standing[c.Path]) > 0 && !known {
			l.plan.Conflicts = append(l.plan.Conflicts, Conflict{c.Path, c.From, c.From, nil})
		}
	}
	for i := range l.plan.Conflicts {
		c := &l.plan.Conflicts[i]
		if all := l.standing[c.Path]; len(all) > 0 {
			c.By = &all[len(all)-1]
		}
	}
}
