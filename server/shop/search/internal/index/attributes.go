package index

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// seed is that of what stands for long values.
var seed = maphash.MakeSeed()

const (
	between = "\x00" // ends each part of what stands for a value; no text contains it
	isLong  = "\x01" // begins what stands for a value that is too long to be listed

	longestListed = 200 // characters of a value
)

// AttributeValue returns what stands for a value of an attribute: what WantedValue returns, then the name and the value
// as they are written where folding changes them. Sorted, the values of an attribute are side by side.
func AttributeValue(name, value Label) string {
	wanted := WantedValue(name.Key, value.Key)
	if name.Key == name.Text && value.Key == value.Text || utf8.RuneCountInString(value.Key) > longestListed {
		return wanted
	}
	return wanted + name.Text + between + value.Text
}

// WantedValue returns what a filter looks for. Both are folded. The bytes of long values are not kept.
func WantedValue(name, value string) string {
	if utf8.RuneCountInString(value) > longestListed {
		value = fmt.Sprintf(isLong+"%x", maphash.String(seed, value))
	}
	return name + between + value + between
}

// WantedAttribute is a filter of an attribute.
type WantedAttribute struct {
	Name   string   // folded
	Values []string // a WantedValue of which one must be there
}

// IsIn reports whether a product has one of the values. all are its AttributeValues.
func (w *WantedAttribute) IsIn(all []string) bool {
	return slices.ContainsFunc(all, func(one string) bool {
		return slices.ContainsFunc(w.Values, func(value string) bool { return strings.HasPrefix(one, value) })
	})
}

// attributes lists the products that have each value of an attribute.
type attributes struct {
	values   texts    // each an AttributeValue, sorted
	products lists    // of each value
	of       lists    // of each product, its values
	names    []uint32 // the first value of each name, and the end of all
}

// nameOf returns the name of a value, with the byte that ends it.
func nameOf(value []byte) []byte { return value[:bytes.IndexByte(value, between[0])+1] }

// name returns a name, with the byte that ends it, or nil if there are fewer.
func (a *attributes) name(i int) []byte {
	if i+1 >= len(a.names) {
		return nil
	}
	return nameOf(a.values.at(a.names[i]))
}

// newAttributes returns the attributes of products, each a list of AttributeValues that may repeat one.
func newAttributes(products [][]string) attributes {
	having := map[string][]uint32{}
	for p, values := range products {
		for _, value := range values {
			if list := having[value]; len(list) == 0 || list[len(list)-1] != uint32(p) {
				having[value] = append(list, uint32(p))
			}
		}
	}
	var a attributes
	for _, value := range slices.Sorted(maps.Keys(having)) {
		a.add([]byte(value), having[value])
	}
	return a.sealed(len(products))
}

// add adds a value that is greater than all others.
func (a *attributes) add(value []byte, products []uint32) {
	a.values.add(value)
	a.products.add(products)
}

// sealed computes what follows from the values.
func (a attributes) sealed(products int) attributes {
	a.values.bytes, a.values.end = slices.Clone(a.values.bytes), slices.Clone(a.values.end)
	a.products.fit()
	var last []byte
	for v := range uint32(a.values.len()) {
		if name := nameOf(a.values.at(v)); !bytes.Equal(name, last) {
			a.names, last = append(a.names, v), name
		}
	}
	a.names = append(a.names, uint32(a.values.len()))
	a.of = a.products.inverted(products)
	return a
}

// mark adds the products with a WantedValue, deleted ones included.
func (a *attributes) mark(into set, wanted string) {
	for v, to := a.values.prefixed([]byte(wanted)); v < to; v++ {
		into.setAll(a.products.of(v))
	}
}

// mergeAttributes merges the attributes of segments whose products have new numbers.
func mergeAttributes(from []*segment, numbers [][]uint32, count int) attributes {
	var out attributes
	next := make([]uint32, len(from))
	var having []uint32
	for {
		var least []byte
		for i, s := range from {
			if int(next[i]) < s.attributes.values.len() && (least == nil || bytes.Compare(s.attributes.values.at(next[i]), least) < 0) {
				least = s.attributes.values.at(next[i])
			}
		}
		if least == nil {
			return out.sealed(count)
		}
		having = having[:0]
		for i, s := range from {
			if int(next[i]) == s.attributes.values.len() || !bytes.Equal(s.attributes.values.at(next[i]), least) {
				continue
			}
			for _, old := range s.attributes.products.of(next[i]) {
				if p := numbers[i][old]; p != gone {
					having = append(having, p)
				}
			}
			next[i]++
		}
		if len(having) > 0 {
			slices.Sort(having)
			out.add(least, having)
		}
	}
}

// AttributeCounts are the most frequent values of an attribute. Count is how many values of it the products have.
type AttributeCounts struct {
	LabelCount
	Values []LabelCount
}

// The most attributes, and values of each, that are listed.
const (
	MostAttributes = 20
	MostValues     = 10
)

// some are products of a segment whose attributes are counted.
type some struct {
	*attributes
	counts []uint32 // of each value, how many have it; nil for all that the lists have
}

// none returns no products, to which some are added.
func (a *attributes) none() some { return some{a, make([]uint32, a.values.len())} }

func (s *some) add(p uint32) {
	for _, v := range s.of.of(p) {
		s.counts[v]++
	}
}

// size counts the products of the values from one to another.
func (s *some) size(from, to uint32) (n int) {
	if s.counts == nil {
		return s.products.size(from, to)
	}
	for _, count := range s.counts[from:to] {
		n += int(count)
	}
	return n
}

// allAttributes counts the attributes of all products, anew only after a change of more than offers.
func (x *Index) allAttributes(names []string) []AttributeCounts {
	key := fmt.Sprintf("attributes %d %t %q", x.cache.content, names == nil, names)
	kept, known := x.cache.get(key)
	if !known {
		kept.facets = &facetCounts{attributes: countAttributes(x.liveOnes(), nil, names)}
		x.cache.put(key, kept)
	}
	return kept.facets.attributes
}

// liveOnes returns all products.
func (x *Index) liveOnes() []some {
	all := make([]some, len(x.segments))
	for i, in := range x.segments {
		all[i] = in.liveOnes()
	}
	return all
}

// liveOnes returns the products of a segment that are not deleted.
func (s *segment) liveOnes() some {
	if s.live == s.len() {
		return some{attributes: &s.attributes}
	}
	out := s.attributes.none()
	for p := range uint32(s.len()) {
		if !s.tombstones.has(p) {
			out.add(p)
		}
	}
	return out
}

// CountAttributes is what Index.Facets counts, of products that are given by their AttributeValues: those that pass all
// filters and, by the name of an attribute, those that pass all but that of the attribute.
func CountAttributes(found [][]string, without map[string][][]string, names []string) []AttributeCounts {
	in := func(products [][]string) []some {
		a := newAttributes(products)
		return []some{{attributes: &a}}
	}
	chosen := map[string][]some{}
	for name, products := range without {
		chosen[name] = in(products)
	}
	return countAttributes(in(found), chosen, names)
}

// countAttributes returns the named attributes, or the most frequent and those of the filter, the most frequent first.
// without has, for each attribute of the filter, the products that pass all other filters.
func countAttributes(found []some, without map[string][]some, names []string) (list []AttributeCounts) {
	if names == nil {
		names = slices.Collect(maps.Keys(without))
		isChosen := func(name []byte) bool { return without[string(name)] != nil }
		for _, one := range mostFrequent(found, isChosen, MostAttributes-len(names)) {
			names = append(names, string(one.name))
		}
	}
	for _, name := range names {
		in := found
		if all := without[name]; all != nil {
			in = all
		}
		if one := valuesOf(in, name, MostValues); one.Count > 0 {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b AttributeCounts) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	return list
}

type nameCount struct {
	name []byte
	n    int
}

// mostFrequent returns the most frequent names, but for those that are skipped.
func mostFrequent(in []some, skip func(name []byte) bool, most int) (list []nameCount) {
	next := make([]int, len(in))
	for most > 0 {
		var least []byte
		for i := range in {
			if name := in[i].name(next[i]); name != nil && (least == nil || bytes.Compare(name, least) < 0) {
				least = name
			}
		}
		if least == nil {
			return list
		}
		one := nameCount{least[:len(least)-1], 0}
		for i := range in {
			if bytes.Equal(in[i].name(next[i]), least) {
				one.n += in[i].size(in[i].names[next[i]], in[i].names[next[i]+1])
				next[i]++
			}
		}
		if one.n > 0 && (len(list) < most || one.n >= list[most-1].n) && !skip(one.name) {
			list = insert(list, one, most, func(a, b nameCount) int { return cmp.Or(cmp.Compare(b.n, a.n), bytes.Compare(a.name, b.name)) })
		}
	}
	return nil
}

// valueCount counts a value.
type valueCount struct {
	key, text []byte
	n         int
}

func (a valueCount) compare(b valueCount) int {
	return cmp.Or(cmp.Compare(b.n, a.n), bytes.Compare(a.text, b.text), bytes.Compare(a.key, b.key))
}

// valuesOf returns the most frequent values of a name, which is folded. All are written as they are most often.
func valuesOf(in []some, name string, most int) AttributeCounts {
	out := AttributeCounts{LabelCount: LabelCount{Label: Label{Key: name, Text: name}}}
	var list []valueCount
	var value valueCount
	written := 0              // how often the text of value is
	names := map[string]int{} // as they are written where that differs
	for all, n := range eachValue(in, name) {
		key, as, _ := bytes.Cut(all[len(name)+1:], []byte(between))
		text := key
		if len(as) > 0 {
			var asName []byte
			asName, text, _ = bytes.Cut(as, []byte(between))
			names[string(asName)] += n
		}
		if !bytes.Equal(key, value.key) || value.n == 0 {
			list = value.insertInto(list, most)
			value, written = valueCount{key: key}, 0
		}
		if n > written {
			value.text, written = text, n
		}
		value.n, out.Count = value.n+n, out.Count+n
	}
	for _, one := range value.insertInto(list, most) {
		out.Values = append(out.Values, LabelCount{Label{string(one.key), string(one.text)}, one.n})
	}
	best := out.Count
	for _, n := range names {
		best -= n
	}
	for text, n := range names {
		if n > best || n == best && text < out.Text {
			out.Text, best = text, n
		}
	}
	return out
}

// insertInto inserts a value into the most frequent ones, unless it is too long.
func (a valueCount) insertInto(list []valueCount, most int) []valueCount {
	if a.n == 0 || most == 0 || len(list) == most && a.n < list[most-1].n || bytes.HasPrefix(a.key, []byte(isLong)) {
		return list
	}
	return insert(list, a, most, valueCount.compare)
}

// eachValue returns the values of a name, sorted, and how many products have each.
func eachValue(in []some, name string) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		next, end := make([]uint32, len(in)), make([]uint32, len(in))
		for i := range in {
			next[i], end[i] = in[i].values.prefixed([]byte(name + between))
		}
		for {
			var least []byte
			for i := range in {
				if next[i] < end[i] && (least == nil || bytes.Compare(in[i].values.at(next[i]), least) < 0) {
					least = in[i].values.at(next[i])
				}
			}
			if least == nil {
				return
			}
			n := 0
			for i := range in {
				if next[i] < end[i] && bytes.Equal(in[i].values.at(next[i]), least) {
					n += in[i].size(next[i], next[i]+1)
					next[i]++
				}
			}
			if n > 0 && !yield(least, n) {
				return
			}
		}
	}
}
