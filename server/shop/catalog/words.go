package catalog

import "sync"

// Words remembers what is among the search words, so that a long import does
// not send the same ones with each batch. Nil remembers nothing.
type Words struct {
	mu    sync.Mutex
	known map[string]struct{}
}

// mostWords bounds the memory. Most of what comes often comes soon again.
const mostWords = 200_000

// unknown returns those words that are not known to be there.
func (w *Words) unknown(words []string) []string {
	if w == nil {
		return words
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var unknown []string
	for _, word := range words {
		if _, ok := w.known[word]; !ok {
			unknown = append(unknown, word)
		}
	}
	return unknown
}

// add notes words that are there: they are committed.
func (w *Words) add(words []string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known == nil || len(w.known) > mostWords {
		w.known = map[string]struct{}{}
	}
	for _, word := range words {
		w.known[word] = struct{}{}
	}
}
