package transfer_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/call"
	"github.com/storefront/storefront/server/contract"
	"github.com/storefront/storefront/server/postgres"
	"github.com/storefront/storefront/server/store"
	"github.com/storefront/storefront/server/transfer"
)

// TestCatalogue imports a whole catalogue into a PostgreSQL with its default,
// durable settings, and says how long that takes. CATALOGUE names the folder of
// icecat-categories.jsonl and icecat-products.jsonl.gz.
func TestCatalogue(t *testing.T) {
	folder := os.Getenv("CATALOGUE")
	if folder == "" {
		t.Skip("CATALOGUE names no folder")
	}
	st := durable(t)
	c, err := contract.Load(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	ctx := call.With(t.Context(), call.Command("import products", "test"))
	products := transfer.Options{Path: filepath.Join(folder, "icecat-products.jsonl.gz")}
	if _, err := transfer.ImportCategories(ctx, st, c, transfer.Options{Path: filepath.Join(folder, "icecat-categories.jsonl")}); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"first", "again"} {
		sum, err := transfer.ImportProducts(ctx, st, c, products)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, peak memory of the process %s", what, sum, peak(t))
		if sum.Refused > 0 || what == "again" && sum.Unchanged != sum.Lines() {
			t.Errorf("%s: %v", what, sum)
		}
	}
	var exported bytes.Buffer
	if _, err := transfer.ExportProducts(ctx, st, &exported); err != nil {
		t.Fatal(err)
	}
	t.Logf("exported %d bytes", exported.Len())
}

// durable opens a store on a new PostgreSQL with nothing but default settings.
func durable(t *testing.T) *store.Store {
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: filepath.Join(t.TempDir(), "data")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(instance.Close(), os.RemoveAll(instance.DataDir())); err != nil { // root's lies elsewhere
			t.Error(err)
		}
	})
	if err := instance.EnsureDatabase(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), instance.URL("shop")); err != nil {
		t.Fatal(err)
	}
	return openStore(t, instance.URL("shop"))
}

// peak returns the most memory that this process has held (Linux).
func peak(t *testing.T) string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
