package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// Verify compares the index, with its counts of categories and facets, with the
// database. It waits until the index is filled.
func (m *Indexer) Verify(ctx context.Context) error {
	for m.await(ctx) == nil {
		if ctx.Err() != nil {
			return errors.New("the index of the products is not filled")
		}
	}
	return errors.Join(m.verifyIndex(ctx), m.verifyCategories(ctx), m.verifyFacets(ctx))
}

func (m *Indexer) verifyIndex(ctx context.Context) error {
	m.mu.Lock() // no change is applied meanwhile
	defer m.mu.Unlock()
	var faults []error
	live, after, held := 0, uuid.UUID{}, m.index.Checker()
	var words counted
	for {
		rows, err := m.store.Read().MemoryStatesAfter(ctx, db.MemoryStatesAfterParams{After: after, Page: loadAtOnce})
		if err != nil || len(rows) == 0 {
			if n := m.index.Len(); n != live {
				faults = append(faults, fmt.Errorf("the index holds %d products, the database %d", n, live))
			}
			return errors.Join(append(faults, err)...)
		}
		ids := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			ids[i] = row.ID
		}
		live, after = live+len(ids), ids[len(ids)-1]
		products, err := m.store.Read().MemoryProducts(ctx, ids)
		if err != nil {
			return err
		}
		for i := range products {
			want, err := toIndex(&products[i], &words)
			if err != nil {
				return err
			}
			if !held.Holds(&want) {
				faults = append(faults, fmt.Errorf("the index holds another version of the product %s", products[i].Slug))
			}
		}
	}
}

// verifyCategories compares the lists of categories, which include the numbers
// of their products.
func (m *Indexer) verifyCategories(ctx context.Context) error {
	for _, includeEmpty := range []bool{true, false} {
		got, _, whole := m.index.Categories([]byte{'['}, includeEmpty, math.MaxInt32)
		got = append(got, ']')
		rows, err := m.store.Read().CategoryList(ctx, db.CategoryListParams{IncludeEmpty: includeEmpty, MaxRows: math.MaxInt32})
		if err != nil {
			return err
		}
		list := make([]api.Category, len(rows))
		for i, r := range rows {
			list[i] = api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: r.ProductCount}
		}
		want, err := wire.Marshal(list)
		if err != nil {
			return err
		}
		if !whole || !bytes.Equal(got, want) {
			return fmt.Errorf("the list of categories in memory is %s, in the database %s", got, want)
		}
	}
	return nil
}

// verifyFacets compares the counts that are kept up to date.
func (m *Indexer) verifyFacets(ctx context.Context) error {
	all := &index.Query{Filter: index.Any}
	inIndex, whole := m.index.Facets(all)
	wanted, _, err := inDatabase{m.store}.facets(ctx, all)
	if err != nil {
		return err
	}
	if got, want := toFacets(&inIndex), toFacets(&wanted); !whole || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("the facets in memory are %+v, in the database %+v", got, want)
	}
	return nil
}
