package server_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/test/servertest"
)

// What the log says about a snapshot.
const (
	fromSnapshot = "is read from its snapshot"
	notUsed      = "the snapshot of the index is not used"
	notWritten   = "no snapshot of the index is written"
	written      = "a snapshot of the index is written"
)

// once runs the service with a folder for its snapshot, as from one start to the next
// stop. It compares the index with the database, and returns what the service logged.
func once(t *testing.T, database, folder string, during func(s *servertest.Server)) string {
	t.Helper()
	var s *servertest.Server
	t.Run("a start", func(t *testing.T) {
		s = servertest.New(t, servertest.Options{Database: database, Memory: &catalog.MemoryOptions{Index: true, Folder: folder}})
		s.WantFresh(t)
		if during != nil {
			during(s)
		}
	})
	return s.Log.String()
}

func snapshotIn(folder string) string { return filepath.Join(folder, "products.index") }

// Whatever happens to the database while the service is down, it answers as the
// database does after the next start, although it begins with its snapshot.
func TestASnapshotIsComparedWithTheDatabase(t *testing.T) {
	t.Parallel()
	outside := servertest.New(t, servertest.Options{Unaided: true})
	folder := t.TempDir()
	if log := once(t, outside.DatabaseURL, folder, nil); strings.Contains(log, fromSnapshot) || !strings.Contains(log, written) {
		t.Errorf("the first start: %s", log)
	}
	if about, err := os.Stat(snapshotIn(folder)); err != nil || about.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", about, err)
	}
	outside.Execute(t, "CREATE TABLE before AS SELECT * FROM products")
	for _, change := range []string{
		"SELECT 1",
		"UPDATE products SET price_oere = price_oere + 1, stock = stock + 1, featured = NOT featured",
		"UPDATE products SET name = name || ' x', name_sort = name_sort || ' x' WHERE slug LIKE 'r%'", // and updated_at stays as it is
		"UPDATE products SET attributes = '{\"materiale\": \"horn\"}', brand = 'Lindberg', brand_key = 'lindberg' WHERE slug = 'round-metal'",
		"UPDATE products SET deleted_at = now() WHERE slug = 'round-metal'",
		"UPDATE categories SET name = 'Anderledes', name_sort = 'anderledes'",
		"UPDATE products SET created_at = created_at - interval '1 day' WHERE slug < 'm'",
		"UPDATE products SET slug = slug || '-2' WHERE slug > 'm'",
		`INSERT INTO products (id, slug, name, name_sort, description, price_oere, stock, featured, category_id, attributes, faq, use_cases, comparison_facts, images, search, created_at, updated_at)
			SELECT gen_random_uuid(), 'ny-' || slug, name, name_sort, description, price_oere, stock, featured, category_id, attributes, faq, use_cases, comparison_facts, images, search, created_at, updated_at
			FROM products WHERE deleted_at IS NULL LIMIT 3`,
		// An older state of the same rows, as a restored backup has it.
		`UPDATE products p SET slug = b.slug, name = b.name, name_sort = b.name_sort, brand = b.brand, brand_key = b.brand_key, attributes = b.attributes, price_oere = b.price_oere,
			stock = b.stock, featured = b.featured, deleted_at = b.deleted_at, created_at = b.created_at, updated_at = b.updated_at FROM before b WHERE p.id = b.id`,
		"DELETE FROM products WHERE slug LIKE 'ny-%'",
		"UPDATE products SET deleted_at = now()",
		"UPDATE products SET deleted_at = NULL",
	} {
		outside.Execute(t, change)
		outside.Execute(t, "TRUNCATE changes") // nothing tells what changed
		if log := once(t, outside.DatabaseURL, folder, nil); !strings.Contains(log, fromSnapshot) || strings.Contains(log, notUsed) {
			t.Errorf("after %s: %s", change, log)
		}
	}
}

// What is changed while the service runs is in the snapshot of its stop.
func TestTheLastSnapshotIsThatOfTheStop(t *testing.T) {
	t.Parallel()
	outside := servertest.New(t, servertest.Options{Unaided: true})
	folder := t.TempDir()
	once(t, outside.DatabaseURL, folder, nil)
	before, _ := os.ReadFile(snapshotIn(folder))
	log := once(t, outside.DatabaseURL, folder, func(s *servertest.Server) {
		key := s.Key(t, "products:write")
		p := s.Product(t, "round-metal")
		s.OK(t, key, "products.update", object{"slug": "round-metal", "expectedUpdatedAt": p.UpdatedAt, "patch": object{"name": "Firkantet"}}, nil)
	})
	after, _ := os.ReadFile(snapshotIn(folder))
	if !strings.Contains(log, written) || string(before) == string(after) {
		t.Errorf("it is not: %s", log)
	}
	// Price and stock are read at the next start anyway.
	if log := once(t, outside.DatabaseURL, folder, func(s *servertest.Server) {
		s.Execute(t, "UPDATE products SET stock = stock + 1")
		s.WantFresh(t)
	}); strings.Contains(log, written) {
		t.Errorf("it is written although nothing changed: %s", log)
	}
}

// A damaged file is never believed.
func TestADamagedSnapshotIsNotUsed(t *testing.T) {
	t.Parallel()
	outside := servertest.New(t, servertest.Options{Unaided: true})
	folder := t.TempDir()
	once(t, outside.DatabaseURL, folder, nil)
	good, err := os.ReadFile(snapshotIn(folder))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		bad := append([]byte(nil), good...)
		if at := rand.IntN(len(bad)); i%2 == 0 {
			bad = bad[:at]
		} else {
			bad[at] ^= 1 << rand.IntN(8)
		}
		if err := os.WriteFile(snapshotIn(folder), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if log := once(t, outside.DatabaseURL, folder, nil); !strings.Contains(log, notUsed) || strings.Contains(log, fromSnapshot) || !strings.Contains(log, written) {
			t.Errorf("%d: %s", i, log)
		}
	}
}

func TestASnapshotOfAnotherDatabaseIsNotUsed(t *testing.T) {
	t.Parallel()
	one, other := servertest.New(t, servertest.Options{Unaided: true}), servertest.New(t, servertest.Options{Unaided: true})
	folder := t.TempDir()
	once(t, one.DatabaseURL, folder, nil)
	if log := once(t, other.DatabaseURL, folder, nil); !strings.Contains(log, notUsed) || strings.Contains(log, fromSnapshot) || !strings.Contains(log, written) {
		t.Errorf("%s", log)
	}
}

// The service runs as without a snapshot when it cannot write one, and what a killed
// process left is removed.
func TestASnapshotThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	outside := servertest.New(t, servertest.Options{Unaided: true})
	folder := t.TempDir()
	if log := once(t, outside.DatabaseURL, filepath.Join(folder, "none"), nil); !strings.Contains(log, notWritten) {
		t.Errorf("%s", log)
	}
	left, recent := filepath.Join(folder, "products.index.1.new"), filepath.Join(folder, "products.index.2.new")
	for _, name := range []string{left, recent} {
		if err := os.WriteFile(name, []byte("a part"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(left, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	once(t, outside.DatabaseURL, folder, nil)
	if names, _ := filepath.Glob(filepath.Join(folder, "*")); fmt.Sprint(names) != fmt.Sprint([]string{snapshotIn(folder), recent}) {
		t.Errorf("%v are there", names)
	}
}
