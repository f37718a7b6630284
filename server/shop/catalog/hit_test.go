package catalog

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/oapi-codegen/nullable"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
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
	ctx, slug, yes := call.With(t.Context(), call.Task("test")), "hats", true
	if _, err := (Categories{Store: st}).CategoriesUpsert(ctx, api.CategoriesUpsertRequestObject{
		Body: &api.CategoriesUpsertRequest{Slug: slug, Name: `Hats & "caps"`},
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := (Products{Store: st}).ProductsCreate(ctx, api.ProductsCreateRequestObject{Body: &api.ProductsCreateRequest{
		Slug: "hat", Name: "Hat <b>\n\u2028é\\", Description: "A hat to be worn.", PriceDkk: 19900, Stock: 7, Featured: &yes, CategorySlug: &slug,
		Brand: nullable.NewNullableWithValue("Linse & Ko"), FrameColor: nullable.NewNullableWithValue("grøn"), LensColor: nullable.NewNullableWithValue("日本"),
		AnswerSummary: nullable.NewNullableWithValue("Warm & <b>light</b>."), Images: &api.ImageUrls{"https://cdn.example/1.jpg", "https://cdn.example/2.jpg"},
	}}); err != nil {
		t.Fatal(err)
	}
	want, found, err := inDatabase{st}.find(ctx, nil, &search{filter: index.Any, limit: 1}, nil)
	if err != nil || found.Total != 1 {
		t.Fatal(found, err)
	}
	var hit api.ProductHit
	if err := json.Unmarshal(wire.InsertBase(nil, want, "https://shop.example"), &hit); err != nil {
		t.Fatal(err)
	}
	for i, field := 0, reflect.ValueOf(hit); i < field.NumField(); i++ {
		if field.Field(i).IsZero() {
			t.Errorf("nothing gives a hit its %s: toHit, scanHits and sql/queries/memory.sql have to", field.Type().Field(i).Name)
		}
	}
	if got := indexed(t, st, uuid.MustParse(hit.Id)); got != string(want) {
		t.Errorf("the index answers  %s\nthe database answers %s", got, want)
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
	product, err := toIndex(&products[0], &counted{})
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
	if !slices.Equal(empty, full) || len(full) != reflect.TypeFor[api.ProductHit]().NumField() {
		t.Errorf("%s\n%s", empty, full)
	}
	for name := range sources {
		if !slices.Contains(full, name) {
			t.Errorf("a hit has no member %s", name)
		}
	}
}
