package settings

import (
	"context"
	"slices"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// Synonyms tells which words have the same meaning, as settings.update_search has
// set it. It caches them (changes.Copy). A nil *Synonyms has none.
type Synonyms struct{ groups *changes.Copy[groups] }

// NewSynonyms returns synonyms that follow the feed.
func NewSynonyms(st *store.Store, feed *changes.Feed) *Synonyms {
	read := func(ctx context.Context) (groups, error) { return readGroups(ctx, st.Read()) }
	return &Synonyms{changes.NewCopy(feed, read, "search_settings")}
}

// Of returns, for each of the words, the others of its groups. It recognises any
// spelling of a word, and other forms of it if no group has the word itself. The
// error is that of the database.
func (s *Synonyms) Of(ctx context.Context, words []string) ([][]string, error) {
	all := make([][]string, len(words))
	if s == nil || len(words) == 0 {
		return all, nil
	}
	g, err := s.groups.Get(ctx)
	if err != nil {
		return nil, err
	}
	for i, word := range words {
		all[i] = g.others(word)
	}
	return all, nil
}

// groups are groups of words of the same meaning, in lower case.
type groups struct {
	words [][]string
	exact map[string][]int // the groups of each spelling of a word
	forms map[string][]int // and of each other form of it
}

func readGroups(ctx context.Context, queries *db.Queries) (groups, error) {
	row, err := queries.SearchSettingsGet(ctx)
	if err != nil {
		return groups{}, err
	}
	terms, err := toSearch(&row)
	g := groups{terms.Synonyms, map[string][]int{}, map[string][]int{}}
	for i, words := range g.words {
		for _, word := range words {
			for _, spelling := range text.Variants(word) {
				g.exact[spelling] = append(g.exact[spelling], i)
				for _, form := range text.Forms(spelling) {
					g.forms[form] = append(g.forms[form], i)
				}
			}
		}
	}
	return g, err
}

// mostOthers is how many synonyms of a word are searched: a word may be in all groups.
const mostOthers = 20

// others returns the other words of the groups of a word, the first mostOthers.
func (g *groups) others(word string) (others []string) {
	spellings := text.Variants(word)
	in := lookUp(g.exact, spellings)
	if in == nil {
		for _, spelling := range spellings {
			in = append(in, lookUp(g.exact, text.Forms(spelling))...)
		}
		in = append(in, lookUp(g.forms, spellings)...)
	}
	slices.Sort(in)
	for _, i := range slices.Compact(in) {
		for _, other := range g.words[i] {
			if len(others) < mostOthers && !slices.Contains(others, other) && text.Key(other) != text.Key(word) {
				others = append(others, other)
			}
		}
	}
	return others
}

// lookUp returns the groups of all texts.
func lookUp(groups map[string][]int, texts []string) (in []int) {
	for _, text := range texts {
		in = append(in, groups[text]...)
	}
	return in
}
