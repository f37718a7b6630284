package insight

import (
	"slices"
	"time"
)

// tallies are the sums of all things of a kind, in memory: by quarter hours, and by months of UTC, so that a
// period of years is added up in a millisecond.
type tallies struct {
	names   []string // of the things, by their numbers
	numbers map[string]uint32
	months  map[int]*monthly // by their numbers, counted from the year 0
	open    []entry          // what is not folded yet
}

type monthly struct {
	began, ended uint32  // the numbers of its first quarter hour and of the one after its last
	days         [32]day // by the day of the month
	whole        month
}

func newTallies() *tallies { return &tallies{numbers: map[string]uint32{}, months: map[int]*monthly{}} }

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
	m.days[start.Day()] = append(m.days[start.Day()], e)
	m.whole.add(e.thing, f)
}

// filled ends a sequence of calls of fill.
func (t *tallies) filled() {
	for _, m := range t.months {
		for i := range m.days {
			slices.SortFunc(m.days[i], compareEntries)
			m.days[i] = slices.Clip(m.days[i])
		}
		m.whole.merge()
	}
}

func (t *tallies) month(at time.Time) *monthly {
	n := monthNumber(at)
	if t.months[n] == nil {
		began := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
		t.months[n] = &monthly{began: quarterNumber(began), ended: quarterNumber(began.AddDate(0, 1, 0))}
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
func (m *monthly) addTo(sums []figures, from, until uint32) {
	switch {
	case m.ended <= from || m.began >= until:
	case m.began >= from && m.ended <= until:
		for _, e := range m.whole.entries {
			sums[e.thing].add(e.figures)
		}
	default:
		m.addDays(sums, from, until)
	}
}

func (m *monthly) addDays(sums []figures, from, until uint32) {
	const ofDay = uint32(24 * time.Hour / quarterHour)
	for i := range m.days {
		first := m.began + uint32(i-1)*ofDay // days[0] is empty
		if i == 0 || first+ofDay <= from || first >= until {
			continue
		}
		at, _ := slices.BinarySearchFunc(m.days[i], entry{quarter: from}, compareEntries)
		for _, e := range m.days[i][at:] {
			if e.quarter >= until {
				break
			}
			sums[e.thing].add(e.figures)
		}
	}
}

// quarterNumber returns the number of a quarter hour since the year 0: there are 2^32 of them until the year 122,000.
func quarterNumber(start time.Time) uint32 {
	return uint32((start.Unix() - earliest.Unix()) / int64(quarterHour/time.Second))
}

// monthNumber returns the number of the month of a moment, counted from the year 0.
func monthNumber(at time.Time) int { return at.Year()*12 + int(at.Month()) - 1 }
