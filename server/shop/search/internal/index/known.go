package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Known are the attributes of products. It does not change.
type Known struct{ all []some }

// Known returns the attributes of all products.
func (x *Index) Known() Known {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return Known{x.liveOnes()}
}

// KnownOf returns the attributes of products that are given by their AttributeValues.
func KnownOf(products [][]string) Known {
	a := newAttributes(products)
	return Known{[]some{{attributes: &a}}}
}

// Names returns the names, folded, the most frequent first.
func (k Known) Names() (names []string) {
	counts := map[string]int{}
	for i := range k.all {
		for n := 0; k.all[i].name(n) != nil; n++ {
			name := k.all[i].name(n)
			counts[string(name[:len(name)-1])] += k.all[i].size(k.all[i].names[n], k.all[i].names[n+1])
		}
	}
	for name, n := range counts {
		if n > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b)) })
	return names
}

// Has reports whether a product has an attribute, whose name is folded.
func (k Known) Has(name string) bool {
	for range eachValue(k.all, name) {
		return true
	}
	return false
}

// HasOneOf reports whether a product passes a filter.
func (k Known) HasOneOf(wanted *WantedAttribute) bool {
	return slices.ContainsFunc(wanted.Values, func(value string) bool { return k.Has(strings.TrimSuffix(value, between)) })
}

// Written returns a name as it is written most often.
func (k Known) Written(name string) string { return valuesOf(k.all, name, 0).Text }

// Values returns the values of an attribute, sorted, each in one spelling.
func (k Known) Values(name string) (values []string) {
	var last []byte
	for all := range eachValue(k.all, name) {
		key, as, _ := bytes.Cut(all[len(name)+1:], []byte(between))
		if bytes.HasPrefix(key, []byte(isLong)) || bytes.Equal(key, last) && last != nil {
			continue
		}
		last = key
		if _, text, differs := bytes.Cut(as, []byte(between)); differs {
			key = text
		}
		values = append(values, string(key))
	}
	return values
}
