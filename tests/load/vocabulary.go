package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/tests/load/catalogue"
)

// vocabulary is how many of the real products a word finds: those that contain
// it, or a word that begins with it, as in the contract.
type vocabulary struct {
	products int
	finds    map[string]int // also for prefixes that are not words
	words    []string       // sorted
}

func countWords(real []catalogue.Product) (vocabulary, error) {
	v := vocabulary{products: len(real), finds: map[string]int{}}
	words := map[string]bool{}
	for _, p := range real {
		var attributes map[string]any
		if err := json.Unmarshal(p.Attributes, &attributes); err != nil {
			return v, fmt.Errorf("attributes of %s: %w", p.Slug, err)
		}
		all := p.Name + " " + p.Slug + " " + p.Description
		for _, value := range attributes {
			if _, isBool := value.(bool); !isBool {
				all += fmt.Sprint(" ", value)
			}
		}
		beginnings := map[string]bool{}
		for _, word := range text.Words(all) {
			words[word] = true
			for i := range word {
				beginnings[word[:i+1]] = true
			}
		}
		for beginning := range beginnings {
			v.finds[beginning]++
		}
	}
	v.words = slices.Sorted(maps.Keys(words))
	return v, nil
}

// share returns the word that finds the share of the products nearest to
// percent.
func (v vocabulary) share(percent int) string {
	want := v.products * percent / 100
	best, distance := "", v.products
	for _, word := range v.words {
		if d := max(v.finds[word]-want, want-v.finds[word]); len(word) > 1 && d < distance {
			best, distance = word, d
		}
	}
	return best
}
