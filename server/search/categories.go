package search

import (
	"slices"
	"sort"
	"strings"

	"github.com/google/uuid"
)

// Category is a category as the index knows it.
type Category struct {
	ID    uuid.UUID
	Slug  string
	Words []string // of its name, in all spellings
	Hit   []byte   // its members of a hit's JSON object, without braces
}

// categories are the live categories.
type categories struct {
	bySlug map[string]uint32
	hits   map[uint32][]byte
	words  []categoryWord // sorted
}

type categoryWord struct {
	text string
	of   uint32
}

func newCategories(all []Category, n *numbers) categories {
	c := categories{bySlug: map[string]uint32{}, hits: map[uint32][]byte{}}
	for _, one := range all {
		of := n.category(one.ID)
		c.bySlug[one.Slug], c.hits[of] = of, one.Hit
		for _, text := range one.Words {
			c.words = append(c.words, categoryWord{text, of})
		}
	}
	slices.SortFunc(c.words, func(a, b categoryWord) int { return strings.Compare(a.text, b.text) })
	return c
}

// named adds the categories whose names hold a spelling.
func (c *categories) named(found []uint32, s spelling) []uint32 {
	text := string(s.text)
	i := sort.Search(len(c.words), func(i int) bool { return c.words[i].text >= text })
	for ; i < len(c.words) && strings.HasPrefix(c.words[i].text, text); i++ {
		if (!s.whole || c.words[i].text == text) && !slices.Contains(found, c.words[i].of) {
			found = append(found, c.words[i].of)
		}
	}
	return found
}
