package site

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Of many pages those that are used are kept, within the bound.
func TestThePagesThatAreUsedAreKept(t *testing.T) {
	t.Parallel()
	const maxBytes = 100_000
	m, made := newPageCache(maxBytes), 0
	get := func(i byte) []byte {
		t.Helper()
		page, err := m.get(t.Context(), sha256.Sum256([]byte{i}), func() ([]byte, error) {
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
		m.pages.CleanUp() // the cache takes note of reads and writes later, in another goroutine
		if again := get(0); !bytes.Equal(again, first) {
			t.Fatalf("after %d pages the one that is used all the time was made again", i)
		}
	}
	m.pages.CleanUp()
	if kept, bytes := m.pages.EstimatedSize(), m.pages.WeightedSize(); made != 100 || bytes > maxBytes || kept < 15 {
		t.Errorf("%d were made, %d are kept in %d bytes", made, kept, bytes)
	}
	none := newPageCache(0)
	for range 2 {
		if _, err := none.get(t.Context(), sha256.Sum256(nil), func() ([]byte, error) { return nil, nil }); err != nil {
			t.Error(err)
		}
	}
	if none.pages.CleanUp(); none.pages.EstimatedSize() != 0 {
		t.Errorf("%d kept without memory", none.pages.EstimatedSize())
	}
}

// Callers who want the same page at once have it made once.
func TestAPageThatManyWantIsMadeOnce(t *testing.T) {
	t.Parallel()
	m := newPageCache(100_000)
	var made atomic.Int64
	begun, end := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	get := func() {
		page, err := m.get(t.Context(), sha256.Sum256(nil), func() ([]byte, error) {
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

// A variant in an address makes another page only if the product has it.
func TestOnlyVariantsOfTheProductMakePages(t *testing.T) {
	t.Parallel()
	const id = "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e11"
	found := answer(`{"result":{"id":"01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10","name":"\"variantId\":\"01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e12\"","variants":[{"variantId":"` + id + `","sku":null}]}}`)
	for named, want := range map[string]string{
		id: id, strings.ToUpper(id): id, "urn:uuid:" + id: id, "": "", "x": "", id + `","sku":null`: "", "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10": "",
		"01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e12": "", "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e13": "",
	} {
		if got := variantIn(found, named); got != want {
			t.Errorf("%q is %q, want %q", named, got, want)
		}
	}
}
