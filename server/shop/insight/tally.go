package insight

import (
	"cmp"
	"math"
	"slices"
)

// figures are the sums of a thing, as the table insight_things has them.
type figures struct{ count, amount int64 }

func (f *figures) add(g figures)      { f.count, f.amount = f.count+g.count, plus(f.amount, g.amount) }
func (f *figures) subtract(g figures) { f.count, f.amount = f.count-g.count, plus(f.amount, -g.amount) }

// plus adds amounts. A sum beyond what an int64 has, a thousand times what is shown, becomes the largest one, or the
// negative of it: orders of the largest total could add up to more.
func plus(a, b int64) int64 {
	sum := a + b
	switch {
	case (a^sum)&(b^sum) >= 0:
		return sum
	case a < 0:
		return -math.MaxInt64
	}
	return math.MaxInt64
}

// entry is what a thing adds in a quarter hour.
type entry struct {
	thing   uint32 // its number
	quarter uint32 // its number
	figures
}

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.quarter, b.quarter), cmp.Compare(a.thing, b.thing))
}

// day holds the entries of a day, in the order of their quarter hours and things.
type day struct {
	entries []entry
	whole   *month // the sums of the day; nil where they are not kept
}

// set replaces the entry of a thing in a quarter hour, and returns what it adds to the one before.
func (d *day) set(e entry) figures {
	at, found := slices.BinarySearchFunc(d.entries, e, compareEntries)
	added := e.figures
	if found {
		added.subtract(d.entries[at].figures)
		d.entries[at].figures = e.figures
	} else {
		d.entries = slices.Insert(d.entries, at, e)
	}
	if d.whole != nil {
		d.whole.add(e.thing, added)
	}
	return added
}

// addTo adds what the day has from one quarter hour until another, of the day that began with the number began: of most of a
// day, all that it has without the rest.
func (d *day) addTo(sums []figures, began, from, until uint32) {
	from, until = max(from, began), min(until, began+quartersOfDay)
	if d.whole == nil || until-from <= quartersOfDay/2 {
		for _, e := range d.between(from, until) {
			sums[e.thing].add(e.figures)
		}
		return
	}
	d.whole.addTo(sums)
	for _, rest := range [][]entry{d.between(began, from), d.between(until, began+quartersOfDay)} {
		for _, e := range rest {
			sums[e.thing].subtract(e.figures)
		}
	}
}

func (d *day) between(from, until uint32) []entry {
	first, _ := slices.BinarySearchFunc(d.entries, entry{quarter: from}, compareEntries)
	n, _ := slices.BinarySearchFunc(d.entries[first:], entry{quarter: until}, compareEntries)
	return d.entries[first : first+n]
}

// month holds the sums of a month, or of a day: each thing may have several, which add up.
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

func (m *month) addTo(sums []figures) {
	for _, e := range m.entries {
		sums[e.thing].add(e.figures)
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
