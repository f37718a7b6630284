package insight

import "slices"

// frequent finds the terms that are searched often, in bounded memory: after n searches it has every term that
// came more than n/most times, however many others came once (J. Misra and D. Gries, Finding repeated elements,
// 1982).
type frequent struct {
	most    int
	of      map[string]*weighed
	changed bool // since a flush
}

// weighed is a term with its searches that are not written yet.
type weighed struct {
	countedSum
	weight int // how many searches for other terms, each of them new, it outlasts
}

// searches are those for a term.
type searches struct {
	term string
	countedSum
}

func newFrequent(most int) *frequent { return &frequent{most: most, of: map[string]*weighed{}} }

// add adds searches for a term. Where there is no room every term loses weight, and those without any are forgotten:
// that takes time for each term, but happens no more than once for as many searches.
func (f *frequent) add(term string, sum countedSum) {
	f.changed = true
	w := f.of[term]
	if w == nil {
		if len(f.of) >= f.most && !f.weaken() {
			return
		}
		w = &weighed{}
		f.of[term] = w
	}
	w.add(sum.figures)
	w.last = sum.last
	w.weight++
}

// weaken takes weight off every term, and reports whether there is room then.
func (f *frequent) weaken() bool {
	for term, w := range f.of {
		if w.weight--; w.weight <= 0 {
			delete(f.of, term)
		}
	}
	return len(f.of) < f.most
}

// takeOff takes searches that were written off a term.
func (f *frequent) takeOff(s searches) {
	w := f.of[s.term]
	if w == nil {
		return
	}
	if w.subtract(s.figures); w.count <= 0 {
		delete(f.of, s.term)
	}
}

// all returns the terms, the most frequent first.
func (f *frequent) all() []searches {
	all := make([]searches, 0, len(f.of))
	for term, w := range f.of {
		all = append(all, searches{term, w.countedSum})
	}
	slices.SortFunc(all, func(a, b searches) int { return byFrequency(ranked{a.term, a.figures}, ranked{b.term, b.figures}) })
	return all
}
