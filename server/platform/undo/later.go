package undo

import (
	"slices"

	"github.com/google/uuid"
)

// Later follows the writes that came after the one that a plan undoes. What one of them has changed is in
// conflict, also when it has the value again that the undone write left: only a write that was taken back
// itself does not count.
type Later struct {
	rules    Rules
	plan     *Plan
	change   bool                   // whether the undone write changed a thing, and did not create or delete it
	standing map[string][]uuid.UUID // by the path of a change of the plan: the writes that were not taken back
}

// Later returns the writes that followed w, which the plan undoes; there are none so far.
func (r Rules) Later(p *Plan, w Write) *Later {
	return &Later{r, p, w.isChange(), map[string][]uuid.UUID{}}
}

// isChange reports whether a write changed a thing, which was there before and after it.
func (w Write) isChange() bool { return len(w.Before) > 0 && len(w.After) > 0 }

// Add adds the next write, in the order in which they happened. revertOf is the write that it took back, if
// any. The error is that of JSON that is damaged.
func (l *Later) Add(id uuid.UUID, revertOf *uuid.UUID, w Write) error {
	if l.change && !w.isChange() { // what was deleted and restored has the fields that it had
		return nil
	}
	states, err := readAll(w.Before, w.After)
	if err != nil {
		return err
	}
	changes := Diff(states[0], states[1])
	for _, c := range l.plan.Changes {
		if !l.rules.touches(states, changes, c.Path) {
			continue
		}
		all := l.standing[c.Path]
		if last := len(all) - 1; revertOf != nil && last >= 0 && all[last] == *revertOf {
			l.standing[c.Path] = all[:last]
		} else {
			l.standing[c.Path] = append(all, id)
		}
	}
	return nil
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
func (l *Later) Conflict() {
	for _, c := range l.plan.Changes {
		known := slices.ContainsFunc(l.plan.Conflicts, func(k Conflict) bool { return k.Path == c.Path || k.Path == "" })
		if len(l.standing[c.Path]) > 0 && !known {
			l.plan.Conflicts = append(l.plan.Conflicts, Conflict{c.Path, c.From, c.From})
		}
	}
}
