package catalog_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// bulkResult is the result of products.bulk_upsert.
type bulkResult struct {
	Results []struct {
		Index         int
		Slug, Outcome string
		Code, Detail  *string
	}
	Created, Updated, Failed int
}

// outcomes returns each item's outcome and code in one line.
func (r *bulkResult) outcomes() string {
	var all []string
	for i, one := range r.Results {
		text := fmt.Sprintf("%d %s %s", one.Index-i, one.Slug, one.Outcome)
		if one.Code != nil {
			text += " " + *one.Code
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func bulk(mode string, items ...object) object { return object{"mode": mode, "items": items} }

// newItem is an item that creates a product.
func newItem(slug string) object {
	return object{"slug": slug, "name": "Etui " + slug, "description": "Et etui til briller.", "priceDkk": 9900, "stock": 3, "categorySlug": "solbriller"}
}

func TestBulkUpsert(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,audit:read,audit:revert")
	body := bulk("best_effort",
		object{"slug": "round-metal", "priceDkk": 119900, "featured": true}, newItem("etui-a"), object{"slug": "etui-b", "stock": 1, "priceDkk": 100},
		servertest.With(newItem("etui-c"), object{"categorySlug": "ukendt"}), object{"slug": "round-metal-2"},
	)
	const want = "0 round-metal updated, 0 etui-a created, 0 etui-b failed validation_failed, 0 etui-c failed unknown_category, 0 round-metal-2 failed validation_failed"
	before := s.Contents(t)
	var tried, done bulkResult
	s.OK(t, key, "products.bulk_upsert", servertest.With(body, object{"dryRun": true}), &tried)
	if got := tried.outcomes(); got != want || s.Contents(t) != before {
		t.Errorf("a dry run: %s\nwant %s", got, want)
	}
	tryOnce := func(body string) servertest.Reply {
		r := s.Request(t, key, "products.bulk_upsert", []byte(body))
		r.Header.Set("Idempotency-Key", "once")
		return s.Do(t, "products.bulk_upsert", r)
	}
	first := tryOnce(`{"mode":"best_effort","dryRun":true,"items":[{"slug":"round-metal","stock":1}]}`)
	if again := tryOnce(`{"mode":"best_effort","dryRun":true,"items":[{"slug":"round-metal","stock":1}]}`); first.Status != http.StatusOK || string(again.Body) != string(first.Body) {
		t.Errorf("a dry run with a key, and again: %s %s", first.Body, again.Body)
	}
	tryOnce(`{"mode":"best_effort","items":[{"slug":"round-metal","stock":1}]}`).Problem(t, problem.IdempotencyKeyReused)
	var was, is object
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, &was)
	s.OK(t, key, "products.bulk_upsert", body, &done)
	if got := done.outcomes(); got != want || done.Created != 1 || done.Updated != 1 || done.Failed != 3 {
		t.Errorf("%s\nwant %s; %+v", got, want, done)
	}
	for i, part := range map[int]string{2: `Add "items[2].name" to the body, as a string.`, 3: `set "items[3].categorySlug"`, 4: "is required"} {
		if detail := *done.Results[i].Detail; !strings.Contains(detail, part) {
			t.Errorf("item %d: %s", i, detail)
		}
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, &is)
	servertest.WantFields(t, "changed", is, servertest.With(was, object{"priceDkk": 119900.0, "priceMaxOere": 119900.0, "featured": true, "updatedAt": is["updatedAt"]}))
	s.WantList(t, "", "products.search", object{"q": "etui-a"}, "slug", "etui-a")

	// Each product that changed has its own entry, with its own arguments, and can be taken back.
	rows := s.Succeeded(t, "products.bulk_upsert")
	if len(rows) != 2 {
		t.Fatalf("%d rows in the audit", len(rows))
	}
	for _, row := range rows {
		if args := string(row.Args); strings.Contains(args, "etui-a") == strings.Contains(args, "round-metal") {
			t.Errorf("%s", args)
		}
		s.OK(t, key, "audit.revert", object{"auditLogId": row.ID, "confirm": true}, nil)
	}
	s.Refused(t, "", "products.get", object{"slug": "etui-a"}, problem.ProductNotFound)
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, &is)
	servertest.WantFields(t, "reverted", is, servertest.With(was, object{"updatedAt": is["updatedAt"]}))
}

// What an item leaves out stays; defaults apply to a creation alone; null clears.
func TestBulkUpsertSetsWhatIsNamed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	full := servertest.With(newItem("etui"), object{"featured": true, "brand": "Nordlys", "frameColor": "Sort", "attributes": object{"hard": true}, "images": []string{"https://images.example/a.jpg"}})
	run := func(want string, items ...object) {
		t.Helper()
		var result bulkResult
		s.OK(t, key, "products.bulk_upsert", bulk("all_or_nothing", items...), &result)
		if got := result.outcomes(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	run("0 etui created, 0 plain created", full, newItem("plain"))
	run("0 etui unchanged, 0 plain unchanged", object{"slug": "etui"}, newItem("plain"))
	if n := len(s.Succeeded(t, "products.bulk_upsert")); n != 2 {
		t.Errorf("%d rows in the audit", n)
	}
	run("0 etui updated", object{"slug": "etui", "stock": 9, "brand": nil})
	var etui, plain object
	s.OK(t, "", "products.get", object{"slug": "etui"}, &etui)
	s.OK(t, "", "products.get", object{"slug": "plain"}, &plain)
	servertest.WantFields(t, "etui", etui, object{"stock": 9.0, "brand": nil, "featured": true, "frameColor": "Sort", "priceDkk": 9900.0})
	servertest.WantFields(t, "plain", plain, object{"featured": false, "brand": nil, "images": []any{}, "attributes": object{}})
}

// With all_or_nothing any failure refuses the call with the first one's status and code.
func TestBulkUpsertAllOrNothing(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	noCategory := newItem("etui-x")
	delete(noCategory, "categorySlug")
	var id string
	var other object
	s.OK(t, s.Key(t, "categories:write"), "categories.upsert", object{"slug": "etuier", "name": "Etuier"}, &other)
	id = other["id"].(string)
	before := s.Contents(t)
	for code, bad := range map[problem.Code]object{
		problem.UnknownCategory: servertest.With(newItem("etui-x"), object{"categorySlug": "ukendt"}), problem.CategoryRequired: noCategory,
		problem.CategoryMismatch: servertest.With(newItem("etui-x"), object{"categoryId": id}), problem.ValidationFailed: {"slug": "etui-x", "stock": 1},
	} {
		for _, dryRun := range []bool{true, false} {
			body := servertest.With(bulk("all_or_nothing", newItem("etui-a"), bad, object{"slug": "etui-y"}), object{"dryRun": dryRun})
			p := s.Refused(t, key, "products.bulk_upsert", body, code)
			if len(p.Errors) != 2 || p.Errors[0].Pointer != "/items/1" || p.Errors[0].Code != strings.Replace(string(code), "validation_failed", "required", 1) || p.Errors[1].Pointer != "/items/2" ||
				!strings.HasPrefix(p.Detail, "items[1] (etui-x): ") {
				t.Errorf("%s: %+v", code, p)
			}
		}
	}
	if s.Contents(t) != before {
		t.Error("a refused call wrote something")
	}
}

func TestBulkUpsertRefusesBodies(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	many := make([]object, 501)
	for i := range many {
		many[i] = object{"slug": fmt.Sprintf("p-%d", i), "stock": 1}
	}
	for name, c := range map[string]struct {
		body    object
		pointer string
	}{
		"a slug twice": {bulk("best_effort", newItem("a1"), newItem("b1"), object{"slug": "a1"}), "/items/2/slug"},
		"too many":     {bulk("best_effort", many...), "/items"},
		"none":         {object{"mode": "best_effort", "items": []object{}}, "/items"},
		"no mode":      {object{"items": []object{newItem("a1")}}, "/mode"},
		"a mode":       {bulk("some", newItem("a1")), "/mode"},
		"a price":      {bulk("best_effort", newItem("a1"), servertest.With(newItem("b1"), object{"priceDkk": 0})), "/items/1/priceDkk"},
		"a field":      {bulk("best_effort", servertest.With(newItem("a1"), object{"colour": "red"})), "/items/0/colour"},
		"null":         {bulk("best_effort", servertest.With(newItem("a1"), object{"stock": nil})), "/items/0/stock"},
	} {
		if p := s.Refused(t, key, "products.bulk_upsert", c.body, problem.ValidationFailed); p.Errors[0].Pointer != c.pointer {
			t.Errorf("%s: %+v", name, p.Errors)
		}
	}
	s.Refused(t, s.Key(t, "catalog:read"), "products.bulk_upsert", bulk("best_effort", newItem("a1")), problem.InsufficientScope)
	s.Refused(t, "", "products.bulk_upsert", bulk("best_effort", newItem("a1")), problem.AuthenticationRequired)
}

// Small items may name products that are large; a call reads at most 8 MiB of those.
func TestBulkUpsertOfLargeProducts(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "solbriller", "name": "Solbriller"}, nil)
	s.OK(t, key, "products.bulk_upsert", bulk("all_or_nothing", newItem("a1"), newItem("b1"), newItem("c1"), newItem("d1")), nil)
	s.Execute(t, "UPDATE products SET description = repeat('en tekst ', 330000) WHERE slug <> 'd1'")
	items := []object{{"slug": "a1", "stock": 8}, {"slug": "b1", "stock": 8}, {"slug": "c1", "stock": 8}, {"slug": "d1", "stock": 8}}
	before := s.Contents(t)
	for _, mode := range []string{"all_or_nothing", "best_effort"} {
		for _, dryRun := range []bool{true, false} {
			p := s.Refused(t, key, "products.bulk_upsert", servertest.With(bulk(mode, items...), object{"dryRun": dryRun}), problem.ValidationFailed)
			if p.Errors[0].Pointer != "/items" || p.Resolution != `Put at most 3 items into "items".` {
				t.Errorf("%+v", p)
			}
		}
	}
	if s.Contents(t) != before {
		t.Error("a refused call wrote something")
	}
	var result bulkResult
	s.OK(t, key, "products.bulk_upsert", bulk("all_or_nothing", items[1:3]...), &result)
	if got := result.outcomes(); got != "0 b1 updated, 0 c1 updated" {
		t.Error(got)
	}
}

// Calls at once about the same new products create each once, and none is refused.
func TestBulkUpsertsAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	const callers, slugs = 6, 50
	_, replies := servertest.Together(callers, func(i int) servertest.Reply {
		var items []object
		for n := range slugs {
			items = append(items, newItem(fmt.Sprintf("etui-%d", (n*7+i*13)%slugs)))
		}
		return s.Call(t, key, "products.bulk_upsert", bulk("all_or_nothing", items...))
	})
	created := 0
	for _, reply := range replies {
		if reply.Status != http.StatusOK {
			t.Errorf("%d %s", reply.Status, reply.Body)
			continue
		}
		var result bulkResult
		reply.Result(t, &result)
		created += result.Created
	}
	if created != slugs || len(s.Succeeded(t, "products.bulk_upsert")) != slugs {
		t.Errorf("%d were created, and there are %d rows in the audit", created, len(s.Succeeded(t, "products.bulk_upsert")))
	}
}

// A call that waits for another one, which writes the same, has nothing left to write.
func TestABulkUpsertThatAnotherCallDidMeanwhile(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.bulk_upsert", bulk("all_or_nothing", newItem("a1")), nil)
	commit := s.Meanwhile(t, "UPDATE products SET stock = 7 WHERE slug = 'a1'")
	replies := make(chan servertest.Reply)
	go func() {
		replies <- s.Call(t, key, "products.bulk_upsert", bulk("all_or_nothing", object{"slug": "a1", "stock": 7}))
	}()
	s.AwaitLock(t, 1)
	commit()
	var result bulkResult
	reply := <-replies
	if reply.Result(t, &result); result.outcomes() != "0 a1 unchanged" {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
}

// An item whose slug no product has is answered with the product that is meant.
func TestBulkItemsWithoutAProduct(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,catalog:read")
	s.OK(t, key, "products.delete", object{"slug": "cat-eye", "confirm": true}, nil)
	for name, c := range map[string]struct {
		item               object
		onMissing          any
		code               problem.Code
		detail, resolution string
	}{
		"misspelt":            {object{"slug": "rund-metal", "priceDkk": 1}, nil, problem.ValidationFailed, `No product has the slug "rund-metal". "round-metal" is spelled alike.`, `Set "items[0].slug" to "round-metal".`},
		"deleted":             {object{"slug": "cat-eye", "stock": 1}, "create", problem.ValidationFailed, `The product with the slug "cat-eye" was deleted.`, `Call products.restore with the slug "cat-eye", then send the call again.`},
		"like none":           {object{"slug": "haengekoeje", "stock": 1}, nil, problem.ValidationFailed, "", ""},
		"misspelt, none made": {servertest.With(servertest.NewProduct("round-metall"), object{}), "fail", problem.ProductNotFound, `No product has the slug "round-metall". "round-metal" is spelled alike.`, `Set "items[0].slug" to "round-metal".`},
		"like none, none made": {servertest.NewProduct("haengekoeje"), "fail", problem.ProductNotFound, `No product has the slug "haengekoeje".`,
			`Call products.search and set "items[0].slug" to the slug of a product, or remove the item.`},
	} {
		body := object{"mode": "all_or_nothing", "items": []any{c.item}}
		if c.onMissing != nil {
			body["onMissing"] = c.onMissing
		}
		if c.resolution == "" {
			p := s.Refused(t, key, "products.bulk_upsert", body, c.code)
			if p.Resolution != `Add "items[0].name" to the body, as a string.` || p.Errors[0].Pointer != "/items/0" || p.Errors[0].Code != "required" {
				t.Errorf("%s: %+v", name, p)
			}
			continue
		}
		p := s.Refused(t, key, "products.bulk_upsert", body, c.code)
		if p.Detail != "items[0] ("+c.item["slug"].(string)+"): "+c.detail || p.Resolution != c.resolution {
			t.Errorf("%s: %s %s", name, p.Detail, p.Resolution)
		}
		body["mode"], body["dryRun"] = "best_effort", true
		var result api.ProductsBulkUpsertResult
		s.OK(t, key, "products.bulk_upsert", body, &result)
		if o := result.Results[0]; result.Failed != 1 || *o.Code != string(c.code) || *o.Detail != c.detail+" "+c.resolution {
			t.Errorf("%s: %+v", name, o)
		}
	}
	var result api.ProductsBulkUpsertResult
	s.OK(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "onMissing": "create", "items": []any{
		servertest.NewProduct("round-metall"), servertest.NewProduct("cat-eye"), servertest.NewProduct("haengekoeje"), servertest.NewProduct("round-metal-2"),
	}}, &result)
	for i, want := range []string{"similar_slug", "deleted_slug", "", ""} {
		got := ""
		if w := result.Results[i].Warnings; len(w) > 0 {
			got = w[0].Code
		}
		if result.Results[i].Outcome != api.BulkItemOutcomeCreated || got != want {
			t.Errorf("%d: %+v, want the warning %q", i, result.Results[i], want)
		}
	}
	s.OK(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "onMissing": "fail", "items": []any{object{"slug": "round-metal", "stock": 7}}}, &result)
	if result.Updated != 1 {
		t.Errorf("%+v", result)
	}
}
