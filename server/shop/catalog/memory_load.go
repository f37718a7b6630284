package catalog

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// loadAtOnce is the number of products that are read from the database at once.
const loadAtOnce = 2000

// sync compares the index with the database and loads what differs; the first
// time that is everything. Changes that arrive meanwhile are applied last. It
// covers the invalidations up to the given number.
func (m *Memory) sync(ctx context.Context, invalidations int64) error {
	m.mu.Lock()
	err := m.loadCategories(ctx)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	known := map[uuid.UUID]int64{}
	m.index.Versions(func(id uuid.UUID, version int64) { known[id] = version })
	after := uuid.UUID{}
	for {
		rows, err := m.store.Read().MemoryVersions(ctx, db.MemoryVersionsParams{After: after, Page: loadAtOnce})
		if err != nil {
			return err
		}
		var differ []uuid.UUID
		for _, row := range rows {
			if version, ok := known[row.ID]; !ok || version != versionOf(row.UpdatedAt, row.Xmin) {
				differ = append(differ, row.ID)
			}
			delete(known, row.ID)
		}
		if err := m.loadLocked(ctx, differ); err != nil {
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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.index.Apply(nil, gone)
	if err := m.applyPending(ctx); err != nil {
		return err
	}
	m.synced.Store(invalidations)
	m.once.Do(func() { close(m.filled) })
	return nil
}

// update brings products of the index up to date. Of most of them, only the stock
// changed: then their words are not read.
func (m *Memory) update(ctx context.Context, ids []uuid.UUID) error {
	for some := range slices.Chunk(ids, loadAtOnce) {
		rows, err := m.store.Read().MemoryStates(ctx, some)
		if err != nil {
			return err
		}
		states, found := make([]index.State, len(rows)), map[uuid.UUID]bool{}
		for i, r := range rows {
			found[r.ID] = true
			states[i] = index.State{
				ID: r.ID, Content: r.Content, Version: versionOf(r.UpdatedAt, r.Xmin),
				Price: r.PriceOere, Stock: r.Stock, Updated: r.UpdatedAt.UnixMilli(), Featured: r.Featured,
			}
		}
		if err := m.load(ctx, append(m.index.Adjust(states), missingOf(some, found)...)); err != nil {
			return err
		}
	}
	return nil
}

func (m *Memory) loadLocked(ctx context.Context, ids []uuid.UUID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.load(ctx, ids)
}

// load puts these products into the index as they are in the database now.
func (m *Memory) load(ctx context.Context, ids []uuid.UUID) error {
	for some := range slices.Chunk(ids, loadAtOnce) {
		rows, err := m.store.Read().MemoryProducts(ctx, some)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(rows, func(r db.MemoryProductsRow) bool { return !m.categories[r.CategoryID] }) {
			if err := m.loadCategories(ctx); err != nil { // a new category that is not in the index yet
				return err
			}
		}
		products, err := toIndexAll(rows)
		if err != nil {
			return err
		}
		found := map[uuid.UUID]bool{}
		for _, row := range rows {
			found[row.ID] = true
		}
		m.index.Apply(products, missingOf(some, found))
	}
	return nil
}

func (m *Memory) loadCategories(ctx context.Context) error {
	rows, err := m.store.Read().MemoryCategories(ctx)
	if err != nil {
		return err
	}
	all := make([]index.Category, len(rows))
	m.categories = map[uuid.UUID]bool{}
	for i, row := range rows {
		m.categories[row.ID] = true
		hit, err := categoryMembers(&row)
		if err != nil {
			return err
		}
		entry, err := toEntry(&row)
		if err != nil {
			return err
		}
		all[i] = index.Category{ID: row.ID, Slug: row.Slug, Deleted: row.Deleted, Hit: hit, Entry: entry}
		for _, word := range fold.Words(row.Name) {
			all[i].Words = append(all[i].Words, fold.Variants(word)...)
		}
	}
	m.index.SetCategories(all)
	return nil
}

// toIndexAll uses all cores: there may be a million products, and they are not
// searched in memory until it is done.
func toIndexAll(rows []db.MemoryProductsRow) ([]index.Product, error) {
	products := make([]index.Product, len(rows))
	var g errgroup.Group
	share := len(rows)/runtime.GOMAXPROCS(0) + 1
	for from := 0; from < len(rows); from += share {
		g.Go(func() (err error) {
			for i := from; i < min(from+share, len(rows)) && err == nil; i++ {
				products[i], err = toIndex(&rows[i])
			}
			return err
		})
	}
	return products, g.Wait()
}

func toIndex(r *db.MemoryProductsRow) (index.Product, error) {
	words := newCounted(&searchable{r.Name, r.Slug, r.Description, r.Brand, r.FrameColor, r.LensColor, r.Attributes})
	name := nameWords(r.Name, r.Brand, r.FrameColor, r.LensColor)
	hit, err := encodedHit(r)
	return index.Product{
		ID: r.ID, Version: versionOf(r.UpdatedAt, r.Xmin), Name: r.NameSort, Category: r.CategoryID,
		Slug: r.Slug, Content: r.Content, Created: r.CreatedAt.UnixMilli(), Updated: r.UpdatedAt.UnixMilli(), Price: r.PriceOere, Stock: r.Stock, Featured: r.Featured,
		Brand: label(r.BrandKey, r.Brand), Frame: label(r.FrameColorKey, r.FrameColor), Lens: label(r.LensColorKey, r.LensColor),
		Words: words.impacts(name), Named: name, Hit: hit, Attributes: attributeKeys(r.Attributes),
	}, err
}

func label(key, text *string) index.Label { return index.Label{Key: orEmpty(key), Text: orEmpty(text)} }

// versionOf returns a number that differs between any two versions of a product,
// even when a change by SQL leaves updated_at as it was: xmin is the number of
// the transaction that wrote the row.
func versionOf(updatedAt time.Time, xmin int64) int64 {
	return int64(bits.RotateLeft64(uint64(xmin), 32)) ^ updatedAt.UnixMicro()
}
