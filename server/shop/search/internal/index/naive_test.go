package index

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// naive answers queries by a scan of everything: the expected results of an
// Index.
type naive struct {
	products   map[uuid.UUID]Product
	categories []Category
}

type naiveHit struct {
	Product
	score  int
	direct bool
	bySku  bool
	named  bool
	thing  bool
	alike  float64
	weight float64
}

func (n *naive) apply(changed []Product, gone []uuid.UUID) {
	for _, id := range gone {
		delete(n.products, id)
	}
	for _, p := range changed {
		n.products[p.ID] = p
	}
}

func (n *naive) search(q *Query) (out string, found Found) {
	var hits []naiveHit
	terms, noun := q.Terms, -1
	if len(terms) > 0 && q.Order == ByRelevance {
		terms, noun = n.read(terms)
	}
	for _, p := range n.products {
		if !n.passes(&p, &q.Filter) {
			continue
		}
		if score, whole, all := n.matches(&p, terms); all {
			bySku := slices.ContainsFunc(p.Words, func(w Word) bool { return w.Text == q.Sku })
			hits = append(hits, naiveHit{Product: p, score: min(score, 1<<15-1), direct: whole, bySku: bySku, named: q.Name != "" && p.Name == q.Name})
		}
	}
	found = Found{Total: min(len(hits), MostCounted), Exact: len(hits) <= MostCounted}
	if len(q.Terms) > 0 && q.Order == ByRelevance {
		slices.SortFunc(hits, func(a, b naiveHit) int {
			return cmp.Or(trueFirst(a.bySku, b.bySku), trueFirst(a.named, b.named), trueFirst(a.direct, b.direct), cmp.Compare(b.score, a.score), inLists(a, b))
		})
		if q.Offset < mostReranked {
			rerankNaively(hits[:min(len(hits), mostReranked)], terms, noun)
		}
	} else {
		slices.SortFunc(hits, func(a, b naiveHit) int { return n.inOrder(a.place(q.Order), b.place(q.Order), q.Order) })
		hits = slices.DeleteFunc(hits, func(h naiveHit) bool { return q.After != nil && n.inOrder(h.place(q.Order), *q.After, q.Order) <= 0 })
	}
	found.More = len(hits) > q.Offset+q.Limit
	var page []string
	for _, hit := range hits[min(q.Offset, len(hits)):min(q.Offset+q.Limit, len(hits))] {
		category := n.category(hit.Category)
		lines := strings.Split(string(hit.Hit), "\n")
		brand, highest, version := lines[0], cmp.Or(lines[1], fmt.Sprint(hit.Price)), lines[2]
		page = append(page, fmt.Sprintf(`{"brand":%s,"category":%s,"featured":%v,"id":%q,"price":%d,"priceMax":%s,"slug":%q,"stock":%d,"tax":25,"updated":%q,"version":%s}`,
			brand, bytes.TrimSpace(category.Hit), hit.Featured, hit.ID, hit.Price, highest, hit.Slug, hit.Stock,
			time.UnixMilli(hit.Updated).UTC().Format("2006-01-02T15:04:05.000Z"), version))
		found.Last = hit.place(q.Order)
	}
	return strings.Join(page, ","), found
}

func (h *naiveHit) place(order Order) SortKey {
	switch order {
	case ByPrice, ByPriceDown:
		return SortKey{Number: h.Price, ID: h.ID}
	case ByCreation:
		return SortKey{Number: h.Created, ID: h.ID}
	case ByUpdate:
		return SortKey{Number: h.Updated, ID: h.ID}
	}
	return SortKey{Name: h.Name, ID: h.ID}
}

func (n *naive) inOrder(a, b SortKey, order Order) int {
	compared := cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Number, b.Number), bytes.Compare(a.ID[:], b.ID[:]))
	if order == ByPriceDown || order == ByCreation || order == ByUpdate {
		return -compared
	}
	return compared
}

// trueFirst puts what is true first.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// matches returns the sum of the scores of the terms, and whether all match, and
// do so directly.
func (n *naive) matches(p *Product, terms []Term) (score int, whole, all bool) {
	whole = true
	for _, word := range terms {
		more, matches, directly := n.score(p, word)
		if !matches {
			return 0, false, false
		}
		score, whole = score+more, whole && directly
	}
	return score, whole, true
}

func inLists(a, b naiveHit) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), bytes.Compare(a.ID[:], b.ID[:]))
}

func (n *naive) category(id uuid.UUID) Category {
	return n.categories[slices.IndexFunc(n.categories, func(c Category) bool { return c.ID == id })]
}

// list is the expected result of Index.Categories.
func (n *naive) list(includeEmpty bool, most int) (out string, whole bool) {
	counts := map[uuid.UUID]int{}
	for _, p := range n.products {
		counts[p.Category]++
	}
	var list []string
	whole = true
	for _, c := range n.categories {
		if count := counts[c.ID]; c.Deleted {
			whole = whole && count == 0
		} else if (includeEmpty || count > 0) && len(list) < most {
			list = append(list, fmt.Sprintf("%s%d%s", c.Entry.Before, count, c.Entry.After))
		}
	}
	return strings.Join(list, ","), whole
}

func (n *naive) passes(p *Product, f *Filter) bool {
	category := n.category(p.Category)
	if f.IDs != nil && !slices.Contains(f.IDs, p.ID) || f.Slugs != nil && !slices.Contains(f.Slugs, p.Slug) ||
		f.Brands != nil && !slices.Contains(f.Brands, p.Brand.Key) || p.Updated < f.Since {
		return false
	}
	for _, wanted := range f.Attributes {
		if !wanted.IsIn(p.Attributes) {
			return false
		}
	}
	return (f.Category == "" || category.Slug == f.Category && !category.Deleted) &&
		(f.Frame == "" || p.Frame.Key == f.Frame) && (f.Lens == "" || p.Lens.Key == f.Lens) &&
		(f.Featured == nil || p.Featured == *f.Featured) && (!f.InStock || p.Stock > 0) && p.Price >= f.Min && p.Price <= f.Max
}

// score is the best match in the product, plus the best match in the name of its
// category. A direct match is better than any other.
func (n *naive) score(p *Product, word Term) (score int, found, direct bool) {
	best := func(texts []Word) (score int, found, direct bool) {
		for _, w := range texts {
			for _, sp := range word {
				factor := sp.naiveFactor(w.Text)
				switch directly := factor > 0; {
				case directly && !direct:
					score, found, direct = int(w.Impact)*factor, true, true
				case directly:
					score = max(score, int(w.Impact)*factor)
				case !direct && sp.Ends && strings.HasSuffix(w.Text, sp.Text):
					score, found = max(score, int(w.Impact)), true
				}
			}
		}
		return score, found, direct
	}
	score, found, direct = best(p.Words)
	if category := n.category(p.Category); !category.Deleted {
		var words []Word
		for _, text := range category.Words {
			words = append(words, Word{text, categoryImpact})
		}
		more, matches, directly := best(words)
		return score + more, found || matches, direct || directly
	}
	return score, found, direct
}

// naiveFactor is 0 when the spelling matches neither the word nor its beginning.
func (s *Spelling) naiveFactor(word string) int {
	rest, begins := strings.CutPrefix(word, s.Text)
	if !begins || s.Whole && rest != "" {
		return 0
	}
	if s.By == Written && rest == "" {
		return map[bool]int{true: 2, false: 10}[s.Folded]
	}
	return 1
}

// rerankNaively is rerank for products in memory.
func rerankNaively(best []naiveHit, terms []Term, noun int) {
	var called []Product
	for _, hit := range best {
		if noun >= 0 && hit.isCalled(terms[noun]) {
			called = append(called, hit.Product)
		}
	}
	means := len(called) >= fewestCalled
	holding, alike := map[uint16]float64{}, 0.0
	for _, hit := range best {
		if alike < 64 && (means && hit.isCalled(terms[noun]) || !means && hit.isNamed(terms)) {
			alike++
			for m, times := range hit.looked() {
				holding[m] += times
			}
		}
	}
	if alike == 0 {
		return
	}
	things, sumOfThings := 0.0, 0.0
	for i := range best {
		hit := &best[i]
		sum, n := 0.0, 0.0
		for m := range hit.looked() {
			sum, n = sum+holding[m], n+1
		}
		hit.alike = sum / max(n, 1) / alike
		hit.weight = float64(hit.score-hit.forHeads(terms)) + 32*10*float64(len(terms))*hit.alike
		if hit.thing = means && hit.isCalled(terms[noun]); hit.thing {
			things, sumOfThings = things+1, sumOfThings+hit.alike
		}
	}
	for i := range best {
		best[i].thing = best[i].thing && best[i].alike*things >= 0.8*sumOfThings
	}
	slices.SortFunc(best, func(a, b naiveHit) int {
		return cmp.Or(trueFirst(a.bySku, b.bySku), trueFirst(a.named, b.named), trueFirst(a.direct, b.direct), trueFirst(a.thing, b.thing), cmp.Compare(b.weight, a.weight), inLists(a, b))
	})
}

// looked returns the marks of at most fifty words, evenly spread, and for
// how many words each counts.
func (p *Product) looked() iter.Seq2[uint16, float64] {
	var all []string
	for _, w := range p.Words {
		if w.Impact > OnlySku {
			all = append(all, w.Text)
		}
	}
	slices.Sort(all)
	each := (len(all) + 49) / 50
	return func(yield func(uint16, float64) bool) {
		for i, text := range all {
			if i%each == 0 && !yield(mark([]byte(text)), float64(each)) {
				return
			}
		}
	}
}

// missing and similar are what PostgreSQL returns with pg_trgm.
func (n *naive) missing(s Spelling) bool {
	return !slices.ContainsFunc(n.words(), func(w string) bool { return s.naiveFactor(w) > 0 || s.Ends && strings.HasSuffix(w, s.Text) })
}

func (n *naive) words() []string {
	all := map[string]bool{}
	for _, p := range n.products {
		for _, w := range p.Words {
			all[w.Text] = true
		}
	}
	for _, c := range n.categories {
		for _, text := range c.Words {
			if !c.Deleted {
				all[text] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func (n *naive) similar(word string) []string {
	words := slices.DeleteFunc(n.words(), func(w string) bool { return naiveSimilarity(w, word) < 0.3 || strings.HasPrefix(w, AsWritten) })
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(naiveSimilarity(b, word), naiveSimilarity(a, word)) })
	return words[:min(len(words), 8)]
}

// naiveSimilarity is the similarity of pg_trgm.
func naiveSimilarity(a, b string) float64 {
	ofA, ofB := naiveTrigrams(a), naiveTrigrams(b)
	either, both := maps.Clone(ofA), 0
	for t := range ofB {
		if ofA[t] {
			both++
		}
		either[t] = true
	}
	return float64(both) / float64(len(either))
}

func naiveTrigrams(word string) map[string]bool {
	out, letters := map[string]bool{}, []rune("  "+word+" ")
	for i := 3; i <= len(letters); i++ {
		out[string(letters[i-3:i])] = true
	}
	return out
}
