package catalog

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
)

// Each product has one version at a time. A reader that asks after a change was
// announced must not get an earlier version.
func TestAnswersAreNeverOlderThanAChange(t *testing.T) {
	t.Parallel()
	const products = 40
	a := newProductCache(12 << 10)
	var committed, announced [products]atomic.Int64
	ids := [products]uuid.UUID{}
	for i := range ids {
		ids[i] = uuid.New()
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 3000 {
				i := rand.IntN(products)
				slug := fmt.Sprint("vare-", i)
				least := announced[i].Load()
				got, generation := a.get(slug)
				if got == nil {
					a.put(slug, ids[i], fmt.Appendf(nil, "%s %d %0300d", slug, committed[i].Load(), 0), generation)
					continue
				}
				name, rest, _ := strings.Cut(string(got), " ")
				number, _, _ := strings.Cut(rest, " ")
				if version, err := strconv.ParseInt(number, 10, 64); err != nil || name != slug || version < least || version > committed[i].Load() {
					t.Errorf("%s: %.60s, not before version %d", slug, got, least)
				}
			}
		})
	}
	for n := range 2000 {
		i := n % products
		committed[i].Add(1)
		if n%100 == 0 {
			a.clear()
		} else {
			a.drop(ids[i])
		}
		announced[i].Add(1)
	}
	wg.Wait()
	if a.hits.Load() == 0 {
		t.Error("nothing came from memory")
	}
	for i, id := range ids {
		slug := fmt.Sprint("vare-", i)
		_, generation := a.get(slug)
		a.put(slug, id, fmt.Appendf(nil, "%s %d %0300d", slug, committed[i].Load(), 0), generation)
	}
	a.kept.CleanUp()
	if weight := a.kept.WeightedSize(); a.len() == 0 || weight > 12<<10 {
		t.Errorf("%d are there, of %d bytes", a.len(), weight)
	}
	for i, id := range ids {
		slug := fmt.Sprint("vare-", i)
		before, there := a.len(), 0
		if got, _ := a.get(slug); got != nil {
			there = 1
		}
		a.drop(id)
		if got, _ := a.get(slug); got != nil || a.len() > before-there {
			t.Errorf("%s is there after it changed: %.60s; %d of %d are left", slug, got, a.len(), before)
		}
	}
}

// A response that was read before a change is not put after it, whichever product changed.
func TestAnswersFromBeforeAChangeAreNotPut(t *testing.T) {
	t.Parallel()
	a, id := newProductCache(1<<20), uuid.New()
	for name, change := range map[string]func(){"this product": func() { a.drop(id) }, "another": func() { a.drop(uuid.New()) }, "all": a.clear} {
		_, generation := a.get("hat")
		change()
		a.put("hat", id, []byte("old"), generation)
		if got, _ := a.get("hat"); got != nil {
			t.Errorf("%s changed, and %s is kept", name, got)
		}
	}
	_, generation := a.get("hat")
	a.put("hat", id, []byte("new"), generation)
	if got, _ := a.get("hat"); string(got) != "new" || a.len() != 1 {
		t.Errorf("%s, %d", got, a.len())
	}
	a.clear()
	if got, _ := a.get("hat"); got != nil || a.len() != 0 {
		t.Errorf("%s is left", got)
	}
}

func TestNoAnswersAreKeptWithoutMemory(t *testing.T) {
	t.Parallel()
	a := newProductCache(0)
	a.put("hat", uuid.New(), []byte("body"), 0)
	a.drop(uuid.New())
	a.clear()
	if got, _ := a.get("hat"); got != nil || a.len() != 0 {
		t.Errorf("%s", got)
	}
}
