package imports

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

// Categories finds the categories of products by name, and creates the missing
// ones.
type Categories struct {
	read   *db.Queries
	schema *schema.Schema // of categories.upsert
	write  WriteCategory
	slugs  map[string]string // by name, without case
	made   map[string]bool   // by slug
	named  map[string]string // the names by which this import has used a category, by its slug
}

// WriteCategory creates or changes a category.
type WriteCategory func(context.Context, *api.CategoriesUpsertRequest) error

// NewCategories returns the categories of the shop, of which write makes more.
func NewCategories(ctx context.Context, read *db.Queries, c *contract.Contract, write WriteCategory) (*Categories, error) {
	const all = 1 << 30
	rows, err := read.CategoryList(ctx, db.CategoryListParams{IncludeEmpty: true, MaxRows: all})
	if err != nil {
		return nil, err
	}
	known := &Categories{read: read, schema: c.Tool("categories.upsert").Request, write: write, slugs: map[string]string{}, made: map[string]bool{}, named: map[string]string{}}
	for i := range rows { // backwards, so that of several with one name the first in the list counts
		row := rows[len(rows)-1-i]
		known.slugs[text.Case(row.Name)] = row.Slug
	}
	return known, nil
}

// ensure returns the slug of the category with this name, or with the slug
// derived from it, and creates the category if there is neither. fault is the
// reason why it cannot: two names in one file that become one slug are two categories to their author.
func (c *Categories) ensure(ctx context.Context, name string) (slug, fault string, err error) {
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
func (c *Categories) find(ctx context.Context, slug, name string) (fault string, err error) {
	_, err = c.read.CategoryGet(ctx, slug)
	if store.NotFound(err) {
		fault, err = c.create(ctx, slug, name)
	}
	return fault, err
}

// Place gives each product the category that its record names, and a new one that names none the guessed one.
func (c *Categories) Place(ctx context.Context, records []Record, items []catalog.Item) error {
	there, err := c.existing(ctx, records, items)
	if err != nil {
		return err
	}
	for i := range records {
		r, item := &records[i], &items[i]
		name := r.categoryName(there[item.Body.Slug])
		if name == "" || !r.Taken() {
			continue
		}
		slug, fault, err := c.ensure(ctx, name)
		if err != nil {
			return err
		}
		if fault != "" {
			r.Refuse(fault)
		}
		if item.New.CategorySlug = &slug; r.category != "" {
			item.Body.CategorySlug = &slug
		}
	}
	return nil
}

// ofProducts makes the categories that Place would give the products, and returns a record of each.
func (c *Categories) ofProducts(ctx context.Context, records []Record, items []catalog.Item) ([]Record, error) {
	there, err := c.existing(ctx, records, items)
	all, seen := []Record{}, map[string]bool{}
	for i := range records {
		r := &records[i]
		name := r.categoryName(there[items[i].Body.Slug])
		if err != nil || name == "" || !r.Taken() || seen[name] {
			continue
		}
		category := Record{Line: r.Line, Handle: name, Result: catalog.Unchanged}
		var slug, fault string
		if slug, fault, err = c.ensure(ctx, name); fault != "" {
			category.Refuse(fault)
		} else if seen[slug] {
			continue
		} else if c.made[slug] {
			category.Result = catalog.Created
		}
		seen[name], seen[slug] = true, true
		all = append(all, category)
	}
	return all, err
}

// categoryName returns the name of the category of the product of the record, which may be there already; "" for none.
func (r *Record) categoryName(there bool) string {
	if r.category == "" && !there {
		return r.guessed
	}
	return r.category
}

// existing returns which of the products exist, by their slugs, where that decides on their category.
func (c *Categories) existing(ctx context.Context, records []Record, items []catalog.Item) (map[string]bool, error) {
	var slugs []string
	for i := range records {
		if r := &records[i]; r.Taken() && r.category == "" && r.guessed != "" {
			slugs = append(slugs, items[i].Body.Slug)
		}
	}
	there := map[string]bool{}
	if len(slugs) == 0 {
		return there, nil
	}
	found, err := c.read.ProductSlugs(ctx, slugs)
	for _, slug := range found {
		there[slug] = true
	}
	return there, err
}

func (c *Categories) create(ctx context.Context, slug, name string) (fault string, err error) {
	checked, faults, err := c.schema.Check(line(map[string]string{"slug": slug, "name": name}))
	if err != nil {
		return "", err
	}
	if len(faults) > 0 {
		return fmt.Sprintf("/categorySlug: the category %.60q cannot be created: %s %s", name, faults[0].Pointer[1:], faults[0].Detail), nil
	}
	if _, err := upsertCategory(ctx, c.read, checked, c.write); err != nil {
		if refusal := refusalOf(err); refusal != nil {
			return "/categorySlug: " + refusal.Detail, nil //nolint:nilerr // it is told
		}
		return "", err
	}
	c.made[slug] = true
	return "", nil
}

// upsertCategory creates or changes a category, unless it is already as the
// request wants it.
func upsertCategory(ctx context.Context, read *db.Queries, request []byte, write WriteCategory) (catalog.Result, error) {
	var body api.CategoriesUpsertRequest
	if err := json.Unmarshal(request, &body); err != nil {
		return "", err
	}
	now, err := read.CategoryGet(ctx, body.Slug)
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

// Category creates or changes the category of the record, a request of categories.upsert with this schema.
func (r *Record) Category(ctx context.Context, read *db.Queries, s *schema.Schema, write WriteCategory) (err error) {
	checked := r.Check(s)
	if checked == nil {
		return nil
	}
	r.Result, err = upsertCategory(ctx, read, checked, write)
	if refusal := refusalOf(err); refusal != nil {
		r.Refuse("/slug: " + refusal.Detail)
		return nil //nolint:nilerr // it is told
	}
	return err
}

// refusalOf returns the refusal of one category; nil for what ends the import.
func refusalOf(err error) *problem.Error {
	if refusal, ok := errors.AsType[*problem.Error](err); ok && refusal.Code != problem.BeyondLimit {
		return refusal
	}
	return nil
}

func sameDescription(now *string, body api.CategoriesUpsertRequest) bool {
	wanted, err := body.Description.Get()
	if err != nil { // null
		return now == nil
	}
	return now != nil && *now == wanted
}
