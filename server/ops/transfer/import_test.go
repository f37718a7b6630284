package transfer_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
)

func TestImportReportsRefusedLines(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sum, told := s.importProducts(strings.Join([]string{
		hat("first", ""),
		strings.Replace(hat("cheap", ""), "19900", "0", 1),
		`{"name":"X","slug":"","colour":"red","stock":1}`,
		`{"name":"half`,
		`["a list"]`,
		strings.Replace(hat("lost", ""), `"hats"`, `"shoes"`, 1),
		strings.Replace(hat("loose", ""), `,"categorySlug":"hats"`, "", 1),
		hat("elsewhere", `,"categoryId":"019a0000-0000-7000-8000-000000000000"`),
		"  ",
		strings.Replace(hat("unknown", ""), `"categorySlug":"hats"`, `"categoryId":"none"`, 1),
		"{\"name\":\"\xff\"}",
		hat("evil", `,"\u001b[2J":1`),
		hat("last", ""),
	}, "\n"))
	is(t, sum, 2, 0, 0, 10)
	equal(t, "told", told, strings.TrimLeft(`
line 2: /priceDkk: must be at least 1
line 3: /name: must be at least 2 characters long
line 3: /slug: must be at least 1 character long
line 3: /colour: is not a field of this operation
line 4: the line is not one JSON object: the text ends inside a string, at byte 13
line 5: the line is not one JSON object: the body is an array where an object is expected, at byte 0
line 6: /categorySlug: No category has the slug "shoes". Name one that exists, or make it first.
line 7: /categorySlug: The product has no category. Add categorySlug to the line.
line 8: /categorySlug: No category has the id "019a0000-0000-7000-8000-000000000000". Name one that exists, or make it first.
line 10: /categoryId: No category has the id "none". Name one that exists, or make it first.
line 11: the line is not one JSON object: the text is not valid UTF-8, at byte 9: save it as UTF-8 (Excel calls that CSV UTF-8)
line 12: /`+"\uFFFD"+`[2J: is not a field of this operation
`, "\n"))
	if n := s.count(); n != 2 {
		t.Errorf("%d products, want 2", n)
	}
}

func TestImportAgainChangesNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text := hats(1200) + hat("full", full)
	sum, _ := s.importProducts(text)
	is(t, sum, 1201, 0, 0, 0)
	before, audit := s.product("full"), len(s.audit())
	sum, _ = s.importProducts(text)
	is(t, sum, 0, 0, 1201, 0)
	if after := s.product("full"); !after.UpdatedAt.Equal(before.UpdatedAt) {
		t.Errorf("updatedAt moved from %v to %v", before.UpdatedAt, after.UpdatedAt)
	}
	equal(t, "audit rows", len(s.audit()), audit)
}

// full are all optional fields of a line.
const full = `,"brand":"Bøgh & Søn","frameColor":"Red","lensColor":null,"featured":true,"images":["https://img.example/a.jpg?a=1&b=2","https://img.example/b.jpg"],` +
	`"attributes":{"width":6.0,"note":"a <b> & c","sizes":["S","M"],"æ":true},"answerSummary":"A hat.","faq":[{"q":"Warm?","a":"Yes."}],` +
	`"useCases":[{"title":"Winter","description":"When it is cold."}],"comparisonFacts":{"weight":"90 g"}`

func TestImportKeepsWhatALineLeavesOut(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hat("full", full))
	before := s.product("full")
	sum, _ := s.importProducts(strings.Replace(hat("full", ""), "19900", "24900", 1))
	is(t, sum, 0, 1, 0, 0)
	after := s.product("full")
	if !after.UpdatedAt.After(before.UpdatedAt) || after.PriceOere != 24900 {
		t.Errorf("not changed: %+v", after)
	}
	after.PriceOere, after.UpdatedAt = before.PriceOere, before.UpdatedAt
	sameRecord(t, after, before)

	sum, _ = s.importProducts(hat("full", `,"brand":null,"featured":false,"attributes":{}`))
	is(t, sum, 0, 1, 0, 0)
	if p := s.product("full"); p.Brand != nil || p.Featured || string(p.Attributes) != "{}" || len(p.Images) != len(before.Images) {
		t.Errorf("want what is named to be set, and nothing else: %+v", p)
	}
	sum, _ = s.importProducts(strings.Replace(hat("full", ""), `"hats"`, `"bags"`, 1))
	is(t, sum, 0, 1, 0, 0)
	equal(t, "category", s.product("full").CategoryName, "Bags")
}

func sameRecord(t *testing.T, got, want db.ProductRecord) {
	t.Helper()
	a, b := got, want
	for _, text := range []**string{&a.Brand, &a.FrameColor, &a.AnswerSummary, &b.Brand, &b.FrameColor, &b.AnswerSummary} {
		if *text == nil {
			t.Errorf("lost: %+v", got)
		}
	}
	equal(t, "attributes", string(a.Attributes), string(b.Attributes))
	equal(t, "images", string(a.Images), string(b.Images))
	equal(t, "faq", string(a.Faq), string(b.Faq))
	if a.Featured != b.Featured || a.ID != b.ID || *a.Brand != *b.Brand || a.CategoryID != b.CategoryID {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestImportLeavesAnAuditRowForEachChange(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	start := len(s.audit())
	s.importProducts(hat("a", "") + "\n" + hat("b", ""))
	s.importProducts(hat("a", "") + "\n" + hat("b", `,"brand":"Bo"`) + "\n" + hat("c", ""))
	rows := s.audit()
	if len(rows) != start+4 {
		t.Fatalf("%d rows, want %d", len(rows), start+4)
	}
	for _, row := range rows[:4] {
		if row.Tool != "cli.import products" || row.Actor != "cli:test" || row.Channel != call.CLI || *row.EntityType != "product" || row.Args != nil {
			t.Errorf("row %+v", row)
		}
	}
	b := s.product("b").ID.String()
	for _, row := range rows[:2] {
		if changed := *row.EntityID == b; changed != (row.Before != nil) || changed && !strings.Contains(string(row.After), `"brand":"Bo"`) {
			t.Errorf("before %s, after %s", row.Before, row.After)
		}
	}
}

// Lines with one slug are applied in their order, whether they are in one
// transaction or in two concurrent ones.
func TestImportOfOneSlugManyTimes(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	one := func(stock string) string {
		return strings.Replace(hat("twice", ""), `"stock":3`, `"stock":`+stock, 1) + "\n"
	}
	start := len(s.audit())
	sum, _ := s.importProducts(one("1") + one("1") + one("2"))
	is(t, sum, 1, 1, 1, 0)
	equal(t, "stock", s.product("twice").Stock, 2)
	equal(t, "audit rows", len(s.audit())-start, 1)
	sum, _ = s.importProducts(one("7") + one("2")) // there and back is no change
	is(t, sum, 0, 2, 0, 0)
	equal(t, "audit rows", len(s.audit())-start, 1)

	var b strings.Builder
	for range 5 {
		b.WriteString(one("5") + hats(499) + one("6") + hats(499))
	}
	sum, _ = s.importProducts(b.String())
	is(t, sum, 499, 10, 9*499, 0)
	equal(t, "stock", s.product("twice").Stock, 6)
}

func TestImportCategories(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	start := len(s.audit())
	text := `{"slug":"bags","name":"Bags","description":"Of leather"}` + "\n" + `{"slug":"hats","name":"Hats & caps"}` + "\n" +
		`{"slug":"x","name":"Y"}` + "\n" + `{"slug":"new","name":"New","description":null}`
	sum, told := s.importCategories(text)
	is(t, sum, 1, 1, 1, 1)
	if !strings.HasPrefix(told, "line 3: /slug: must be at least 2 characters long\nline 3: /name: ") {
		t.Error(told)
	}
	sum, _ = s.importCategories(text)
	is(t, sum, 0, 0, 3, 1)
	equal(t, "audit rows", len(s.audit())-start, 2)
	sum, _ = s.importCategories(`{"slug":"bags","name":"Bags","description":null}`)
	is(t, sum, 0, 1, 0, 0)
}
