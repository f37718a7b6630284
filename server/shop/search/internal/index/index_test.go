package index

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/test/storetest"
)

func TestTheIndexFindsWhatAFullScanFinds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		s := newShop(seed)
		for range 30 / storetest.OneIn(4) {
			changed, gone := s.change()
			s.apply(changed, gone)
			s.index.Apply(changed, gone)
			switch s.IntN(8) {
			case 0:
				s.index.Compact()
			case 1:
				s.recategorise()
			case 2:
				s.index.merges.Wait()
			}
			s.compare(t)
		}
		s.index.merges.Wait()
		s.compare(t)
		c := s.index.Checker()
		for id, p := range s.products {
			if !c.Holds(&p) {
				t.Errorf("another version of %s is there", id)
			}
		}
		if n := s.index.Len(); n != len(s.products) {
			t.Errorf("%d products, want %d", n, len(s.products))
		}
	}
}

func TestNoSpellingFindsADeletedProduct(t *testing.T) {
	t.Parallel()
	s := newShop(7)
	for range 10 {
		s.index.Apply(s.change())
	}
	s.index.Apply(nil, s.ids)
	if out, found := s.index.Search(nil, &Query{Filter: Any, Limit: 100}); found.Total > 0 || len(out) > 0 || s.index.Len() != 0 {
		t.Errorf("%d products are left: %s", s.index.Len(), out)
	}
}

// Three of ten trigrams are just enough.
func TestAShortWordThatALongOneBeginsAndEndsWith(t *testing.T) {
	t.Parallel()
	x := New()
	x.Apply([]Product{{Words: []Word{{"ab", 1}, {"gab", 1}, {"cd", 1}}}}, nil)
	if got := x.Similar("abcdefgab"); !slices.Equal(got, []string{"ab"}) {
		t.Errorf("%q", got)
	}
}

// All products of a large segment are deleted while it is merged with others. A
// small merge that runs meanwhile must not remove the segment.
func TestASegmentThatIsEmptiedWhileItIsMerged(t *testing.T) {
	t.Parallel()
	s := newShop(3)
	batch := func() (all []Product) {
		for range 300 {
			all = append(all, s.product(s.id()))
		}
		return all
	}
	first, second := batch(), batch()
	s.index.Apply(first, nil)
	s.index.Apply(second, nil)
	group := slices.Clone(s.index.segments)
	frozen := s.index.frozen(group)
	var gone []uuid.UUID
	for _, p := range first {
		gone = append(gone, p.ID)
	}
	s.index.Apply(nil, gone)
	for range fanIn { // a small merge, which removes empty segments
		s.index.Apply([]Product{s.product(s.id())}, nil)
	}
	s.index.replace(group, frozen, merged(frozen))
	if n := s.index.Len(); n != len(second)+fanIn {
		t.Errorf("%d products, want %d", n, len(second)+fanIn)
	}
}

// Run with -race. A search sees each change as a whole.
func TestSearchesDuringChanges(t *testing.T) {
	t.Parallel()
	s := newShop(11)
	s.index.numbers.words.slack, s.index.numbers.labels.slack = 5, 2
	pair := []uuid.UUID{s.id(), s.id()}
	var queries []Query
	for range 50 {
		queries = append(queries, s.query())
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := i; ; n++ {
				select {
				case <-done:
					return
				default:
				}
				q := queries[n%len(queries)]
				out, _ := s.index.Search([]byte("["), &q)
				if !json.Valid(append(out, ']')) {
					t.Errorf("no JSON: %s", out)
				}
				if out, _, _ = s.index.Categories([]byte("["), true, 10); !json.Valid(append(out, ']')) {
					t.Errorf("no JSON: %s", out)
				}
				s.index.Similar("abna")
				both := Query{Terms: []Term{{{Text: "pair", Whole: true}}}, Filter: Any, Limit: 10}
				out, _ = s.index.Search(nil, &both)
				if n := strings.Count(string(out), `"id"`); n != 0 && n != len(pair) {
					t.Errorf("%d of a pair: %s", n, out)
				}
			}
		})
	}
	for range 60 {
		s.vocabulary[s.IntN(len(s.vocabulary))] = s.word() + s.word()
		changed, gone := s.change()
		for _, id := range pair {
			p := s.product(id)
			p.Words = []Word{{"pair", 9}}
			changed = append(changed, p)
		}
		s.index.Apply(changed, gone)
		if s.IntN(5) == 0 {
			s.recategorise()
		}
		if s.IntN(10) == 0 {
			s.index.Compact()
		}
	}
	close(done)
	wg.Wait()
	s.index.merges.Wait()
}

// What is remembered is what a full scan finds, whatever changes: the same queries again and
// again, between changes of everything, and of one field that is changed in place.
func TestWhatIsRememberedIsRight(t *testing.T) {
	t.Parallel()
	s := newShop(13)
	for range 2 { // two segments that Compact merges
		var some []Product
		for range 300 {
			some = append(some, s.product(s.id()))
			s.ids = append(s.ids, some[len(some)-1].ID)
		}
		s.applyBoth(some, nil)
	}
	inPlace := []func(*Product){
		func(p *Product) { p.Price = s.Int64N(20) }, func(p *Product) { p.Featured = !p.Featured }, func(p *Product) { p.Stock = s.Int64N(2) },
		func(p *Product) { p.Stock += min(p.Stock, 1) }, func(p *Product) { p.Updated = s.Int64N(9) },
	}
	var asked []Query
	for range 40 {
		asked = append(asked, s.query())
	}
	var kept [onMore + 1]int // pages, by what they depend on
	for range 80 / storetest.OneIn(4) {
		step := s.IntN(10)
		switch step {
		case 0:
			s.applyBoth(s.change())
		case 1:
			s.recategorise()
		case 2:
			s.index.Compact()
		case 3:
			s.applyBoth(nil, []uuid.UUID{s.ids[s.IntN(len(s.ids))]})
		default:
			s.adjust(40, inPlace[s.IntN(len(inPlace))])
		}
		for i := range asked {
			q := &asked[i]
			if _, known := s.index.cache.get(s.index.cache.key(q, false)); known && step > 3 {
				kept[max(q.Filter.dependence(), q.Order.dependence())]++
			}
			s.compareSearch(t, &asked[i])
			if i%4 == 0 {
				s.compareFacets(t, &asked[i])
			}
		}
	}
	s.index.merges.Wait()
	if kept[onContent] <= kept[onOffer] || kept[onOffer] == 0 || kept[onMore] > 0 {
		t.Errorf("after changes in place %v pages were kept", kept)
	}
}

func (s *shop) applyBoth(changed []Product, gone []uuid.UUID) {
	s.apply(changed, gone)
	s.index.Apply(changed, gone)
}

// adjust changes the mutable fields of n products.
func (s *shop) adjust(n int, change func(*Product)) {
	var states []State
	for id, p := range s.products {
		if len(states) == n {
			break
		}
		change(&p)
		s.products[id] = p
		states = append(states, State{p.ID, p.Content, p.Price, p.Stock, p.Updated, p.Featured, p.Pieces})
	}
	var late []Product
	for _, id := range s.index.Adjust(states) {
		late = append(late, s.products[id])
	}
	if late != nil {
		s.index.Apply(late, nil)
	}
}

// Two queries that can find different products, or different facets, have different keys.
func TestTheKeyOfAnAnswer(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	r := newResultCache()
	seen := map[string]string{}
	for name, change := range map[string]func(q *Query, f *Filter){
		"base": func(*Query, *Filter) {}, "no terms": func(q *Query, _ *Filter) { q.Terms = nil },
		"other terms": func(q *Query, _ *Filter) { q.Terms = []Term{{{Text: "a"}}, {{Text: "b"}, {Text: "c"}}} },
		"whole":       func(q *Query, _ *Filter) { q.Terms[0][0].Whole = true }, "ends": func(q *Query, _ *Filter) { q.Terms[0][0].Ends = true },
		"synonym": func(q *Query, _ *Filter) { q.Terms[0][1].By = Synonym }, "order": func(q *Query, _ *Filter) { q.Order = ByPrice },
		"offset": func(q *Query, _ *Filter) { q.Offset = 20 }, "limit": func(q *Query, _ *Filter) { q.Limit = 21 }, "names": func(q *Query, _ *Filter) { q.Names = []string{"a"} }, "brief": func(q *Query, _ *Filter) { q.Brief = true },
		"after": func(q *Query, _ *Filter) { q.After = &SortKey{} }, "after a name": func(q *Query, _ *Filter) { q.After = &SortKey{Name: "a"} },
		"after a number": func(q *Query, _ *Filter) { q.After = &SortKey{Number: 1} }, "after an id": func(q *Query, _ *Filter) { q.After = &SortKey{ID: uuid.UUID{1}} },
		"brands": func(_ *Query, f *Filter) { f.Brands = []string{"a", "b"} }, "no brands": func(_ *Query, f *Filter) { f.Brands = []string{} },
		"category": func(_ *Query, f *Filter) { f.Category = "a" }, "frame": func(_ *Query, f *Filter) { f.Frame = "a" },
		"lens": func(_ *Query, f *Filter) { f.Lens = "a" }, "featured": func(_ *Query, f *Filter) { f.Featured = &yes },
		"not featured": func(_ *Query, f *Filter) { f.Featured = &no }, "stock": func(_ *Query, f *Filter) { f.InStock = true },
		"min": func(_ *Query, f *Filter) { f.Min = 1 }, "max": func(_ *Query, f *Filter) { f.Max = 1 },
		"attributes": func(_ *Query, f *Filter) { f.Attributes = wanting("a", "b", "c") },
		"both":       func(_ *Query, f *Filter) { f.Attributes = append(wanting("a", "b"), wanting("a", "c")...) },
	} {
		q := Query{Terms: []Term{{{Text: "a"}, {Text: "b"}}, {{Text: "c"}}}, Filter: Any, Limit: 20}
		change(&q, &q.Filter)
		for _, facets := range []bool{false, true} {
			key, what := r.key(&q, facets), fmt.Sprint(name, ", facets ", facets)
			if other, taken := seen[key]; taken || key == "" {
				t.Errorf("%s has the key of %s: %q", what, other, key)
			}
			seen[key] = what
		}
	}
	for name, change := range map[string]func(q *Query, f *Filter){
		"since": func(_ *Query, f *Filter) { f.Since = 1 }, "order": func(q *Query, _ *Filter) { q.Order = ByUpdate },
		"ids": func(_ *Query, f *Filter) { f.IDs = []uuid.UUID{} }, "slugs": func(_ *Query, f *Filter) { f.Slugs = []string{} },
	} {
		q := Query{Filter: Any}
		if change(&q, &q.Filter); r.key(&q, false) != "" {
			t.Errorf("%s: it is kept", name)
		}
	}
}

// Old answers take no more than the memory for answers.
func TestAnswersTakeLimitedMemory(t *testing.T) {
	t.Parallel()
	x := New()
	for i := range 20_000 {
		x.Search(nil, &Query{Terms: []Term{{{Text: fmt.Sprint(i)}}}, Filter: Any, Limit: 20})
	}
	x.cache.kept.CleanUp()
	if size := x.cache.kept.WeightedSize(); size == 0 || size > mostKept {
		t.Errorf("%d bytes are kept", size)
	}
}

func TestSorted(t *testing.T) {
	t.Parallel()
	var spare []uint64
	for _, n := range []int{0, 1, 511, 512, 513, 70_000} {
		for _, scores := range []int{1, 3, 60_000} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = keyOf(uint16(rand.IntN(scores)), rand.Uint32()>>rand.IntN(32))
			}
			want := slices.Sorted(slices.Values(keys))
			if got := sorted(keys, &spare); !slices.Equal(got, want) {
				t.Errorf("%d keys of %d scores are not in order", n, scores)
			}
		}
	}
}
