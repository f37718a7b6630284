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
	Hit      []byte // the JSON values of the members whose source is OfProduct, one per line
	Slug     string // Latin letters, digits and hyphens only
	Category uuid.UUID
	Created  int64 // in milliseconds, as is Updated
	Content  int64 // a digest of all but Updated, Price, Stock and Featured
	Updated  int64
	Price    int64 // in ore
	Stock    int64
	Featured bool
	Brand    Label // the zero value for none, as for the colours
	Frame    Label
	Lens     Label
	Words    []Word
	Named    []NameWord

	Attributes []uint64 // an AttributeKey for each value
}

// Word is a word of a product and how much it says about the product.
type Word struct {
	Text   string
	Impact uint8 // from 1
}

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
	for i := range products {
		p := &products[i]
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
	s.attributes = newAttributes(products)
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
func (w *weighted) sort() {
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
