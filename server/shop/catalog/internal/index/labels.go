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
func (n *numbers) setLabels(labels assigned[Label]) {
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
