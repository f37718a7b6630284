package settings

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
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
	synonyms, err := groupsOf(req.Body.Synonyms)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.SettingsUpdateSearchResponseObject, error) {
		before, err := tx.SearchSettingsLock(ctx)
		if err != nil {
			return nil, err
		}
		after := api.SearchTerms{Synonyms: synonyms}
		return api.SettingsUpdateSearch200JSONResponse{Ok: true, Result: after}, writeSearch(ctx, tx, &before, after)
	})
}

// groupsOf returns the groups in lower case. It refuses what is not one word, and a
// word that is in its group twice.
func groupsOf(groups [][]string) ([][]string, error) {
	all := make([][]string, len(groups))
	for i, group := range groups {
		keys := map[string]bool{}
		for j, entry := range group {
			pointer, path, found := fmt.Sprintf("/synonyms/%d/%d", i, j), fmt.Sprintf("synonyms[%d][%d]", i, j), text.Words(entry)
			if len(found) != 1 {
				return nil, problem.Invalid(pointer, schema.CodePattern, "must be one word of letters and digits",
					fmt.Sprintf("Set %q to one word, or leave it out.", path))
			}
			key := text.Key(found[0])
			if keys[key] {
				return nil, problem.Invalid(pointer, schema.CodeEnum, "is in the group twice", fmt.Sprintf("Set %q to another word, or leave it out.", path))
			}
			keys[key] = true
			all[i] = append(all[i], found[0])
		}
	}
	return all, nil
}

// writeSearch replaces the locked settings of searches.
func writeSearch(ctx context.Context, tx *store.Tx, before *db.SearchSetting, after api.SearchTerms) error {
	was, err := toSearch(before)
	if err != nil {
		return err
	}
	text, err := json.Marshal(after.Synonyms)
	if err != nil {
		return err
	}
	if err := tx.SearchSettingsUpdate(ctx, db.SearchSettingsUpdateParams{Synonyms: text, UpdatedAt: tx.After(before.UpdatedAt)}); err != nil {
		return err
	}
	return tx.Audit(store.AuditEntry{EntityType: "search_settings", EntityID: "shop", Before: was, After: after})
}

func toSearch(r *db.SearchSetting) (api.SearchTerms, error) {
	terms := api.SearchTerms{Synonyms: [][]string{}}
	err := json.Unmarshal(r.Synonyms, &terms.Synonyms)
	return terms, err
}
