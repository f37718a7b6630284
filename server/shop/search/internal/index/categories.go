package index

import (
	"bytes"
	"slices"
	"sort"
	"strconv"

	"github.com/google/uuid"
)

// Category is a category in the index. A deleted one is not found by its name,
// but its members still appear in the hits of products that the index has not
// moved out of it yet.
type Category struct {
	ID      uuid.UUID
	Slug    string
	Words   []string // of its name, in all spellings
	Hit     []byte   // the JSON values of the members whose source is OfCategory, one per line
	Entry   Entry
	Deleted bool
}

// categories holds the categories of the index.
type categories struct {
	bySlug map[string]uint32
	slugs  map[uint32]string // of live categories
	hits   map[uint32][]byte // Category.Hit of each category, by its number
	words  []categoryWord    // sorted
	live   []entry           // in the order in which they were set, without deleted ones
}

type categoryWord struct {
	text []byte
	of   uint32
}

func newCategories(all []Category, n *numbers) categories {
	c := categories{bySlug: map[string]uint32{}, slugs: map[uint32]string{}, hits: map[uint32][]byte{}}
	for _, one := range all {
		of := n.category(one.ID)
		c.hits[of] = one.Hit
		if one.Deleted {
			continue
		}
		c.bySlug[one.Slug], c.slugs[of] = of, one.Slug
		c.live = append(c.live, entry{of, one.Entry})
		for _, text := range one.Words {
			c.words = append(c.words, categoryWord{[]byte(text), of})
		}
	}
	slices.SortFunc(c.words, func(a, b categoryWord) int { return bytes.Compare(a.text, b.text) })
	return c
}

// matching returns the categories whose names contain a term.
func (c *categories) matching(w *term) (found []weightedCategory) {
	for _, s := range w.spellings {
		found = c.named(found, s)
	}
	return found
}

// named adds the categories whose names contain a spelling.
func (c *categories) named(found []weightedCategory, s spelling) []weightedCategory {
	i := sort.Search(len(c.words), func(i int) bool { return bytes.Compare(c.words[i].text, s.text) >= 0 })
	for ; i < len(c.words) && bytes.HasPrefix(c.words[i].text, s.text); i++ {
		if !s.whole || len(c.words[i].text) == len(s.text) {
			found = withCategory(found, weightedCategory{c.words[i].of, s.factor(c.words[i].text)*categoryImpact | direct})
		}
	}
	if s.ends {
		for _, word := range c.words {
			if bytes.HasSuffix(word.text, s.text) {
				found = withCategory(found, weightedCategory{word.of, ended * categoryImpact})
			}
		}
	}
	return found
}

// withCategory adds a category, or raises its score.
func withCategory(found []weightedCategory, one weightedCategory) []weightedCategory {
	at := slices.IndexFunc(found, func(w weightedCategory) bool { return w.number == one.number })
	if at < 0 {
		return append(found, one)
	}
	found[at].score = max(found[at].score, one.score)
	return found
}

// Entry is the JSON object of a category in a list, split where the number of
// its products goes.
type Entry struct{ Before, After []byte }

type entry struct {
	of uint32
	Entry
}

// Categories appends at most most live categories, in the order in which they
// were set, as JSON objects separated by commas, and counts them. whole is false while a product
// is in none of them, because another change has not been applied yet.
func (x *Index) Categories(dst []byte, includeEmpty bool, most int) (out []byte, listed int, whole bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	elsewhere := x.live()
	for _, e := range x.categories.live {
		n := x.tallies.category.of(e.of)
		elsewhere -= n
		if listed == most || n == 0 && !includeEmpty {
			continue
		}
		if listed > 0 {
			dst = append(dst, ',')
		}
		listed++
		dst = append(dst, e.Before...)
		dst = strconv.AppendInt(dst, int64(n), 10)
		dst = append(dst, e.After...)
	}
	return dst, listed, elsewhere == 0
}
