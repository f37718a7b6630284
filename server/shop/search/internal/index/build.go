package index

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// Product is a product as the index takes it.
type Product struct {
	ID       uuid.UUID
	Name     string // the sort key of lists
	Hit      []byte // the JSON values of the members whose source is OfProduct or PriceMax, one per line
	Slug     string // Latin letters, digits and hyphens only
	Category uuid.UUID
	Created  int64 // in milliseconds, as is Updated
	Content  int64 // a digest of all but Updated, Price, Stock, Featured and Pieces
	Updated  int64
	Price    int64 // in ore
	Stock    int64
	Featured bool
	Pieces   Pieces
	Brand    Label // the zero value for none, as for the colours
	Frame    Label
	Lens     Label
	Words    []Word
	Named    []NameWord

	Attributes []string // an AttributeValue for each value
}

// Word is a word of a product and how much it says about the product.
type Word struct {
	Text   string
	Impact uint8 // from 1
}

// OnlySku is the impact of a word that only the skus of a product have. All others have more.
const OnlySku = 1

// AsWritten begins a word that is kept as it was written, as folding changes it. No word is similar to it.
const AsWritten = "="

// Sku begins the word that is a whole sku, folded.
const Sku = AsWritten + "#"

// NameWord is a word of the name of a product.
type NameWord struct {
	Text string
	Role Role
}

// Role is what a word does in the name of a product.
type Role uint8

// The roles.
const (
	Modifier Role = iota // of another word; or the name of a model, or a number
	Head                 // it says what the product is: "lock" in "Laptop Lock – Keyed"
	OfLabel              // it is part of the brand or of a colour of the product
)

// HeadImpact is what is added to the impact of a word for being a head, so that the
// products that are called by a query term are among those that are reranked. It
// does not count there.
const HeadImpact = 32

// A number in segment.named is that of a word, with its role in the highest bits.
const (
	roleBit  = 30
	wordBits = 1<<roleBit - 1
)

func nameWord(word uint32, role Role) uint32 { return word | uint32(role)<<roleBit }

func roleOf(named uint32) Role { return Role(named >> roleBit) }

// build makes a segment, or nil if there are no products. numbers assigns
// numbers to categories and filter values.
func build(products []Product, numbers *numbers) *segment {
	if len(products) == 0 {
		return nil
	}
	slices.SortFunc(products, func(a, b Product) int { return cmp.Or(cmp.Compare(a.Name, b.Name), bytes.Compare(a.ID[:], b.ID[:])) })
	s := &segment{}
	words := &s.forward
	dictionary := map[string]uint32{}
	var distinct []string
	values := make([][]string, len(products))
	for i := range products {
		p := &products[i]
		values[i] = p.Attributes
		s.addColumns(p, numbers)
		for _, w := range p.Words {
			id, known := dictionary[w.Text]
			if !known {
				id = uint32(len(distinct))
				dictionary[w.Text] = id
				distinct = append(distinct, w.Text)
			}
			words.to, words.impact = append(words.to, id), append(words.impact, w.Impact)
		}
		words.end = append(words.end, uint32(len(words.to)))
	}
	slices.Sort(distinct)
	rank := make([]uint32, len(distinct))
	for i, text := range distinct {
		rank[dictionary[text]] = uint32(i)
		s.words.add([]byte(text))
	}
	for i, id := range words.to {
		words.to[i] = rank[id]
	}
	words.sort()
	s.attributes = newAttributes(values)
	return s.seal()
}

func (s *segment) addColumns(p *Product, n *numbers) {
	s.ids, s.contents = append(s.ids, p.ID), append(s.contents, p.Content)
	s.mutable.add(mutableOf(p))
	s.names.add([]byte(p.Name))
	s.slugs.add([]byte(p.Slug))
	s.created = append(s.created, p.Created)
	s.hits.add(p.Hit)
	s.category = append(s.category, n.category(p.Category))
	s.brand = append(s.brand, n.label(p.Brand))
	s.frame, s.lens = append(s.frame, n.label(p.Frame)), append(s.lens, n.label(p.Lens))
	for _, w := range p.Named {
		s.named.to = append(s.named.to, nameWord(n.word(w.Text), w.Role))
	}
	s.named.end = append(s.named.end, uint32(len(s.named.to)))
}

// sort sorts each list.
func (w *weightedLists) sort() {
	var keys []uint64
	for i := range uint32(len(w.end)) {
		numbers, impacts := w.withImpacts(i)
		keys = keys[:0]
		for j, v := range numbers {
			keys = append(keys, uint64(v)<<8|uint64(impacts[j]))
		}
		slices.Sort(keys)
		for j, key := range keys {
			numbers[j], impacts[j] = uint32(key>>8), uint8(key)
		}
	}
}

// merged makes one segment of several and drops deleted products.
func merged(from []*segment) *segment {
	out := sized(from)
	translation := mergeWords(from, &out.words)
	next := make([]uint32, len(from))
	numbers := make([][]uint32, len(from)) // of each product in out
	for i, s := range from {
		numbers[i] = slices.Repeat([]uint32{gone}, s.len())
	}
	for {
		best := -1
		for i, s := range from {
			for int(next[i]) < s.len() && s.tombstones.has(next[i]) {
				next[i]++
			}
			if int(next[i]) < s.len() && (best < 0 || before(s, next[i], from[best], next[best]) < 0) {
				best = i
			}
		}
		if best < 0 {
			out.attributes = mergeAttributes(from, numbers, out.len())
			return out.seal()
		}
		numbers[best][next[best]] = uint32(out.len())
		out.copyFrom(from[best], next[best], translation[best])
		next[best]++
	}
}

// sized returns an empty segment with room for the live products of others:
// memory that grows by appending ends up a quarter unused.
func sized(from []*segment) *segment {
	products, words, named, names, slugs, hits := 0, 0, 0, 0, 0, 0
	for _, s := range from {
		products += s.live
		words += len(s.forward.impact)
		named += len(s.named.to)
		names += len(s.names.bytes)
		slugs += len(s.slugs.bytes)
		hits += len(s.hits.bytes)
	}
	return &segment{
		ids: make([]uuid.UUID, 0, products), mutable: newMutables(products), contents: make([]int64, 0, products),
		names:    texts{bytes: make([]byte, 0, names), end: make([]uint32, 0, products)},
		slugs:    texts{bytes: make([]byte, 0, slugs), end: make([]uint32, 0, products)},
		hits:     texts{bytes: make([]byte, 0, hits), end: make([]uint32, 0, products)},
		created:  make([]int64, 0, products),
		category: make([]uint32, 0, products), brand: make([]uint32, 0, products), frame: make([]uint32, 0, products),
		lens:    make([]uint32, 0, products),
		named:   lists{end: make([]uint32, 0, products), to: make([]uint32, 0, named)},
		forward: weightedLists{lists{end: make([]uint32, 0, products), to: make([]uint32, 0, words)}, make([]uint8, 0, words)},
	}
}

func (s *segment) copyFrom(t *segment, p uint32, words []uint32) {
	s.ids = append(s.ids, t.ids[p])
	s.mutable.add(t.mutable.at(p))
	s.contents = append(s.contents, t.contents[p])
	s.names.add(t.names.at(p))
	s.slugs.add(t.slugs.at(p))
	s.created = append(s.created, t.created[p])
	s.hits.add(t.hits.at(p))
	s.category, s.brand = append(s.category, t.category[p]), append(s.brand, t.brand[p])
	s.frame, s.lens = append(s.frame, t.frame[p]), append(s.lens, t.lens[p])
	s.named.add(t.named.of(p))
	old, impacts := t.forward.withImpacts(p)
	for _, w := range old { // the order of the words does not change
		s.forward.to = append(s.forward.to, words[w])
	}
	s.forward.impact = append(s.forward.impact, impacts...)
	s.forward.end = append(s.forward.end, uint32(len(s.forward.to)))
}

// mergeWords merges the dictionaries and returns, for each segment, the new
// number of each of its words. Words that only deleted products contain are
// kept.
func mergeWords(from []*segment, words *texts) [][]uint32 {
	translation := make([][]uint32, len(from))
	next := make([]uint32, len(from))
	for i, s := range from {
		translation[i] = make([]uint32, s.words.len())
	}
	for {
		var least []byte
		for i, s := range from {
			if int(next[i]) < s.words.len() && (least == nil || bytes.Compare(s.words.at(next[i]), least) < 0) {
				least = s.words.at(next[i])
			}
		}
		if least == nil {
			return translation
		}
		for i, s := range from {
			if int(next[i]) < s.words.len() && bytes.Equal(s.words.at(next[i]), least) {
				translation[i][next[i]] = uint32(words.len())
				next[i]++
			}
		}
		words.add(least)
	}
}

// gone is the new number of a product that was deleted.
const gone = ^uint32(0)
