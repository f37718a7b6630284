package insight

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// figures are the sums of a thing, as the table insight_things has them.
type figures struct{ count, amount int64 }

func (f *figures) add(g figures) { f.count, f.amount = f.count+g.count, addAmounts(f.amount, g.amount) }
func (f *figures) subtract(g figures) {
	f.count, f.amount = f.count-g.count, addAmounts(f.amount, -g.amount)
}

// addAmounts adds amounts. A sum beyond what an int64 has, a thousand times what is shown, becomes the largest one, or the
// negative of it: orders of the largest total could add up to more.
func addAmounts(a, b int64) int64 {
	sum := a + b
	switch {
	case (a^sum)&(b^sum) >= 0:
		return sum
	case a < 0:
		return -math.MaxInt64
	}
	return math.MaxInt64
}

// tallies are the sums of all things of a kind, in memory: by quarter hours, and by months of UTC, so that a
// period of years is added up in a millisecond. Kinds of few things have sums by days too, for those who ask for many days.
type tallies struct {
	byDay   bool
	names   []string // of the things, by their numbers
	numbers map[string]uint32
	months  map[int]*monthTally // by their numbers, counted from the year 0
	open    []entry             // what is not folded yet
}

type monthTally struct {
	began, ended uint32       // the numbers of its first quarter hour and of the one after its last
	days         [32]dayTally // by the day of the month
	whole        thingSums
}

func newTallies(kind string) *tallies {
	return &tallies{byDay: kind == kindStatus || kind == kindShop, numbers: map[string]uint32{}, months: map[int]*monthTally{}}
}

// number returns the number of a thing.
func (t *tallies) number(name string) uint32 {
	n, known := t.numbers[name]
	if !known {
		n = uint32(len(t.names))
		t.names, t.numbers[name] = append(t.names, name), n
	}
	return n
}

// set replaces the sums of a thing in the quarter hour that begins at a moment.
func (t *tallies) set(name string, start time.Time, f figures) {
	m := t.month(start)
	e := entry{t.number(name), quarterNumber(start), f}
	m.whole.add(e.thing, m.days[start.Day()].set(e))
}

// fill is set for many, which are in the order of their time, of a month that is not there yet.
func (t *tallies) fill(name string, start time.Time, f figures) {
	m := t.month(start)
	e := entry{t.number(name), quarterNumber(start), f}
	d := &m.days[start.Day()]
	d.entries = append(d.entries, e)
	if d.whole != nil {
		d.whole.add(e.thing, f)
	}
	m.whole.add(e.thing, f)
}

// filled ends a sequence of calls of fill.
func (t *tallies) filled() {
	for _, m := range t.months {
		for i := range m.days {
			d := &m.days[i]
			slices.SortFunc(d.entries, compareEntries)
			d.entries = slices.Clip(d.entries)
			if d.whole != nil {
				d.whole.merge()
			}
		}
		m.whole.merge()
	}
}

func (t *tallies) month(at time.Time) *monthTally {
	n := monthNumber(at)
	if t.months[n] == nil {
		began := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
		m := &monthTally{began: quarterNumber(began), ended: quarterNumber(began.AddDate(0, 1, 0))}
		for i := range m.days {
			if t.byDay {
				m.days[i].whole = &thingSums{}
			}
		}
		t.months[n] = m
	}
	return t.months[n]
}

// sum returns the sums of all things in a period of whole quarter hours, by their numbers.
func (t *tallies) sum(p period) []figures {
	sums := make([]figures, len(t.names))
	if p.isEmpty() {
		return sums
	}
	from, until := quarterNumber(p.from), quarterNumber(p.until)
	if first, last := monthNumber(p.from), monthNumber(p.until); last-first < len(t.months) {
		for n := first; n <= last; n++ {
			if m := t.months[n]; m != nil {
				m.addTo(sums, from, until)
			}
		}
	} else {
		for _, m := range t.months {
			m.addTo(sums, from, until)
		}
	}
	for _, e := range t.open {
		if e.quarter >= from && e.quarter < until {
			sums[e.thing].add(e.figures)
		}
	}
	return sums
}

// addTo adds what a month has from one quarter hour until another.
func (m *monthTally) addTo(sums []figures, from, until uint32) {
	switch {
	case m.ended <= from || m.began >= until:
	case m.began >= from && m.ended <= until:
		m.whole.addTo(sums)
	default:
		m.addDays(sums, from, until)
	}
}

func (m *monthTally) addDays(sums []figures, from, until uint32) {
	for i := range m.days {
		began := m.began + uint32(i-1)*quartersOfDay // days[0] is empty
		if i > 0 && began+quartersOfDay > from && began < until {
			m.days[i].addTo(sums, began, from, until)
		}
	}
}

const quartersOfDay = uint32(24 * time.Hour / quarterHour)

// quarterNumber returns the number of a quarter hour since the year 0: there are 2^32 of them until the year 122,000.
func quarterNumber(start time.Time) uint32 {
	return uint32((start.Unix() - earliest.Unix()) / int64(quarterHour/time.Second))
}

// monthNumber returns the number of the month of a moment, counted from the year 0.
func monthNumber(at time.Time) int { return at.Year()*12 + int(at.Month()) - 1 }

// entry is what a thing adds in a quarter hour.
type entry struct {
	thing   uint32 // its number
	quarter uint32 // its number
	figures
}

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.quarter, b.quarter), cmp.Compare(a.thing, b.thing))
}

// dayTally holds the entries of a day, in the order of their quarter hours and things.
type dayTally struct {
	entries []entry
	whole   *thingSums // the sums of the day; nil where they are not kept
}

// set replaces the entry of a thing in a quarter hour, and returns what it adds to the one before.
func (d *dayTally) set(e entry) figures {
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
func (d *dayTally) addTo(sums []figures, began, from, until uint32) {
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

func (d *dayTally) between(from, until uint32) []entry {
	first, _ := slices.BinarySearchFunc(d.entries, entry{quarter: from}, compareEntries)
	n, _ := slices.BinarySearchFunc(d.entries[first:], entry{quarter: until}, compareEntries)
	return d.entries[first : first+n]
}

// thingSums holds the sums of a month, or of a day: each thing may have several, which add up.
type thingSums struct {
	entries []thingSum
	merged  int // how many there were when each thing had one
}

type thingSum struct {
	thing uint32
	figures
}

// add adds to the sums of a thing. From time to time it merges them, so that they are at most about twice as
// many as the things.
func (m *thingSums) add(thing uint32, f figures) {
	const few = 1024
	m.entries = append(m.entries, thingSum{thing, f})
	if len(m.entries) > 2*m.merged+few {
		m.merge()
	}
}

func (m *thingSums) addTo(sums []figures) {
	for _, e := range m.entries {
		sums[e.thing].add(e.figures)
	}
}

func (m *thingSums) merge() {
	slices.SortFunc(m.entries, func(a, b thingSum) int { return cmp.Compare(a.thing, b.thing) })
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
