package index

import "strings"

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
	v, known := n.labels[l]
	n.mu.RUnlock()
	if known {
		return v
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if v, known = n.labels[l]; known {
		return v
	}
	l = Label{strings.Clone(l.Key), strings.Clone(l.Text)} // they may be parts of a long text
	v = uint32(len(n.labelled))
	n.labels[l], n.labelled = v, append(n.labelled, l)
	n.sameKey[l.Key] = append(n.sameKey[l.Key], v)
	return v
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
