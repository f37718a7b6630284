package catalog

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/fold"
	"github.com/storefront/storefront/server/search"
)

// loadAtOnce is how many products are read from the database at once.
const loadAtOnce = 2000

// sync compares the index with the database and takes in what differs; at first
// that is everything. Changes that come meanwhile wait, and are taken in last.
func (f *Finder) sync(ctx context.Context) error {
	began := time.Now()
	f.mu.Lock()
	err := f.loadCategories(ctx)
	f.mu.Unlock()
	if err != nil {
		return err
	}
	known := map[uuid.UUID]int64{}
	f.index.Versions(func(id uuid.UUID, version int64) { known[id] = version })
	after := uuid.UUID{}
	for {
		rows, err := f.store.Read().FinderVersions(ctx, db.FinderVersionsParams{After: after, Page: loadAtOnce})
		if err != nil {
			return err
		}
		var differ []uuid.UUID
		for _, row := range rows {
			if version, ok := known[row.ID]; !ok || version != row.UpdatedAt.UnixMicro() {
				differ = append(differ, row.ID)
			}
			delete(known, row.ID)
		}
		if err := f.loadLocked(ctx, differ); err != nil {
			return err
		}
		if len(rows) < loadAtOnce {
			break
		}
		after = rows[len(rows)-1].ID
	}
	gone := make([]uuid.UUID, 0, len(known))
	for id := range known {
		gone = append(gone, id)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.index.Apply(nil, gone)
	if err := f.applyPending(ctx); err != nil {
		return err
	}
	f.synced.Store(true)
	f.once.Do(func() {
		close(f.filled)
		f.index.Compact()
		debug.FreeOSMemory() // the filling took several times what is kept
	})
	f.log.Info("the index of the products is filled", "products", f.index.Len(), "took", time.Since(began))
	return nil
}

func (f *Finder) loadLocked(ctx context.Context, ids []uuid.UUID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.load(ctx, ids)
}

// load puts these products into the index as the database has them now.
func (f *Finder) load(ctx context.Context, ids []uuid.UUID) error {
	for some := range slices.Chunk(ids, loadAtOnce) {
		rows, err := f.store.Read().FinderProducts(ctx, some)
		if err != nil {
			return err
		}
		products, found := make([]search.Product, len(rows)), map[uuid.UUID]bool{}
		for i := range rows {
			products[i], found[rows[i].ID] = toFinder(&rows[i]), true
		}
		f.index.Apply(products, missingOf(some, found))
	}
	return nil
}

func (f *Finder) loadCategories(ctx context.Context) error {
	rows, err := f.store.Read().FinderCategories(ctx)
	if err != nil {
		return err
	}
	all := make([]search.Category, len(rows))
	for i, row := range rows {
		all[i] = search.Category{ID: row.ID, Slug: row.Slug, Hit: members(struct {
			Slug string `json:"categorySlug"`
			Name string `json:"categoryName"`
		}{row.Slug, row.Name})}
		for _, word := range fold.Words(row.Name) {
			all[i].Words = append(all[i].Words, fold.Variants(word)...)
		}
	}
	f.index.SetCategories(all)
	return nil
}

func toFinder(r *db.FinderProductsRow) search.Product {
	c := counted{words: map[string]*[searched]uint16{}}
	c.add(inName, r.Name)
	c.add(inSlug, r.Slug)
	c.add(inDescription, r.Description)
	for in, text := range map[int]*string{inBrand: r.Brand, inColor: r.FrameColor} {
		if text != nil {
			c.add(in, *text)
		}
	}
	if r.LensColor != nil {
		c.add(inColor, *r.LensColor)
	}
	attributeTexts(r.Attributes, func(text string) { c.add(inAttributes, text) })
	return search.Product{
		ID: r.ID, Version: r.UpdatedAt.UnixMicro(), Name: r.NameSort, Category: r.CategoryID,
		Price: r.PriceOere, InStock: r.Stock > 0, Featured: r.Featured,
		Brand: orEmpty(r.BrandKey), Frame: orEmpty(r.FrameColorKey), Lens: orEmpty(r.LensColorKey),
		Words: c.impacts(), Named: c.name, Hit: members(struct {
			ID         string  `json:"id"`
			Slug       string  `json:"slug"`
			Name       string  `json:"name"`
			Brand      *string `json:"brand"`
			PriceDkk   int64   `json:"priceDkk"`
			Stock      int64   `json:"stock"`
			Featured   bool    `json:"featured"`
			FrameColor *string `json:"frameColor"`
			LensColor  *string `json:"lensColor"`
			FirstImage *string `json:"firstImage"`
		}{r.ID.String(), r.Slug, r.Name, r.Brand, r.PriceOere, r.Stock, r.Featured, r.FrameColor, r.LensColor, firstImage(r.Images)}),
	}
}

func firstImage(images []byte) *string {
	var list []struct{ URL string }
	if err := json.Unmarshal(images, &list); err != nil || len(list) == 0 {
		return nil
	}
	return &list[0].URL
}

// members encodes a struct without the braces around it.
func members(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) //nolint:forbidigo // texts, numbers and booleans can always be encoded
	}
	return text[1 : len(text)-1]
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
