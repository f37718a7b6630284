package catalog

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// resolveCategory returns the live category that a product is to belong to,
// named by its id, its slug, or both if they agree. prefix is the path of the object that
// holds these fields, such as "patch.".
func resolveCategory(ctx context.Context, tx *store.Tx, prefix string, id, slug *string) (db.CategoryForProductRow, error) {
	var none db.CategoryForProductRow
	params := db.CategoryForProductParams{Ids: []uuid.UUID{}, Slugs: []string{}}
	if id == nil && slug == nil {
		return none, categoryRequired(prefix)
	}
	if id != nil {
		parsed, ok := store.ParseID(*id)
		if !ok {
			return none, UnknownCategory(prefix, "id", *id)
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
	return chosen(found, prefix, id, slug)
}

func chosen(found []db.CategoryForProductRow, prefix string, id, slug *string) (db.CategoryForProductRow, error) {
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
		return db.CategoryForProductRow{}, UnknownCategory(prefix, "id", *id)
	case slug != nil && bySlug == nil:
		return db.CategoryForProductRow{}, UnknownCategory(prefix, "slug", *slug)
	case id != nil && slug != nil && byID.ID != bySlug.ID:
		return db.CategoryForProductRow{}, problem.New(problem.CategoryMismatch,
			fmt.Sprintf("categoryId means %q and categorySlug %q.", byID.Slug, *slug),
			fmt.Sprintf("Remove %q from the body, or %q.", prefix+"categoryId", prefix+"categorySlug")).Then(problem.Remove(prefix + "categoryId"))
	case id != nil:
		return *byID, nil
	}
	return *bySlug, nil
}

// keepCategory puts the product back into its category, or into the live one
// that has the slug of its category now.
func keepCategory(ctx context.Context, tx *store.Tx, record *db.ProductRecord) error {
	found, err := tx.CategoryForProduct(ctx, db.CategoryForProductParams{
		Ids: []uuid.UUID{record.CategoryID}, Slugs: []string{record.CategorySlug},
	})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return categoryDeleted(record.CategorySlug)
	}
	chosen := found[0]
	for _, c := range found {
		if c.ID == record.CategoryID {
			chosen = c
		}
	}
	setCategory(record, chosen)
	return nil
}

func setCategory(r *db.ProductRecord, c db.CategoryForProductRow) {
	r.CategoryID, r.CategorySlug, r.CategoryName, r.CategoryDescription = c.ID, c.Slug, c.Name, c.Description
}

func categoryRequired(prefix string) error {
	return problem.Newf(problem.CategoryRequired, "The call names no category.").Lookup("categories.list", "slug", prefix+"categorySlug", "a category")
}

// UnknownCategory is the problem of a call that names a category that the shop lacks; prefix is the path of the object with the field.
func UnknownCategory(prefix, field, value string) error {
	name := map[string]string{"id": "categoryId", "slug": "categorySlug"}[field]
	return problem.New(problem.UnknownCategory, fmt.Sprintf("No category has the %s %q.", field, value),
		fmt.Sprintf("Call categories.list and set %q to the %s of a category, or create it with categories.upsert.", prefix+name, field)).
		Then(append(problem.Find("categories.list", field, prefix+name), problem.Or("categories.upsert"))...).Of("category", field, value)
}

func categoryDeleted(slug string) error {
	return problem.New(problem.CategoryDeleted, fmt.Sprintf("Its category %q was deleted.", slug),
		fmt.Sprintf("Create it with categories.upsert and the slug %q, then send the call again.", slug)).
		Then(problem.Call{Op: "categories.upsert", Args: map[string]any{"slug": slug}})
}
