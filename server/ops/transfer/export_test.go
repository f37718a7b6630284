package transfer_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/shop/catalog"
)

// import → export → import is the identity, in the order of the file.
func TestExportIsTheInverseOfImport(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hats(1800) + hat("full", full) + "\n" + hat("bare", ""))
	exported := s.export()
	lines := strings.Split(exported, "\n")
	if !strings.Contains(lines[0], `"hat-00000"`) || !strings.Contains(lines[1799], `"hat-01799"`) || !strings.Contains(lines[1801], `"bare"`) {
		t.Errorf("the order of the file is lost: %s … %s", lines[0], lines[1801])
	}
	equal(t, "full", lines[1800], `{"name":"Hat full","slug":"full","brand":"Bøgh & Søn","description":"A hat to be worn.","priceDkk":19900,"stock":3,"featured":true,"categorySlug":"hats",`+
		`"frameColor":"Red","lensColor":null,"images":["https://img.example/a.jpg?a=1&b=2","https://img.example/b.jpg"],`+
		`"attributes":{"width":6.0,"note":"a <b> & c","sizes":["S","M"],"æ":true},"answerSummary":"A hat.","faq":[{"q":"Warm?","a":"Yes."}],`+
		`"useCases":[{"title":"Winter","description":"When it is cold."}],"comparisonFacts":{"weight":"90 g"},"options":[],"variants":[]}`)

	sum, _ := s.importProducts(exported)
	is(t, sum, 0, 0, 1802, 0)
	other := newShop(t)
	sum, told := other.importProducts(exported)
	is(t, sum, 1802, 0, 0, 0)
	if told != "" {
		t.Error(told)
	}
	if again := other.export(); again != exported {
		t.Error("the export of the import differs")
	}
	s.importProducts(hat("full", `,"brand":"Other","featured":false,"attributes":{"x":1}`) + "\n" + hat("bare", full))
	sum, _ = s.importProducts(exported)
	is(t, sum, 0, 2, 1800, 0)
	if s.export() != exported {
		t.Error("an import does not undo what was changed since the export")
	}
}

// The texts that an agent attached to an image, and the white space in its JSON,
// survive an import, which cannot contain them.
func TestImportOfAnExportKeepsWhatItCannotHold(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hat("seen", `,"images":["https://img.example/a.jpg"],"attributes":{ "spaced" : [ 1 , 2 ] }`))
	alt := "From the side"
	if _, err := (catalog.Products{Store: s.store}).ProductsAttachImage(s.ctx, api.ProductsAttachImageRequestObject{
		Body: &api.ProductsAttachImageRequest{Slug: "seen", ImageUrl: "https://img.example/b.jpg", Alt: &alt},
	}); err != nil {
		t.Fatal(err)
	}
	before := s.product("seen")
	sum, _ := s.importProducts(s.export())
	is(t, sum, 0, 0, 1, 0)
	equal(t, "attributes", string(s.product("seen").Attributes), `{ "spaced" : [ 1 , 2 ] }`)
	equal(t, "images", string(s.product("seen").Images), string(before.Images))
}

// The pictures of the program are paths, which a products.create request cannot
// contain.
func TestExportAndImportOfPicturesOfTheProgram(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hat("seen", `,"images":["/pictures/cat-eye.svg"],"attributes":{"note":"<b> & \"/pictures/x\""}`))
	exported := s.export()
	if !strings.Contains(exported, `"images":["/pictures/cat-eye.svg"]`) {
		t.Errorf("exported: %s", exported)
	}
	sum, _ := s.importProducts(exported)
	is(t, sum, 0, 0, 1, 0)
	other := newShop(t)
	sum, told := other.importProducts(exported)
	is(t, sum, 1, 0, 0, 0)
	if again := other.export(); told != "" || again != exported {
		t.Errorf("%s, exported again: %s", told, again)
	}
	sum, _ = other.importProducts(hat("other", `,"images":["/other/cat-eye.svg"]`) + "\n" + hat("mixed", `,"images":["/pictures/cat-eye.svg", 5]`))
	is(t, sum, 0, 0, 0, 2)
}
