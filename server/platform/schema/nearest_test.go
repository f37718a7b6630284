package schema

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	for name, tc := range map[string]struct{ op, body, fix string }{
		"another case":         {"products.get", `{"Slug":"a"}`, `Replace "Slug" by "slug".`},
		"one letter too many":  {"products.get", `{"sluggs":"a"}`, `Replace "sluggs" by "slug".`},
		"a word of two fields": {"products.search", `{"colour":"Gold"}`, `Replace "colour" by "frameColor" or "lensColor".`},
		"British spelling":     {"products.search", `{"frameColour":"Gold"}`, `Replace "frameColour" by "frameColor".`},
		"snake case":           {"products.search", `{"min_price":1}`, `Replace "min_price" by "minPriceOere".`},
		"one word of three":    {"products.search", `{"maxPrice":1}`, `Replace "maxPrice" by "maxPriceOere".`},
		"a word too many":      {"products.get", `{"productSlug":"a"}`, `Replace "productSlug" by "slug".`},
		"held already":         {"products.search", `{"frameColor":"Gold","colour":"Gold"}`, `Replace "colour" by "lensColor".`},
		"all held already":     {"products.get", `{"slugs":"a","slug":"a"}`, `Remove "slugs" from the body.`},
		"held further on":      {"products.get", `{"slugs":"a","sl\u0075g":"a"}`, `Remove "slugs" from the body.`},
		"nothing like it":      {"products.search", `{"filter":1}`, `Remove "filter" from the body.`},
		"one letter":           {"products.search", `{"x":1}`, `Remove "x" from the body.`},
		"empty":                {"products.search", `{"":1}`, `Remove "" from the body.`},
		"other letters":        {"products.search", `{"prïce":1}`, `Remove "prïce" from the body.`},
		"very long": {"products.search", `{"limitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimit":1}`,
			`Remove "limitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimit…" from the body.`},
		"nested": {"products.update", `{"slug":"a","patch":{"price":1}}`, `Replace "patch.price" by "patch.priceDkk".`},
	} {
		t.Run(name, func(t *testing.T) {
			faults := refused(t, request(t, tc.op), tc.body)
			checkFixes(t, faults)
			unknown := slices.IndexFunc(faults, func(f Fault) bool { return f.Code == CodeUnknownField })
			if unknown < 0 || faults[unknown].Fix != tc.fix {
				t.Errorf("%s: %+v, want the fix %s", tc.body, faults, tc.fix)
			}
		})
	}
}

func TestNearestNamesAFew(t *testing.T) {
	s := object(t, `"aName":{},"bName":{},"cName":{},"dName":{}`)
	if fix := refused(t, s, `{"name":1}`)[0].Fix; fix != `Replace "name" by "aName", "bName" or "cName".` {
		t.Error(fix)
	}
}
