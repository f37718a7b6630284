package catalog

import (
	"context"
	"sync"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Rehearsal tells what an Importer would do, and writes nothing. Of a product that it would have
// created it keeps the slug alone, so that a later call counts it as updated, whatever its item has. It is
// safe for concurrent use.
type Rehearsal struct {
	importer *Importer

	mu         sync.Mutex
	products   map[string]struct{}        // the slugs of those that it would have created
	categories []db.CategoryForProductRow // the same of categories
}

// NewRehearsal returns a rehearsal of an import into the catalogue.
func NewRehearsal(st *store.Store) *Rehearsal {
	return &Rehearsal{importer: NewImporter(st), products: map[string]struct{}{}}
}

// AddCategory lets products belong to a category that would have been created.
func (r *Rehearsal) AddCategory(slug, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.categories = append(r.categories, db.CategoryForProductRow{ID: store.RandomID(), Slug: slug, Name: name})
}

// Upsert returns the outcomes that Importer.Upsert would have.
func (r *Rehearsal) Upsert(ctx context.Context, items []Item) ([]Outcome, error) {
	batch := r.importer.newBulk(ctx, items)
	found, err := batch.read(ctx, r.importer.store.Read())
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.categories {
		found.add(c)
	}
	for _, item := range items {
		slug := item.Body.Slug
		if _, made := r.products[slug]; made && found.products[slug] == nil {
			found.products[slug] = &db.ProductRecord{ID: uuid.Max, Slug: slug, Attributes: emptyObject, Images: emptyArray, Options: emptyArray, Variants: emptyArray}
		}
	}
	changes, err := batch.decide(found, store.RandomID)
	for _, c := range changes {
		if c.before == nil {
			r.products[c.after.Slug] = struct{}{}
		}
	}
	return batch.outcomes, err
}
