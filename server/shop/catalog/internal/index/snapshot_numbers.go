package index

import (
	"slices"

	"github.com/google/uuid"
)

// savedNumbers are the names by their numbers. Numbers of no name have the zero
// value, as number 0 has.
type savedNumbers struct {
	categories []uuid.UUID
	words      []string
	labels     []Label
}

func (n *numbers) copyForSnapshot() savedNumbers {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return savedNumbers{n.categories.names(), slices.Clone(n.worded), slices.Clone(n.labelled)}
}

// names returns the names by their numbers.
func (a *assigned[K]) names() []K {
	all := make([]K, a.next)
	for name, v := range a.of {
		all[v] = name
	}
	return all
}

func (n *savedNumbers) save(out *sectionWriter) {
	put(out, n.categories)
	textsOf(n.words).columns(writing{out})
	var labels texts
	for _, l := range n.labels {
		labels.add([]byte(l.Key))
		labels.add([]byte(l.Text))
	}
	labels.columns(writing{out})
}

func textsOf(all []string) *texts {
	t := &texts{}
	for _, text := range all {
		t.add([]byte(text))
	}
	return t
}

// loadNumbers reads what save wrote. The error of in says whether it could.
func loadNumbers(in *sectionReader) (n savedNumbers) {
	n.categories = get[uuid.UUID](in)
	var words, labels texts
	words.columns(reading{in})
	labels.columns(reading{in})
	if in.err != nil {
		return n
	}
	if !words.areSound(words.len()) || !labels.areSound(labels.len()) || labels.len()%2 != 0 ||
		len(n.categories) == 0 || words.len() == 0 || labels.len() == 0 || words.len() > wordBits {
		in.err = errDamaged
		return n
	}
	n.words, n.labels = make([]string, words.len()), make([]Label, labels.len()/2)
	text := string(words.bytes) // one piece of memory for all
	from := uint32(0)
	for i, end := range words.end {
		n.words[i], from = text[from:end], end
	}
	for i := range n.labels {
		n.labels[i] = Label{string(labels.at(uint32(2 * i))), string(labels.at(uint32(2*i + 1)))}
	}
	return n
}

// set replaces all numbers.
func (n *numbers) set(saved savedNumbers) {
	n.mu.Lock()
	n.categories = assignedAs(saved.categories)
	n.words, n.worded = assignedAs(saved.words), saved.words
	labels := assignedAs(saved.labels)
	n.labelled = saved.labels
	n.mu.Unlock()
	n.setLabels(labels)
}

// assignedAs returns the numbers of names that are given by their numbers.
func assignedAs[K comparable](names []K) assigned[K] {
	var none K
	a := newAssigned(none)
	a.of, a.next = make(map[K]uint32, len(names)), uint32(len(names))
	a.of[none] = 0
	for v := uint32(1); v < a.next; v++ {
		if _, twice := a.of[names[v]]; twice {
			a.free = append(a.free, v)
			continue
		}
		a.of[names[v]] = v
	}
	a.kept = len(a.of)
	return a
}
