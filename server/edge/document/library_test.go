package document_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/storefront/storefront/server/edge/document"
)

// writer counts how often a document is made.
type writer struct{ made atomic.Int64 }

func (w *writer) get(t *testing.T, l *document.Library, base, name string) *document.Document {
	t.Helper()
	d, err := l.Get(base, name, func() ([]byte, error) {
		w.made.Add(1)
		return []byte(base + name), nil
	})
	if err != nil {
		t.Error(err)
	}
	return d
}

func TestADocumentIsMadeOnce(t *testing.T) {
	t.Parallel()
	var l document.Library
	var w writer
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { w.get(t, &l, "https://shop.example", "robots.txt") })
	}
	wg.Wait()
	if n := w.made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
	first := w.get(t, &l, "https://shop.example", "robots.txt")
	for _, other := range []*document.Document{w.get(t, &l, "https://shop.example", "llms.txt"), w.get(t, &l, "https://other.example", "robots.txt")} {
		if other.Tag() == first.Tag() {
			t.Error("another document has the same tag")
		}
	}
}

// Of the addresses that callers make up, the most recently used ones are cached.
func TestFewAddressesAreCached(t *testing.T) {
	t.Parallel()
	const remembered = 8
	var l document.Library
	var w writer
	for round := range int64(3) {
		for n := range remembered {
			w.get(t, &l, fmt.Sprint("https://", n, ".example"), "robots.txt")
		}
		if n := w.made.Load(); n != remembered {
			t.Fatalf("round %d: made %d times", round, n)
		}
	}
	w.get(t, &l, "https://0.example", "robots.txt") // so that 1 is the longest unused
	w.get(t, &l, "https://new.example", "robots.txt")
	w.get(t, &l, "https://0.example", "robots.txt")
	if n := w.made.Load(); n != remembered+1 {
		t.Errorf("made %d times: the one used last was forgotten", n)
	}
	w.get(t, &l, "https://1.example", "robots.txt")
	if n := w.made.Load(); n != remembered+2 {
		t.Errorf("made %d times: more are remembered than there is room for", n)
	}
}

func TestAnErrorIsReturned(t *testing.T) {
	t.Parallel()
	fault := errors.New("no text")
	var l document.Library
	if _, err := l.Get("", "robots.txt", func() ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
}
