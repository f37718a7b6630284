package search

import (
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
	"github.com/storefront/storefront/server/test/storetest"
)

// Each member of a hit in the contract is returned by the database and by the
// index, with the same bytes.
func TestEachMemberOfAHit(t *testing.T) {
	t.Parallel()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	insertProduct(t, st, `Hats & "caps"`, &db.ProductRecord{
		Slug: "hat", Name: "Hat <b>\n\u2028é\\", Description: "A hat to be worn.", PriceOere: 19900, Stock: 7, Featured: true,
		Brand: new("Linse & Ko"), FrameColor: new("grøn"), LensColor: new("日本"), AnswerSummary: new("Warm & <b>light</b>."),
		Images: []byte(`[{"url":"https://cdn.example/1.jpg"},{"url":"https://cdn.example/2.jpg"}]`),
	})
	insertVariants(t, st, 19900, 29900)
	want, found, err := databaseFinder{st}.find(t.Context(), nil, &index.Query{Filter: index.Any, Limit: 1})
	if err != nil || found.Total != 1 {
		t.Fatal(found, err)
	}
	var hit api.ProductHit
	if err := json.Unmarshal(wire.InsertBase(nil, want, "https://shop.example"), &hit); err != nil {
		t.Fatal(err)
	}
	for i, field := 0, reflect.ValueOf(hit); i < field.NumField(); i++ {
		if name := field.Type().Field(i).Name; name != "Attributes" && field.Field(i).IsZero() { // these are added to an answer that names them
			t.Errorf("nothing gives a hit its %s: toHit, scanHits and sql/queries/memory.sql have to", field.Type().Field(i).Name)
		}
	}
	if got := indexed(t, st, uuid.MustParse(hit.Id)); got != string(want) {
		t.Errorf("the index answers  %s\nthe database answers %s", got, want)
	}
}

// insertProduct inserts a category with one product.
func insertProduct(t *testing.T, st *store.Store, category string, p *db.ProductRecord) {
	t.Helper()
	err := st.Write(call.With(t.Context(), call.Task("test")), func(tx *store.Tx) error {
		c, id, none := tx.NewID(), tx.NewID(), []byte("[]")
		if p.Images == nil {
			p.Images = none
		}
		return errors.Join(
			tx.CategoryInsert(t.Context(), db.CategoryInsertParams{ID: c, Slug: "hats", Name: category, NameSort: category, Search: CategoryVector(category).Text, At: tx.Now}),
			store.Batched(tx.ProductInsert(t.Context(), []db.ProductInsertParams{{
				ID: id, Slug: p.Slug, Name: p.Name, NameSort: text.Sort(p.Name), Brand: p.Brand, BrandKey: text.CasePtr(p.Brand), Description: p.Description,
				PriceOere: p.PriceOere, Stock: p.Stock, Featured: p.Featured, FrameColor: p.FrameColor, FrameColorKey: text.CasePtr(p.FrameColor),
				LensColor: p.LensColor, LensColorKey: text.CasePtr(p.LensColor), CategoryID: c, AnswerSummary: p.AnswerSummary,
				Attributes: []byte("{}"), Options: none, ComparisonFacts: []byte("{}"), Faq: none, UseCases: none, Images: p.Images,
				Search: VectorOf(p).Text, CreatedAt: tx.Now, UpdatedAt: tx.Now,
			}})),
			tx.Audit(store.AuditEntry{EntityType: "product", EntityID: id.String(), After: p}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// insertVariants gives the only product a variant for each price.
func insertVariants(t *testing.T, st *store.Store, prices ...int64) {
	t.Helper()
	err := st.Write(call.With(t.Context(), call.Task("test")), func(tx *store.Tx) error {
		rows, err := tx.MemoryProductsAfter(t.Context(), db.MemoryProductsAfterParams{Page: 1})
		if err != nil {
			return err
		}
		p := db.VariantsSetParams{At: tx.Now, Products: []uuid.UUID{rows[0].ID}, PricesOere: prices}
		for range prices {
			p.Ids, p.ProductIds, p.Skus, p.Images = append(p.Ids, tx.NewID()), append(p.ProductIds, rows[0].ID), append(p.Skus, ""), append(p.Images, "")
			p.Attributes, p.Stocks, p.Actives = append(p.Attributes, "{}"), append(p.Stocks, 1), append(p.Actives, true)
		}
		return errors.Join(tx.VariantsSet(t.Context(), p), tx.Audit(store.AuditEntry{EntityType: "product", EntityID: rows[0].ID.String(), After: p}))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// indexed returns the hit from an index that holds one product.
func indexed(t *testing.T, st *store.Store, id uuid.UUID) string {
	t.Helper()
	products, err := st.Read().MemoryProducts(t.Context(), []uuid.UUID{id})
	if err != nil || len(products) != 1 {
		t.Fatal(products, err)
	}
	categories, err := st.Read().MemoryCategories(t.Context())
	if err != nil || len(categories) != 1 {
		t.Fatal(categories, err)
	}
	product, err := toIndex(&products[0], &wordCounts{})
	if err != nil {
		t.Fatal(err)
	}
	ofCategory, err := categoryMembers(&categories[0])
	if err != nil {
		t.Fatal(err)
	}
	x := index.New(hitMembers()...)
	x.SetCategories([]index.Category{{ID: categories[0].ID, Hit: ofCategory}})
	x.Apply([]index.Product{product}, nil)
	out, _ := x.Search(nil, &index.Query{Filter: index.Any, Limit: 1})
	return string(out)
}

// A member that only some hits have would shift the lines of the members after
// it.
func TestEveryHitHasTheSameMembers(t *testing.T) {
	t.Parallel()
	text := "x"
	names := func(hit api.ProductHit) (all []string) {
		if err := eachMember(&hit, func(name, value []byte) {
			all = append(all, string(name))
			if !json.Valid(value) || value[0] == '{' || value[0] == '[' {
				t.Errorf("the member %s is %s", name, value)
			}
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	empty, full := names(api.ProductHit{}), names(api.ProductHit{Brand: &text, FrameColor: &text, LensColor: &text, FirstImage: &text, AnswerSummary: &text})
	if !slices.Equal(empty, full) || len(full) != reflect.TypeFor[api.ProductHit]().NumField()-1 { // without the attributes
		t.Errorf("%s\n%s", empty, full)
	}
	for name := range sources {
		if !slices.Contains(full, name) {
			t.Errorf("a hit has no member %s", name)
		}
	}
}

func TestAnIndexFilledBeforeTheLastInvalidationIsNotUsed(t *testing.T) {
	t.Parallel()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	log := slog.New(slog.DiscardHandler)
	m := NewIndexer(st, log, changes.New(st, log))
	if m.isSynced() {
		t.Error("an empty index is used")
	}
	insertProduct(t, st, "Hats", &db.ProductRecord{Slug: "hat", Name: "Hat", Description: "A hat like others.", PriceOere: 100})
	before := m.invalidations.Load()
	m.invalidate()
	for _, c := range []struct {
		invalidations int64
		want          bool
	}{{before, false}, {m.invalidations.Load(), true}} {
		if err := m.sync(t.Context(), c.invalidations); err != nil {
			t.Fatal(err)
		}
		if m.isSynced() != c.want || m.index.Len() != 1 {
			t.Errorf("used: %v, want %v", m.isSynced(), c.want)
		}
	}
	m.invalidate()
	if m.isSynced() {
		t.Error("it is used after an invalidation")
	}
}
