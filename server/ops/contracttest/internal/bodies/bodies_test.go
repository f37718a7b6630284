package bodies_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// operations returns the operations of the shop, and their groups.
func operations(t *testing.T) (all []*openapi.Operation, groups []string) {
	t.Helper()
	d, err := openapi.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range d.Operations() {
		if op.Tool {
			all, groups = append(all, op), append(groups, op.Group)
		}
	}
	if len(all) < 27 {
		t.Fatalf("%d operations", len(all))
	}
	return all, groups
}

func operation(t *testing.T, name string) *openapi.Operation {
	t.Helper()
	all, _ := operations(t)
	for _, op := range all {
		if op.Name == name {
			return op
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func TestEachGoodBodyFitsItsSchemaAndNoBadOneDoes(t *testing.T) {
	t.Parallel()
	all, _ := operations(t)
	for _, op := range all {
		good := bodies.GoodOf(op)
		if len(good) == 0 || good[0].Field != nil {
			t.Errorf("%s: %d good bodies, the first %+v", op.Name, len(good), good)
		}
		for _, body := range good {
			if err := op.Body().Validate(any(body.Body)); err != nil {
				t.Errorf("%s, %s: %v", op.Name, body.Name, err)
			}
		}
		for _, body := range bodies.BadOf(op, bodies.Smallest(op.Body()), func(bodies.Field) bool { return false }) {
			if op.Body().Validate(any(body.Body)) == nil {
				t.Errorf("%s, %s: %s is allowed", op.Name, body.Name, bodies.Encode(body.Body))
			}
		}
	}
}

// Every field of every operation gets a bad value, and an optional one a good
// value too.
func TestEachFieldIsTried(t *testing.T) {
	t.Parallel()
	all, _ := operations(t)
	for _, op := range all {
		tried := map[string]bool{}
		for _, body := range bodies.GoodOf(op) {
			if body.Field != nil {
				tried["good /"+strings.Join(body.Field.Path, "/")] = true
			}
		}
		for _, body := range bodies.BadOf(op, bodies.Smallest(op.Body()), func(bodies.Field) bool { return false }) {
			tried["bad "+body.Pointer] = true
		}
		smallest := string(bodies.Encode(bodies.Smallest(op.Body())))
		for _, f := range bodies.Fields(op.Body()) {
			pointer := "/" + strings.Join(f.Path, "/")
			if !tried["bad "+pointer] {
				t.Errorf("%s: no bad value of %s", op.Name, pointer)
			}
			if !f.Required && !tried["good "+pointer] && !strings.Contains(smallest, `"`+f.Name()+`"`) {
				t.Errorf("%s: no good value of %s", op.Name, pointer)
			}
		}
	}
}

func TestFieldsThatAreKeptStay(t *testing.T) {
	t.Parallel()
	op := operation(t, "products.delete")
	base := map[string]any{"slug": "nothing", "confirm": true}
	for _, body := range bodies.BadOf(op, base, func(f bodies.Field) bool { return f.Name() == "slug" }) {
		if body.Body["slug"] != "nothing" {
			t.Errorf("%s: %s", body.Name, bodies.Encode(body.Body))
		}
	}
}

func TestAReferenceIsRecognisedByItsName(t *testing.T) {
	t.Parallel()
	_, groups := operations(t)
	op := operation(t, "products.create")
	for field, want := range map[string]bodies.Reference{
		"slug": {Group: "products", Field: "slug"}, "id": {Group: "products", Field: "id"}, "code": {Group: "products", Field: "code"},
		"categorySlug": {Group: "categories", Field: "slug"}, "orderId": {Group: "orders", Field: "id"}, "discountCode": {Group: "discounts", Field: "code"},
		"auditLogId": {Group: "products", Field: "id"}, // of no group
	} {
		if got, ok := bodies.ReferenceOf(op, groups, field); !ok || got != want {
			t.Errorf("%s: %v", field, got)
		}
	}
	for _, field := range []string{"name", "priceDkk", "idea", "Id", "decode"} {
		if got, ok := bodies.ReferenceOf(op, groups, field); ok {
			t.Errorf("%s: %v", field, got)
		}
	}
}

func TestAReferenceInsideAPatchIsResolvedToo(t *testing.T) {
	t.Parallel()
	_, groups := operations(t)
	body := map[string]any{"slug": "a", "patch": map[string]any{"categorySlug": "b", "brand": "c", "attributes": map[string]any{"code": "d"}}}
	got := bodies.Pointing(operation(t, "products.update"), groups, body, func(ref bodies.Reference) (string, bool) { return "own " + ref.Group, true })
	if text := string(bodies.Encode(got)); text != `{"patch":{"attributes":{"code":"d"},"brand":"c","categorySlug":"own categories"},"slug":"own products"}` {
		t.Error(text)
	}
	if body["slug"] != "a" {
		t.Error("the body itself was changed")
	}
}
