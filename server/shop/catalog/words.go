package catalog

import (
	"strings"
	"sync"
)

// knownWords is a set of search words that are in the database, so that a long
// import, or the next bulk, does not send the same words with each batch.
type knownWords struct {
	mu    sync.Mutex
	known map[string]struct{}
}

// mostWords limits the memory: above it the set is emptied. A frequent word is
// soon added again.
const mostWords = 200_000

// unknown returns the words that are not in the set.
func (w *knownWords) unknown(words []string) []string {
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

// add adds words that are committed.
func (w *knownWords) add(words []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known == nil || len(w.known) > mostWords {
		w.known = map[string]struct{}{}
	}
	for _, word := range words {
		w.known[strings.Clone(word)] = struct{}{} // a word is a part of the text in which it was found
	}
}
