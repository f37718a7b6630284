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
	values     map[string]uint32 // brands and colours, folded, and words of names
}

func newNumbers() *numbers {
	return &numbers{categories: map[uuid.UUID]uint32{{}: 0}, values: map[string]uint32{"": 0}}
}

func (n *numbers) category(id uuid.UUID) uint32 { return number(n, n.categories, id) }

func (n *numbers) value(text string) uint32 {
	if v, known := n.known(text); known {
		return v
	}
	return number(n, n.values, strings.Clone(text)) // text may be part of a long text
}

// known returns the number of a value that a product has or had.
func (n *numbers) known(text string) (uint32, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	v, ok := n.values[text]
	return v, ok
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
