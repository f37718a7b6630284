package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func newImporter(t *testing.T) (context.Context, *store.Store, *catalog.Importer) {
	t.Helper()
	st, err := store.Open(storetest.New(t, storetest.Empty), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	ctx := call.With(t.Context(), call.Task("test"))
	for _, slug := range []string{"hats", "bags"} {
		if _, err := (catalog.Categories{Store: st}).CategoriesUpsert(ctx, api.CategoriesUpsertRequestObject{
			Body: &api.CategoriesUpsertRequest{Slug: slug, Name: slug},
		}); err != nil {
			t.Fatal(err)
		}
	}
	return ctx, st, catalog.NewImporter(st)
}

func item(slug string, stock int64) catalog.Item {
	return catalog.Item{Body: api.ProductsBulkItem{
		Slug: slug, Name: new("Hat " + slug), Description: new("A hat to be worn."), PriceDkk: new(int64(19900)), Stock: &stock, CategorySlug: new("hats"),
	}}
}

// Many concurrent callers write the same products: each product is created once,
// every change leaves its audit row, and no caller gets an error.
func TestUpsertsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, st, products := newImporter(t)
	const callers, slugs = 8, 60
	var mu sync.Mutex
	var group sync.WaitGroup
	results := map[catalog.Result]int{}
	for c := range callers {
		group.Go(func() {
			var items []catalog.Item
			for _, i := range rand.Perm(slugs) {
				items = append(items, item(fmt.Sprintf("hat-%d", i), int64(c/2)))
			}
			outcomes, err := products.Upsert(ctx, items)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, o := range outcomes {
				results[o.Result]++
			}
		})
	}
	group.Wait()
	if results[catalog.Created] != slugs || results[catalog.Refused] != 0 {
		t.Errorf("%v, want %d created and none refused", results, slugs)
	}
	rows, err := st.Read().AuditList(ctx, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	const categories = 2
	if want := results[catalog.Created] + results[catalog.Updated] + categories; len(rows) != want {
		t.Errorf("%d audit rows after %v, want %d", len(rows), results, want)
	}
}

func TestUpsertRefusesItemByItem(t *testing.T) {
	t.Parallel()
	ctx, st, products := newImporter(t)
	lost, loose, torn, id := item("lost", 1), item("loose", 1), item("torn", 1), "019a0000-0000-7000-8000-000000000000"
	shoes := "shoes"
	lost.Body.CategorySlug, loose.Body.CategorySlug = &shoes, nil
	bags, err := st.Read().CategoryGet(ctx, "bags")
	if err != nil {
		t.Fatal(err)
	}
	bagsID := bags.ID.String()
	torn.Body.CategoryId = &bagsID
	unknown := item("unknown", 1)
	unknown.Body.CategoryId, unknown.Body.CategorySlug = &id, nil
	outcomes, err := products.Upsert(ctx, []catalog.Item{lost, item("good", 1), loose, torn, unknown, item("good", 2), lost})
	if err != nil {
		t.Fatal(err)
	}
	want := []problem.Code{problem.UnknownCategory, "", problem.CategoryRequired, problem.CategoryMismatch, problem.UnknownCategory, "", problem.UnknownCategory}
	for i, o := range outcomes {
		if refused := o.Refusal != nil; refused != (o.Result == catalog.Refused) || refused && o.Refusal.Code != want[i] || !refused && want[i] != "" {
			t.Errorf("item %d: %+v, want %q", i, o, want[i])
		}
	}
	if outcomes[1].Result != catalog.Created || outcomes[5].Result != catalog.Updated {
		t.Errorf("%+v", outcomes)
	}
	// An existing product keeps its category when its item names none.
	loose = item("good", 3)
	loose.Body.CategorySlug = nil
	if outcomes, err := products.Upsert(ctx, []catalog.Item{loose}); err != nil || outcomes[0].Result != catalog.Updated {
		t.Errorf("%+v, %v", outcomes, err)
	}
}

// What an item says of a new product is not said of one that exists, and attributes may be added to those there are.
func TestAnItemForAnExistingProduct(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	s.OK(t, s.Key(t, "all"), "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	ctx, products := call.With(t.Context(), call.Command("import", "test")), catalog.NewImporter(s.Store)
	upsert := func(price int64, attributes string) (result catalog.Result) {
		t.Helper()
		i := catalog.Item{Body: api.ProductsBulkItem{Slug: "rund", PriceDkk: &price, Attributes: []byte(attributes)}, Merges: true}
		created := i.Body
		created.Name, created.Description, created.Stock, created.CategorySlug = new("Rund"), new("En rund brille."), new(int64(0)), new("briller")
		i.New = &created
		outcomes, err := products.Upsert(ctx, []catalog.Item{i})
		if err != nil || outcomes[0].Refusal != nil {
			t.Fatalf("%+v, %v", outcomes, err)
		}
		return outcomes[0].Result
	}
	if got := upsert(100, `{"Size":["S"]}`); got != catalog.Created {
		t.Errorf("it was %s", got)
	}
	patch := object{"name": "Oval", "description": "En oval brille.", "stock": 7, "attributes": object{"vægt": 20, "Size": []string{"L"}, "form": "rund"}}
	s.OK(t, s.Key(t, "all"), "products.update", object{"slug": "rund", "patch": patch}, nil)
	for _, want := range []catalog.Result{catalog.Updated, catalog.Unchanged} {
		if got := upsert(200, `{"Size":["S","M"],"Color":"blå"}`); got != want {
			t.Errorf("it was %s, want %s", got, want)
		}
	}
	var product object
	s.OK(t, "", "products.get", object{"slug": "rund"}, &product)
	servertest.WantFields(t, "the product", product, object{
		"name": "Oval", "description": "En oval brille.", "stock": 7, "priceDkk": 200,
		"attributes": object{"vægt": 20, "Size": []string{"S", "M"}, "form": "rund", "Color": "blå"},
	})
}
