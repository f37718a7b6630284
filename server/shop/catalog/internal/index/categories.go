package index

import (
	"bytes"
	"slices"
	"sort"

	"github.com/google/uuid"
)

// Category is a category as the index knows it. One that was deleted is not found,
// but what a product shows that has not left it yet in the index.
type Category struct {
	ID      uuid.UUID
	Slug    string
	Words   []string // of its name, in all spellings
	Hit     []byte   // the JSON values of the members of the source OfCategory, a line each
	Entry   Entry
	Deleted bool
}

// categories are what the index knows of the categories.
type categories struct {
	bySlug map[string]uint32
	hits   map[uint32][]byte // of each, Category.Hit
	words  []categoryWord    // sorted
	live   []entry           // as they were set, without those that were deleted
}

type categoryWord struct {
	text []byte
	of   uint32
}

func newCategories(all []Category, n *numbers) categories {
	c := categories{bySlug: map[string]uint32{}, hits: map[uint32][]byte{}}
	for _, one := range all {
		of := n.category(one.ID)
		c.hits[of] = one.Hit
		if one.Deleted {
			continue
		}
		c.bySlug[one.Slug] = of
		c.live = append(c.live, entry{of, one.Entry})
		for _, text := range one.Words {
			c.words = append(c.words, categoryWord{[]byte(text), of})
		}
	}
	slices.SortFunc(c.words, func(a, b categoryWord) int { return bytes.Compare(a.text, b.text) })
	return c
}

// named adds the categories whose names hold a spelling.
func (c *categories) named(found []weighed, s spelling) []weighed {
	i := sort.Search(len(c.words), func(i int) bool { return bytes.Compare(c.words[i].text, s.text) >= 0 })
	for ; i < len(c.words) && bytes.HasPrefix(c.words[i].text, s.text); i++ {
		one := weighed{c.words[i].of, s.factor(c.words[i].text)}
		if s.whole && len(c.words[i].text) > len(s.text) {
			continue
		}
		at := slices.IndexFunc(found, func(w weighed) bool { return w.number == one.number })
		if at < 0 {
			found = append(found, one)
		} else {
			found[at].factor = max(found[at].factor, one.factor)
		}
	}
	return found
}
