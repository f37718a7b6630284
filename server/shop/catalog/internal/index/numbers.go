package index

import (
	"strings"
	"sync"

	"github.com/google/uuid"
)

// numbers assigns small numbers to names; they never change. 0 means none.
type numbers struct {
	mu         sync.RWMutex
	categories map[uuid.UUID]uint32
	words      map[string]uint32 // of names
	labels     map[Label]uint32
	labelled   []Label             // by number
	sameKey    map[string][]uint32 // the labels with each key
}

func newNumbers() *numbers {
	return &numbers{
		categories: map[uuid.UUID]uint32{{}: 0}, words: map[string]uint32{"": 0},
		labels: map[Label]uint32{{}: 0}, labelled: []Label{{}}, sameKey: map[string][]uint32{"": {0}},
	}
}

func (n *numbers) category(id uuid.UUID) uint32 { return number(n, n.categories, id) }

func (n *numbers) word(text string) uint32 {
	if v, known := n.known(text); known {
		return v
	}
	return number(n, n.words, strings.Clone(text)) // text may be part of a long text
}

// known returns the number of a word that the name of a product has or had.
func (n *numbers) known(text string) (uint32, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	v, ok := n.words[text]
	return v, ok
}

// count returns a number that is above those of all words.
func (n *numbers) count() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.words)
}

func number[K comparable](n *numbers, all map[K]uint32, key K) uint32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	v, ok := all[key]
	if !ok {
		v = uint32(len(all))
		all[key] = v
	}
	return v
}
