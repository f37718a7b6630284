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
	categories assigned[uuid.UUID]
	words      assigned[string] // of names
	worded     []string         // by number
	labels     assigned[Label]
	labelled   []Label             // by number
	sameKey    map[string][]uint32 // the labels with each key
}

func newNumbers() *numbers {
	return &numbers{
		categories: newAssigned(uuid.UUID{}), words: newAssigned(""), worded: []string{""}, labels: newAssigned(Label{}),
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
