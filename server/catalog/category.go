package catalog

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/problem"
	"github.com/storefront/storefront/server/store"
)

// resolveCategory returns the live category that a product is to belong to,
// named by its id, its slug, or both when they agree.
func resolveCategory(ctx context.Context, tx *store.Tx, id, slug *string) (db.CategoryForProductRow, error) {
	var none db.CategoryForProductRow
	params := db.CategoryForProductParams{Ids: []uuid.UUID{}, Slugs: []string{}}
	if id == nil && slug == nil {
		return none, categoryRequired()
	}
	if id != nil {
		parsed, ok := store.ParseID(*id)
		if !ok {
			return none, unknownCategory("id", *id)
		}
		params.Ids = append(params.Ids, parsed)
	}
	if slug != nil {
		params.Slugs = append(params.Slugs, *slug)
	}
	found, err := tx.CategoryForProduct(ctx, params)
	if err != nil {
		return none, err
	}
	return chosen(found, id, slug)
}

func chosen(found []db.CategoryForProductRow, id, slug *string) (db.CategoryForProductRow, error) {
	var byID, bySlug *db.CategoryForProductRow
	for i := range found {
		if id != nil && found[i].ID.String() == strings.ToLower(*id) {
			byID = &found[i]
		}
		if slug != nil && found[i].Slug == *slug {
			bySlug = &found[i]
		}
	}
	switch {
	case id != nil && byID == nil:
		return db.CategoryForProductRow{}, unknownCategory("id", *id)
	case slug != nil && bySlug == nil:
		return db.CategoryForProductRow{}, unknownCategory("slug", *slug)
	case id != nil && slug != nil && byID.ID != bySlug.ID:
		return db.CategoryForProductRow{}, problem.New(problem.CategoryMismatch,
			fmt.Sprintf("categoryId means %q and categorySlug %q.", byID.Slug, *slug), "Send only one of categoryId and categorySlug.")
	case id != nil:
		return *byID, nil
	}
	return *bySlug, nil
}

func categoryRequired() error {
	return problem.New(problem.CategoryRequired, "The call names no category.",
		"Add categorySlug; categories.list shows the categories.")
}

func unknownCategory(field, value string) error {
	return problem.New(problem.UnknownCategory, fmt.Sprintf("No category has the %s %q.", field, value),
		"Create it with categories.upsert, or choose one that categories.list shows.")
}

func setCategory(r *db.ProductRecord, c db.CategoryForProductRow) {
	r.CategoryID, r.CategorySlug, r.CategoryName, r.CategoryDescription = c.ID, c.Slug, c.Name, c.Description
}
