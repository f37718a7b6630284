package index

import (
	"strings"
	"sync"

	"github.com/google/uuid"
)

// numbers assigns small numbers to names. 0 means none. A number stays that of its
// name as long as a live product has it. Words and labels are assigned and
// forgotten by Apply alone.
type numbers struct {
	mu         sync.RWMutex
	categories numbering[uuid.UUID]
	words      numbering[string] // of names
	worded     []string          // by number
	labels     numbering[Label]
	labelled   []Label             // by number
	sameKey    map[string][]uint32 // the labels with each key
}

func newNumbers() *numbers {
	return &numbers{
		categories: newNumbering(uuid.UUID{}), words: newNumbering(""), worded: []string{""}, labels: newNumbering(Label{}),
		labelled: []Label{{}}, sameKey: map[string][]uint32{"": {0}},
	}
}

func (n *numbers) category(id uuid.UUID) uint32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.categories.number(id)
}

func (n *numbers) word(text string) uint32 {
	if v, known := n.known(text); known {
		return v
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	text = strings.Clone(text) // it may be part of a long text
	v := n.words.number(text)
	if int(v) == len(n.worded) {
		n.worded = append(n.worded, text)
	}
	n.worded[v] = text
	return v
}

// wordOf returns the word with a number.
func (n *numbers) wordOf(v uint32) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.worded[v]
}

// known returns the number of a word that the name of a product has or had.
func (n *numbers) known(text string) (uint32, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	v, ok := n.words.of[text]
	return v, ok
}

// count returns a number that is above those of all words.
func (n *numbers) count() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return int(n.words.next)
}

// forget forgets the words and labels that no live product has, when there may be
// many. Searches go on meanwhile: they read no numbers of products that are gone,
// and a product that gets such a number anew appears after them.
func (n *numbers) forget(t *tallies) {
	if n.words.isCrowded() {
		words := n.words.only(func(v uint32) bool { return t.words.of(v) > 0 })
		n.mu.Lock()
		n.words = words
		for _, v := range words.free {
			n.worded[v] = ""
		}
		n.mu.Unlock()
	}
	if n.labels.isCrowded() {
		labels := n.labels.only(func(v uint32) bool { return t.brand.of(v)+t.frame.of(v)+t.lens.of(v) > 0 })
		n.setLabels(labels)
	}
}

// numbering are the numbers of names.
type numbering[K comparable] struct {
	of    map[K]uint32
	next  uint32   // is above all of them
	free  []uint32 // those that were forgotten
	kept  int      // how many names there were after some were forgotten
	slack int      // how many new ones there may be, besides as many as were kept
}

// newNumbering returns numbers of which 0 is that of none.
func newNumbering[K comparable](none K) numbering[K] {
	const slack = 1000
	return numbering[K]{of: map[K]uint32{none: 0}, next: 1, slack: slack}
}

// number returns the number of a name, a new one if it has none.
func (a *numbering[K]) number(name K) uint32 {
	v, known := a.of[name]
	switch {
	case known:
		return v
	case len(a.free) > 0:
		v = a.free[len(a.free)-1]
		a.free = a.free[:len(a.free)-1]
	default:
		v = a.next
		a.next++
	}
	a.of[name] = v
	return v
}

// isCrowded reports whether there are twice as many names as were kept, so that to
// look for those that are not in use takes no longer than it took to add them.
func (a *numbering[K]) isCrowded() bool { return len(a.of) > 2*a.kept+a.slack }

// only returns the numbers of the names that are in use, and leaves a unchanged.
func (a *numbering[K]) only(inUse func(v uint32) bool) numbering[K] {
	rest := *a
	rest.of, rest.free = map[K]uint32{}, nil
	taken := newSet(int(a.next))
	for name, v := range a.of {
		if v == 0 || inUse(v) {
			rest.of[name] = v
			taken.set(v)
		}
	}
	for v := range a.next {
		if !taken.has(v) {
			rest.free = append(rest.free, v)
		}
	}
	rest.kept = len(rest.of)
	return rest
}

// Label is a brand or a colour. Labels with the same key are the same to filters.
type Label struct {
	Key  string // folded; "" for none
	Text string // as it is written
}

// label returns the number of a label.
func (n *numbers) label(l Label) uint32 {
	if l.Key == "" {
		return 0
	}
	n.mu.RLock()
	v, known := n.labels.of[l]
	n.mu.RUnlock()
	if known {
		return v
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	l = Label{strings.Clone(l.Key), strings.Clone(l.Text)} // they may be parts of a long text
	v = n.labels.number(l)
	if int(v) == len(n.labelled) {
		n.labelled = append(n.labelled, l)
	}
	n.labelled[v] = l
	n.sameKey[l.Key] = append(n.sameKey[l.Key], v)
	return v
}

// setLabels replaces the labels by those of them that are in use.
func (n *numbers) setLabels(labels numbering[Label]) {
	sameKey := map[string][]uint32{}
	for l, v := range labels.of {
		sameKey[l.Key] = append(sameKey[l.Key], v)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.labels, n.sameKey = labels, sameKey
	for _, v := range labels.free {
		n.labelled[v] = Label{}
	}
}

// labelsOf returns the numbers of all labels with one of the keys, which a product
// has or had.
func (n *numbers) labelsOf(keys ...string) (all []uint32) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	for _, key := range keys {
		all = append(all, n.sameKey[key]...)
	}
	return all
}
