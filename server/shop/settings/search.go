package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// search answers settings.get with the settings of searches.
func (h Settings) search(ctx context.Context) (api.SettingsGetResponseObject, error) {
	row, err := h.Store.Read().SearchSettingsGet(ctx)
	if err != nil {
		return nil, err
	}
	terms, err := toSearch(&row)
	return api.SettingsGet200JSONResponse{Ok: true, Result: api.Settings{Search: &terms, UpdatedAt: wire.TimeOf(row.UpdatedAt)}}, err
}

// SettingsUpdateSearch replaces the synonyms.
func (h Settings) SettingsUpdateSearch(ctx context.Context, req api.SettingsUpdateSearchRequestObject) (api.SettingsUpdateSearchResponseObject, error) {
	synonyms, err := normalizeGroups(req.Body.Synonyms)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdateSearchResponseObject, error) {
		before, err := tx.SearchSettingsLock(ctx)
		if err != nil {
			return nil, err
		}
		read := problem.Call{Op: "settings.get", Args: map[string]any{"type": "search"}}
		if err := store.CheckVersion(req.Body.ExpectedUpdatedAt, before.UpdatedAt, "synonyms", read); err != nil {
			return nil, err
		}
		at, err := writeSearch(ctx, tx, &before, api.SearchTerms{Synonyms: synonyms})
		result := api.SearchChanged{Synonyms: synonyms, UpdatedAt: wire.TimeOf(at)}
		return api.SettingsUpdateSearch200JSONResponse{Ok: true, Result: result}, err
	})
}

// normalizeGroups returns the groups in lower case. It refuses what is not one word, and a
// word that is in its group twice.
func normalizeGroups(groups [][]string) ([][]string, error) {
	all := make([][]string, len(groups))
	for i, group := range groups {
		keys := map[string]bool{}
		for j, entry := range group {
			pointer, path, found := fmt.Sprintf("/synonyms/%d/%d", i, j), fmt.Sprintf("synonyms[%d][%d]", i, j), text.Words(entry)
			if len(found) != 1 {
				return nil, problem.Invalid(pointer, schema.CodePattern, "must be one word of letters and digits",
					fmt.Sprintf("Set %q to one word, or leave it out.", path), schema.Correction{Do: schema.Set, Value: `"word"`})
			}
			key := text.Key(found[0])
			if keys[key] {
				return nil, problem.Invalid(pointer, schema.CodeEnum, "is in the group twice", fmt.Sprintf("Set %q to another word, or leave it out.", path), schema.Correction{Do: schema.Set})
			}
			keys[key] = true
			all[i] = append(all[i], found[0])
		}
	}
	return all, nil
}

// writeSearch replaces the locked settings of searches, and returns when.
func writeSearch(ctx context.Context, tx *store.Tx, before *db.SearchSetting, after api.SearchTerms) (at time.Time, err error) {
	was, err := toSearch(before)
	if err != nil {
		return at, err
	}
	text, err := json.Marshal(after.Synonyms)
	if err != nil {
		return at, err
	}
	at = tx.After(before.UpdatedAt)
	if err := tx.SearchSettingsUpdate(ctx, db.SearchSettingsUpdateParams{Synonyms: text, UpdatedAt: at}); err != nil {
		return at, err
	}
	return at, tx.Audit(store.AuditEntry{EntityType: "search_settings", EntityID: "shop", Before: was, After: after})
}

func toSearch(r *db.SearchSetting) (api.SearchTerms, error) {
	terms := api.SearchTerms{Synonyms: [][]string{}}
	err := json.Unmarshal(r.Synonyms, &terms.Synonyms)
	return terms, err
}

// UndoSearch describes how the settings of searches are put back.
func (h Settings) UndoSearch() undo.Kind {
	one := func(query func(*db.Queries, context.Context) (db.SearchSetting, error)) undo.Query[db.SearchSetting] {
		return func(q *db.Queries, ctx context.Context, _ string) (db.SearchSetting, error) { return query(q, ctx) }
	}
	return undo.Of(undo.Rules{Fields: []string{"/synonyms"}}, undo.Records[db.SearchSetting, api.SearchTerms]{
		Lock: one((*db.Queries).SearchSettingsLock),
		View: func(_ context.Context, r *db.SearchSetting) (api.SearchTerms, error) { return toSearch(r) },
		Update: func(ctx context.Context, tx *store.Tx, before db.SearchSetting, from *api.SearchTerms) error {
			_, err := writeSearch(ctx, tx, &before, *from)
			return err
		},
	})
}

// Synonyms tells which words have the same meaning, as settings.update_search has
// set it. It caches them (changes.Copy). A nil *Synonyms has none.
type Synonyms struct{ groups *changes.Copy[groups] }

// NewSynonyms returns synonyms that follow the feed.
func NewSynonyms(st *store.Store, feed *changes.Feed) *Synonyms {
	read := func(ctx context.Context) (groups, error) { return readGroups(ctx, st.Read()) }
	return &Synonyms{changes.NewCopy(feed, read, "search_settings")}
}

// Of returns, for each of the words, the others of its groups, and of the groups of the word
// that it is a part of. It recognises any
// spelling of a word, and other forms of it if no group has the word itself. The
// error is that of the database.
func (s *Synonyms) Of(ctx context.Context, words []text.Word) ([][]string, error) {
	all := make([][]string, len(words))
	if s == nil || len(words) == 0 {
		return all, nil
	}
	g, err := s.groups.Get(ctx)
	if err != nil {
		return nil, err
	}
	for i, word := range words {
		all[i] = g.others(word.Text)
		if word.Of != word.Text {
			all[i] = append(all[i], g.others(word.Of)...)
		}
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

// others returns the other words of the groups of a word.
func (g *groups) others(word string) (others []string) {
	spellings := text.Variants(word)
	in := groupsWith(g.exact, spellings)
	if in == nil {
		for _, spelling := range spellings {
			in = append(in, groupsWith(g.exact, text.Forms(spelling))...)
		}
		in = append(in, groupsWith(g.forms, spellings)...)
	}
	slices.Sort(in)
	for _, i := range slices.Compact(in) {
		for _, other := range g.words[i] {
			if len(others) < maxSynonyms && !slices.Contains(others, other) && text.Key(other) != text.Key(word) {
				others = append(others, other)
			}
		}
	}
	return others
}

// maxSynonyms is how many synonyms of a word are searched: a word may be in all groups.
const maxSynonyms = 20

// groupsWith returns the groups of all texts.
func groupsWith(groups map[string][]int, texts []string) (in []int) {
	for _, text := range texts {
		in = append(in, groups[text]...)
	}
	return in
}
