package site

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Of many pages those used last are kept, within the bound.
func TestThePagesUsedLastAreKept(t *testing.T) {
	t.Parallel()
	const maxBytes = 100_000
	m, made := newMemo(maxBytes), 0
	get := func(i byte) []byte {
		t.Helper()
		page, err := m.get(sha256.Sum256([]byte{i}), func() ([]byte, error) {
			made++
			text := make([]byte, 5000)
			_, err := rand.Read(text) // does not compress
			return text, err
		})
		if err != nil {
			t.Fatal(err)
		}
		return []byte(page.Tag())
	}
	first := get(0)
	for i := range byte(100) {
		get(i)
		if again := get(0); !bytes.Equal(again, first) {
			t.Fatalf("after %d pages the one that is used all the time was made again", i)
		}
	}
	if made != 100 || m.bytes > maxBytes || len(m.entries) != m.order.Len() || len(m.entries) < 15 {
		t.Errorf("%d were made, %d are kept in %d bytes", made, len(m.entries), m.bytes)
	}
	none := newMemo(0)
	for range 2 {
		if _, err := none.get(sha256.Sum256(nil), func() ([]byte, error) { return nil, nil }); err != nil || len(none.entries) != 0 {
			t.Errorf("%v, %d kept", err, len(none.entries))
		}
	}
}

// Callers who want the same page at once have it made once.
func TestAPageThatManyWantIsMadeOnce(t *testing.T) {
	t.Parallel()
	m := newMemo(100_000)
	var made atomic.Int64
	begun, end := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	get := func() {
		page, err := m.get(sha256.Sum256(nil), func() ([]byte, error) {
			if made.Add(1) == 1 {
				close(begun)
				<-end
			}
			return []byte("a page"), nil
		})
		if err != nil || page == nil {
			t.Errorf("%v", err)
		}
	}
	wg.Go(get)
	<-begun
	for range 20 {
		wg.Go(get)
	}
	time.Sleep(50 * time.Millisecond) // for them to begin
	close(end)
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("it was made %d times", made.Load())
	}
}
