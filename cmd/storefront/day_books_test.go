package main_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// books are what the script writes down of what it does. They know the rules of a shop, and nothing of the service.
type books struct {
	channel  string
	products map[string]*product // by slug
	codes    map[string]*discount
	sales    []*sale
	erased   map[string]bool     // buyers
	searches map[string]*tally   // by the words; amount: products found
	calls    map[string]*tally   // by key; amount: those that were refused
	events   map[string][]string // by the id or the slug of their thing
}

// Amounts are in ore.
const (
	shippingFee, freeShippingFrom = 3900, 50000
	vatPercent                    = 20
	few                           = 3 // pieces that are little stock
)

type product struct {
	id, slug, name, brand, category string
	price, stock                    int64
}

// discount is what a code takes off the goods: per cents, or an amount.
type discount struct {
	percent, fixed int64
	uses           int64
	limit          any // a number or nil
}

type tally struct{ count, amount int64 }

func newBooks(channel string) *books {
	return &books{
		channel: channel, products: map[string]*product{}, codes: map[string]*discount{}, erased: map[string]bool{},
		searches: map[string]*tally{}, calls: map[string]*tally{}, events: map[string][]string{},
	}
}

// called counts a call of an operation.
func (b *books) called(key string, refused bool) {
	failures := int64(0)
	if refused {
		failures = 1
	}
	add(b.calls, key, failures)
}

// searched counts a search for words that found so many products.
func (b *books) searched(words string, found int64) { add(b.searches, words, found) }

func add(to map[string]*tally, name string, amount int64) {
	if to[name] == nil {
		to[name] = &tally{}
	}
	to[name].count++
	to[name].amount += amount
}

// happened expects an event about a thing, after the earlier ones about it.
func (b *books) happened(thing, event string) { b.events[thing] = append(b.events[thing], event) }

// take takes pieces from the stock; a negative number gives them back.
func (b *books) take(slug string, pieces int64) {
	p := b.products[slug]
	if p.stock > few && p.stock-pieces <= few {
		b.happened(slug, fmt.Sprint("stock.low ", p.stock-pieces))
	}
	p.stock -= pieces
}

// shelf returns the products, by slug.
func (b *books) shelf() []*product {
	return sorted(b.products, func(p *product) string { return p.slug })
}

// count returns how many products there are of each value of a field.
func (b *books) count(field func(*product) string) map[string]int64 {
	counts := map[string]int64{}
	for _, p := range b.products {
		counts[field(p)]++
	}
	return counts
}

// sorted returns the values of a map in the order of their names.
func sorted[V any](of map[string]V, name func(V) string) []V {
	return slices.SortedFunc(maps.Values(of), func(a, b V) int { return cmp.Compare(name(a), name(b)) })
}
