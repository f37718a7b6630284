package index

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/paging"
)

// Query is a search.
type Query struct {
	Terms  []Term // all of them must match; with none, everything is listed
	Name   string // products of this sort key come first by relevance, if they match
	Sku    string // products with this word, which Sku begins, come before them; "" for none
	Filter Filter
	Order  Order
	After  *SortKey // only the products after it; not with ByRelevance and Terms
	Offset int
	Limit  int
	Names  []string // the attributes that Facets lists, folded; nil for the most frequent
	Brief  bool     // hits have few members, and nothing is counted: Found.Total is the number of hits
}

// Term is a query term in all its spellings, at least one of which must match.
type Term []Spelling

// Spelling is one way to write a term. It matches words that begin with it, or
// only the whole word.
type Spelling struct {
	Text   string
	Whole  bool
	Ends   bool // it also matches words that end with it; these rank below all others
	Folded bool // it is another spelling of what was written
	By     By
}

// By is how a spelling follows from the query.
type By uint8

// The ways, the best first.
const (
	Written By = iota // it is the word that was written, or a form of it
	Synonym           // it is another word of the same meaning
	Joined            // it is made of several words of the query, or is a part of one
)

// Order is the order of the products that are found.
type Order uint8

// The orders. Products of the same name, price or time are in the order of their
// ids; in the last three orders, both are descending.
const (
	ByRelevance Order = iota // without terms, the order of ByName
	ByName
	ByPrice
	ByPriceDown
	ByCreation // the newest first
	ByUpdate   // the last change first
)

// IsDescending reports whether the highest number comes first.
func (o Order) IsDescending() bool { return o >= ByPriceDown }

// SortKey says where a product stands in an order: by its name or number, then by its id.
type SortKey struct {
	Name   string // as it is sorted, in the order by name
	Number int64  // the price in ore, or the time in milliseconds, in the other orders
	ID     uuid.UUID
}

// Found says what a query has found besides its hits.
type Found struct {
	Total int     // the products that match; at most MostCounted if Exact is false
	Exact bool    // whether Total is all of them
	More  bool    // whether others follow the last hit
	Last  SortKey // of the last hit; not in the order of relevance
}

// MostCounted is the number up to which matches are counted.
const MostCounted = paging.Most

// FoundOf returns what is found when n products match, of which MostCounted + 1
// have been counted at most.
func FoundOf(n int) Found { return Found{Total: min(n, MostCounted), Exact: n <= MostCounted} }

type spelling struct {
	text   []byte
	whole  bool
	ends   bool
	folded bool
	by     By
}

// term is a query term as it is searched in each segment.
type term struct {
	spellings  []spelling
	categories []weightedCategory // whose names it matches
}

// Search appends the hits of a query to dst, as JSON objects separated by
// commas.
func (x *Index) Search(dst []byte, q *Query) ([]byte, Found) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	key := x.cache.key(q, false)
	page, known := x.cache.get(key)
	if !known {
		page = x.page(q)
		x.cache.put(key, page)
	}
	for i, p := range page.places {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = x.appendHit(dst, p, q.Brief)
	}
	return dst, page.found
}

// page finds the page of a query.
func (x *Index) page(q *Query) result {
	f, possible := x.filter(&q.Filter)
	if !possible {
		return result{found: FoundOf(0)}
	}
	sc := x.borrow()
	defer x.scratch.Put(sc)
	s := search{Index: x, scratch: sc, query: q, filter: f, terms: x.terms(q.Terms), k: q.Offset + q.Limit + 1}
	s.known = q.Brief || s.matchesAll()
	places := s.places()
	found := s.found()
	found.More = len(places) > q.Offset+q.Limit
	if q.Brief {
		found.Total, found.Exact = min(len(places), q.Offset+q.Limit), !found.More
	}
	places = places[min(len(places), q.Offset):min(len(places), q.Offset+q.Limit)]
	if len(places) > 0 && q.Order != ByRelevance {
		found.Last = x.sortKey(places[len(places)-1], q.Order)
	}
	return result{places: slices.Clone(places), found: found}
}

// terms prepares the query terms for the segments.
func (x *Index) terms(terms []Term) []term {
	spellings, letters := 0, 0
	for _, w := range terms {
		spellings += len(w)
		for i := range w {
			letters += len(w[i].Text)
		}
	}
	out, all, texts := make([]term, len(terms)), make([]spelling, 0, spellings), make([]byte, 0, letters)
	for i, w := range terms {
		first := len(all)
		for _, sp := range w {
			begin := len(texts)
			texts = append(texts, sp.Text...)
			all = append(all, spelling{texts[begin:], sp.Whole, sp.Ends, sp.Folded, sp.By})
		}
		out[i].spellings = all[first:]
		out[i].categories = x.categories.matching(&out[i])
	}
	return out
}

// search is a query that is being answered.
type search struct {
	*Index
	*scratch
	query  *Query
	filter filter
	terms  []term
	k      int  // the number of products that are wanted, from the beginning: one more than are returned
	total  int  // products that match, up to MostCounted + 1
	known  bool // whether nothing has to be counted

	last  *SortKey // no product after it can be among the first k; nil if any can
	bySku []place  // the products of the query's sku
	named []place  // those of its name
}

// places returns the first k products that match, in their order, and counts
// all.
func (s *search) places() []place {
	ranks := len(s.terms) > 0 && s.query.Order == ByRelevance
	var spelt [][]speltWord
	noun := -1
	if ranks {
		s.k, spelt = max(s.k, mostReranked), s.spelt(s.terms)
		if noun = s.noun(spelt); noun >= 0 {
			s.prefer(&s.terms[noun], spelt[noun])
		}
	}
	s.ranking.clear()
	s.numbered, s.bySku, s.named = s.numbered[:0], nil, nil
	for i, in := range s.segments {
		s.filter.only = in.only(s.scratch, &s.query.Filter)
		switch {
		case ranks:
			s.rank(uint16(i))
		case s.query.Order > ByName:
			s.byNumber(uint16(i))
		default:
			s.byName(uint16(i))
		}
		s.ranking.end()
	}
	if s.query.Order > ByName {
		return s.firstNumbered()
	}
	places := s.meantFirst(s.join(&s.ranking, s.k))
	if ranks && s.query.Offset < mostReranked {
		s.rerank(s.scratch, places[:min(len(places), mostReranked)], len(s.bySku), len(s.named), spelt, noun, s.query.Offset+s.query.Limit)
	}
	return places
}

func (s *search) matchesAll() bool { return len(s.terms) == 0 && s.query.Filter.IsOpen() }

// found returns the number of products that match.
func (s *search) found() Found {
	if s.matchesAll() {
		return Found{Total: s.live(), Exact: true}
	}
	return FoundOf(s.total)
}

// left is the number of products that still have to be counted, at most.
func (s *search) left() int {
	if s.known {
		return 0
	}
	return MostCounted + 1 - s.total
}

// rank finds the first k products of a segment in the order of relevance.
func (s *search) rank(number uint16) {
	in := s.segments[number]
	expansions := in.expandAll(s.terms)
	if expansions == nil {
		return
	}
	s.findMeant(in, number, expansions)
	if len(expansions) == 1 {
		s.total += in.best(s.scratch, &expansions[0], &s.filter, s.k, number, s.left())
		return
	}
	matches := in.matching(s.scratch, expansions)
	s.total += in.countIn(matches.is, &s.filter, s.left())
	in.top(s.scratch, &matches, &s.filter, s.k, number)
}

// byName finds the first k products of a segment in list order.
func (s *search) byName(number uint16) {
	in, from, taken := s.segments[number], uint32(0), 0
	if s.query.After != nil {
		from = in.after(s.query.After)
	}
	s.match(in)
	for p := range in.candidates(&s.filter, from) {
		if !in.passes(p, &s.filter) {
			continue
		}
		s.ranking.add(place{product: p, segment: number})
		if taken++; taken == s.k {
			break
		}
	}
	s.total += in.count(&s.filter, s.left())
}

// match restricts the filter to the products of a segment that match the terms.
func (s *search) match(in *segment) {
	if len(s.terms) == 0 {
		return
	}
	all := in.matched(s.scratch, s.terms)
	if s.filter.only != nil {
		for i := range all {
			all[i] &= s.filter.only[i]
		}
	}
	s.filter.only, s.filter.simple, s.filter.open = all, false, false
}

// expandAll expands the terms, the one with the fewest postings first, or returns
// nil if a term matches nothing.
func (s *segment) expandAll(terms []term) []expansion {
	expansions := make([]expansion, len(terms))
	for i := range terms {
		expansions[i] = s.expand(&terms[i])
		if expansions[i].size == 0 {
			return nil
		}
	}
	slices.SortFunc(expansions, func(a, b expansion) int { return cmp.Compare(a.size, b.size) })
	return expansions
}

// matching finds all products that match, whether or not they pass the filter.
func (s *segment) matching(sc *scratch, expansions []expansion) matches {
	found, other := sc.found.of(s.len()), sc.other.of(s.len())
	s.collect(&expansions[0], &found, nil)
	for i := range expansions[1:] {
		r := &expansions[1+i]
		if left := found.is.count(); left == 0 {
			break
		} else if r.size/lookupCost > left {
			s.check(&found, r)
		} else {
			s.narrow(&found, &other, r)
		}
	}
	return found
}

// lookupCost is the number of postings that are read in the time of one lookup
// of a term in a product.
const lookupCost = 20

// scratch is the memory that a search needs in addition to the index.
type scratch struct {
	ranking      ranking
	found, other matches
	histogram    []uint32
	keys, spare  []uint64
	runs         impactRuns
	common       []uint16
	best         [mostReranked]rerankedPlace
	names        [mostReranked][]uint32
	contents     [mostReranked]content
	called       [mostReranked]bool
	kind         kind
	named        [2]set
	numbered     []numberedPlace
}

func (x *Index) borrow() *scratch {
	sc, _ := x.scratch.Get().(*scratch)
	if sc == nil {
		sc = &scratch{}
	}
	return sc
}

// of returns an empty set of matches with room for products products.
func (m *matches) of(products int) matches {
	if len(m.score) < products {
		m.score = make([]uint16, products)
	}
	return matches{is: zeros(&m.is, setSize(products)), score: m.score[:products]}
}

// counts returns n zeros.
func (sc *scratch) counts(n int) []uint32 { return zeros(&sc.histogram, n) }

// shared returns n zeros.
func (sc *scratch) shared(n int) []uint16 { return zeros(&sc.common, n) }

func zeros[S ~[]T, T uint16 | uint32 | uint64](memory *S, n int) S {
	if len(*memory) < n {
		*memory = make(S, n)
	}
	clear((*memory)[:n])
	return (*memory)[:n]
}
