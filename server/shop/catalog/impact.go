package catalog

import (
	"math"

	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// field sets how much the words of a field say about a product. The formula is
// that of BM25F: a word that occurs tf times among length words counts most · tf
// / (tf + slow · (1 − level + level · length / usual)).
type field struct{ most, slow, level, usual float64 }

// The constants were chosen by hand for the field of shop search and checked on
// rated queries, each half against the other (docs/performance-notes.md).
var fields = [searched]field{
	inName:        {3, 1, 0.25, 10},
	inBrand:       {2, 1, 0, 1},
	inSlug:        {0.1, 1, 0.5, 10},
	inColor:       {0.5, 1, 0, 1},
	inDescription: {1.5, 1, 0.5, 20},
	inAttributes:  {1, 4, 0.75, 50},
}

// present is what a word counts besides, in whatever field it occurs: every word of
// a query somewhere says more than one of them everywhere.
const present = 0.75

// impactSteps is the number of steps in an impact of 1.
const impactSteps = 32

// counted holds the words of a product and the number of times that each occurs
// in each field.
type counted struct {
	words  map[string]*[searched]uint16
	length [searched]int
}

func newCounted(texts *searchable) *counted {
	c := &counted{words: map[string]*[searched]uint16{}}
	texts.each(c.add)
	return c
}

func (c *counted) add(in int, text string) {
	for _, word := range fold.Words(text) {
		c.length[in]++
		for _, variant := range fold.Variants(word) {
			if variant == "" {
				continue
			}
			n := c.words[variant]
			if n == nil {
				n = &[searched]uint16{}
				c.words[variant] = n
			}
			n[in]++
		}
	}
}

// impacts returns how much each word says about the product, of whose name the words
// are given.
func (c *counted) impacts(name []index.NameWord) []index.Word {
	heads := map[string]float64{}
	for _, word := range name {
		if word.Role == index.Head {
			heads[word.Text] = index.HeadImpact
		}
	}
	out := make([]index.Word, 0, len(c.words))
	for text, times := range c.words {
		impact := present
		for in, tf := range times {
			if tf > 0 {
				f := &fields[in]
				impact += f.most * float64(tf) / (float64(tf) + f.slow*(1-f.level+f.level*float64(c.length[in])/f.usual))
			}
		}
		out = append(out, index.Word{Text: text, Impact: uint8(min(math.MaxUint8, math.Ceil(impact*impactSteps)+heads[text]))})
	}
	return out
}
