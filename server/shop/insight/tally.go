package insight

import (
	"cmp"
	"slices"
)

// figures are the sums of a thing, as the table insight_things has them.
type figures struct{ count, amount int64 }

func (f *figures) add(g figures) { f.count, f.amount = f.count+g.count, f.amount+g.amount }

// entry is what a thing adds in a quarter hour.
type entry struct {
	thing   uint32 // its number
	quarter uint32 // its number
	figures
}

// day holds the entries of a day, in the order of their quarter hours and things.
type day []entry

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.quarter, b.quarter), cmp.Compare(a.thing, b.thing))
}

// set replaces the entry of a thing in a quarter hour, and returns what it adds to the one before.
func (d *day) set(e entry) figures {
	at, found := slices.BinarySearchFunc(*d, e, compareEntries)
	if !found {
		*d = slices.Insert(*d, at, e)
		return e.figures
	}
	before := (*d)[at].figures
	(*d)[at].figures = e.figures
	return figures{e.count - before.count, e.amount - before.amount}
}

// month holds the sums of a month: each thing may have several, which add up.
type month struct {
	entries []total
	merged  int // how many there were when each thing had one
}

type total struct {
	thing uint32
	figures
}

// add adds to the sums of a thing. From time to time it merges them, so that they are at most about twice as
// many as the things.
func (m *month) add(thing uint32, f figures) {
	const few = 1024
	m.entries = append(m.entries, total{thing, f})
	if len(m.entries) > 2*m.merged+few {
		m.merge()
	}
}

func (m *month) merge() {
	slices.SortFunc(m.entries, func(a, b total) int { return cmp.Compare(a.thing, b.thing) })
	kept := m.entries[:0]
	for _, e := range m.entries {
		if n := len(kept); n > 0 && kept[n-1].thing == e.thing {
			kept[n-1].add(e.figures)
		} else {
			kept = append(kept, e)
		}
	}
	m.entries, m.merged = slices.Clip(kept), len(kept)
}
