package demo

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// filled is a database with the demo shop.
var filled = storetest.Template{Name: "demo", Build: FillURL, Sources: storetest.DemoSources}

func open(t testing.TB, template storetest.Template, options store.Options) *store.Store {
	t.Helper()
	st, err := store.Open(storetest.New(t, template), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}

func mustFill(t testing.TB, st *store.Store) bool {
	t.Helper()
	did, err := Fill(t.Context(), st, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return did
}

// query returns pairs of a name and a number.
func query(t testing.TB, st *store.Store, text string, args ...any) map[string]int64 {
	t.Helper()
	rows, err := st.Query(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	var name string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&name, &n}, func() error { out[name] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// holdings returns everything in the database except ids and times, each with
// its number of rows.
func holdings(t testing.TB, st *store.Store) map[string]int64 {
	t.Helper()
	return query(t, st, `
		SELECT 'category ' || slug, 1 FROM categories UNION ALL
		SELECT 'product ' || slug || ' ' || (deleted_at IS NULL), stock FROM products UNION ALL
		SELECT 'page ' || slug || ' ' || status, 1 FROM pages UNION ALL
		SELECT 'service ' || slug || ' ' || status, 1 FROM services UNION ALL
		SELECT 'discount ' || code || ' ' || active, value FROM discounts UNION ALL
		SELECT 'order ' || id || ' ' || status, total_oere FROM orders UNION ALL
		SELECT 'rows of ' || entity_type || ' by ' || actor, count(*) FROM audit_log GROUP BY entity_type, actor UNION ALL
		SELECT 'rows', (SELECT count(*) FROM categories) + (SELECT count(*) FROM products) + (SELECT count(*) FROM pages)
			+ (SELECT count(*) FROM services) + (SELECT count(*) FROM discounts) + (SELECT count(*) FROM orders) + (SELECT count(*) FROM order_items)`)
}

func TestFillTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	st := open(t, storetest.Empty, store.Options{})
	began := time.Now()
	if !mustFill(t, st) {
		t.Fatal("an empty database was not filled")
	}
	t.Log("filled in", time.Since(began))
	once := holdings(t, st)
	if once["rows of category by system:demo"] != 5 || once["product retro-square false"] != 5 || once["product cat-eye true"] == 0 {
		t.Errorf("%v", once)
	}
	if mustFill(t, st) {
		t.Error("a filled database was filled again")
	}
	if twice := holdings(t, st); !maps.Equal(once, twice) {
		t.Errorf("\n%v\n%v", once, twice)
	}
}

func TestFillAtOnce(t *testing.T) {
	t.Parallel()
	st := open(t, storetest.Empty, store.Options{})
	var did atomic.Int32
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if filled, err := Fill(t.Context(), st, slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			} else if filled {
				did.Add(1)
			}
		})
	}
	group.Wait()
	if did.Load() != 1 {
		t.Errorf("%d of 3 filled", did.Load())
	}
	if want := holdings(t, open(t, filled, store.Options{})); !maps.Equal(holdings(t, st), want) {
		t.Error("the shop is not what one fill makes")
	}
}

// A fill that is interrupted anywhere is completed by the next.
func TestFillAfterACrash(t *testing.T) {
	t.Parallel()
	want := holdings(t, open(t, filled, store.Options{}))
	for _, at := range []int64{3, 20, 55, 75, 95} {
		ctx, crash := context.WithCancel(t.Context())
		var moments atomic.Int64
		st := open(t, storetest.Empty, store.Options{Clock: func() time.Time {
			if moments.Add(1) == at {
				crash()
			}
			return time.Now()
		}})
		if did, err := Fill(ctx, st, slog.New(slog.DiscardHandler)); err == nil || did {
			t.Errorf("broken off at %d: %v, %v", at, did, err)
		}
		if !mustFill(t, st) {
			t.Errorf("broken off at %d: not completed", at)
		}
		if got := holdings(t, st); !maps.Equal(got, want) {
			t.Errorf("broken off at %d:\n%v\n%v", at, got, want)
		}
	}
}

func TestFillDoesNotChangeAnExistingShop(t *testing.T) {
	t.Parallel()
	st := open(t, storetest.Empty, store.Options{})
	own := step{"categories.upsert", "own", []byte(`{"slug":"own","name":"Own"}`), handled(catalog.Categories{Store: st}.CategoriesUpsert)}
	if err := own.make(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := holdings(t, st)
	if mustFill(t, st) {
		t.Error("filled")
	}
	if after := holdings(t, st); !maps.Equal(before, after) {
		t.Errorf("%v", after)
	}
}

func TestFillReportsErrors(t *testing.T) {
	t.Parallel()
	st, err := store.Open("postgres://nobody@127.0.0.1:1/nothing", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if did, err := Fill(t.Context(), st, slog.New(slog.DiscardHandler)); err == nil || did {
		t.Errorf("%v, %v", did, err)
	}
	if err := FillURL(t.Context(), "postgres://%"); err == nil {
		t.Error("a URL that is none was taken")
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	st := open(t, storetest.Empty, store.Options{})
	secret, err := Key(t.Context(), st)
	if err != nil || secret == "" {
		t.Fatal(secret, err)
	}
	keys, err := auth.List(t.Context(), st)
	if err != nil || len(keys) != 1 || keys[0].ApiKey.Name != "demo" || !slices.Equal(keys[0].ApiKey.Scopes, contract.Scopes) {
		t.Errorf("%+v, %v", keys, err)
	}
}
