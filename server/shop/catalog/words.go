package catalog

import "sync"

// knownWords are search words that the database has, so that a long import does
// not send the same ones with each batch.
type knownWords struct {
	mu    sync.Mutex
	known map[string]struct{}
}

// mostWords bounds the memory: beyond it the collection begins anew. A frequent
// word soon comes again.
const mostWords = 200_000

// unknown returns those of the words that are not known.
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
		w.known[word] = struct{}{}
	}
}
