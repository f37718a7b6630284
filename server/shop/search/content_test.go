package search_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// Every column that the index reads of a product is either read after each change
// or part of the digest that says whether the product has to be read anew.
func TestContentIsADigestOfTheRest(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	digest := servertest.One[string](t, s, `SELECT generation_expression || replace(pg_get_function_sqlbody('product_digest'::regproc), 'content', '')
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'products' AND column_name = 'content'`)
	states := fieldsOf(reflect.TypeFor[db.MemoryStatesRow]())
	for _, field := range fieldsOf(reflect.TypeFor[db.MemoryProductsRow]()) {
		column := columnOf(field)
		if field == "FirstImage" {
			column = "images"
		}
		if inDigest := slices.Contains(strings.FieldsFunc(digest, notName), column); inDigest == slices.Contains(states, field) {
			t.Errorf("%s is in the digest: %v, want %v", column, inDigest, !inDigest)
		}
	}
}

// A change of any text is found after one of the stock alone was applied in place.
func TestIndexFollowsTextsAfterStock(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "categories:write,products:write")
	s.OK(t, key, "categories.upsert", servertest.Object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	for _, set := range []string{
		"stock = stock + 1", "name = 'Kantet'", "stock = stock - 1", "description = 'Af et stykke træ fra Gribskov.'", "brand = 'Lindberg', brand_key = 'lindberg'",
		`attributes = '{"materiale": "horn"}'`, `images = '[{"url": "https://images.example/a.jpg"}]'`, "answer_summary = 'Let.'", "frame_color = 'Sort', frame_color_key = 'sort'",
		"created_at = created_at - interval '1 day'", "featured = NOT featured", "slug = 'kantet'", "deleted_at = now()", "deleted_at = NULL",
	} {
		s.Execute(t, "UPDATE products SET "+set)
		s.WantFresh(t)
	}
}

func fieldsOf(row reflect.Type) (names []string) {
	for field := range row.Fields() {
		names = append(names, field.Name)
	}
	return names
}

// columnOf returns the name of a column as sqlc derives fields from it, the other way round.
func columnOf(field string) string {
	var b strings.Builder
	for i, r := range strings.ReplaceAll(field, "ID", "Id") {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func notName(r rune) bool { return r != '_' && !unicode.IsLetter(r) }
