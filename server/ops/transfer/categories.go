package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/catalog"
)

// categories finds the categories of products by name, and creates the missing
// ones.
type categories struct {
	store  *store.Store
	schema *schema.Schema // of categories.upsert
	write  writeFunc
	slugs  map[string]string // by name, without case
	named  map[string]string // the names by which this import has used a category, by its slug
}

// writeFunc creates or changes a category.
type writeFunc func(context.Context, *api.CategoriesUpsertRequest) error

func writeCategory(st *store.Store) writeFunc {
	return func(ctx context.Context, body *api.CategoriesUpsertRequest) error {
		_, err := catalog.Categories{Store: st}.CategoriesUpsert(ctx, api.CategoriesUpsertRequestObject{Body: body})
		return err
	}
}

// newCategories returns the categories of the shop. If there is a rehearsal, they are created in it alone.
func newCategories(ctx context.Context, st *store.Store, c *contract.Contract, rehearsal *catalog.Rehearsal) (*categories, error) {
	const all = 1 << 30
	rows, err := st.Read().CategoryList(ctx, db.CategoryListParams{IncludeEmpty: true, MaxRows: all})
	if err != nil {
		return nil, err
	}
	known := &categories{store: st, schema: c.Tool("categories.upsert").Request, write: writeCategory(st), slugs: map[string]string{}, named: map[string]string{}}
	if rehearsal != nil {
		known.write = func(_ context.Context, body *api.CategoriesUpsertRequest) error {
			rehearsal.AddCategory(body.Slug, body.Name)
			return nil
		}
	}
	for i := range rows { // backwards, so that of several with one name the first in the list counts
		row := rows[len(rows)-1-i]
		known.slugs[text.Case(row.Name)] = row.Slug
	}
	return known, nil
}

// ensure returns the slug of the category with this name, or with the slug
// derived from it, and creates the category if there is neither. fault is the
// reason why it cannot: two names in one file that become one slug are two categories to their author.
func (c *categories) ensure(ctx context.Context, name string) (slug, fault string, err error) {
	name = strings.Join(strings.Fields(name), " ")
	slug, found := c.slugs[text.Case(name)]
	if !found {
		slug = slugOfName(name)
	}
	if other, used := c.named[slug]; used && text.Case(other) != text.Case(name) {
		return "", fmt.Sprintf("/categorySlug: the category %.100q becomes the slug %.100q, as the category %.100q does: give it another name", name, slug, other), nil
	}
	if !found {
		if fault, err = c.find(ctx, slug, name); err != nil || fault != "" {
			return "", fault, err
		}
	}
	c.slugs[text.Case(name)], c.named[slug] = slug, name
	return slug, "", nil
}

// find looks for the category with a slug, and creates it if there is none.
func (c *categories) find(ctx context.Context, slug, name string) (fault string, err error) {
	_, err = c.store.Read().CategoryGet(ctx, slug)
	if store.NotFound(err) {
		fault, err = c.create(ctx, slug, name)
	}
	return fault, err
}

// existing returns which of the products of a chunk exist, by their slugs, where that decides on their category.
func (c *categories) existing(ctx context.Context, of *chunk) (map[string]bool, error) {
	var slugs []string
	for i := range of.records {
		if r := &of.records[i]; r.taken() && r.category == "" && r.guessed != "" {
			slugs = append(slugs, of.items[i].Body.Slug)
		}
	}
	there := map[string]bool{}
	if len(slugs) == 0 {
		return there, nil
	}
	found, err := c.store.Read().ProductSlugs(ctx, slugs)
	for _, slug := range found {
		there[slug] = true
	}
	return there, err
}

func (c *categories) create(ctx context.Context, slug, name string) (fault string, err error) {
	checked, faults, err := c.schema.Check(line(map[string]string{"slug": slug, "name": name}))
	if err != nil {
		return "", err
	}
	if len(faults) > 0 {
		return fmt.Sprintf("/categorySlug: the category %.60q cannot be created: %s %s", name, faults[0].Pointer[1:], faults[0].Detail), nil
	}
	if _, err := upsertCategory(ctx, c.store, checked, c.write); err != nil {
		if refusal, ok := errors.AsType[*problem.Error](err); ok {
			return "/categorySlug: " + refusal.Detail, nil
		}
		return "", err
	}
	return "", nil
}

// upsertCategory creates or changes a category, unless it is already as the
// request wants it.
func upsertCategory(ctx context.Context, st *store.Store, request []byte, write writeFunc) (catalog.Result, error) {
	var body api.CategoriesUpsertRequest
	if err := json.Unmarshal(request, &body); err != nil {
		return "", err
	}
	now, err := st.Read().CategoryGet(ctx, body.Slug)
	result := catalog.Updated
	switch {
	case store.NotFound(err):
		result = catalog.Created
	case err != nil:
		return "", err
	case now.Name == body.Name && (!body.Description.IsSpecified() || sameDescription(now.Description, body)):
		return catalog.Unchanged, nil
	}
	return result, write(ctx, &body)
}

func sameDescription(now *string, body api.CategoriesUpsertRequest) bool {
	wanted, err := body.Description.Get()
	if err != nil { // null
		return now == nil
	}
	return now != nil && *now == wanted
}
