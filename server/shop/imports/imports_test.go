package imports_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type object = servertest.Object

// shop is a shop with the category hats, and two keys.
type shop struct {
	*servertest.Server
	products, owner string // the first writes products alone
}

func newShop(t *testing.T) shop {
	t.Helper()
	s := shop{Server: servertest.Borrow(t, storetest.Empty)}
	s.products, s.owner = s.Key(t, "products:write"), s.Key(t, "owner")
	s.OK(t, s.owner, "categories.upsert", object{"slug": "hats", "name": "Hats & caps"}, nil)
	return s
}

// hat is a line with the required fields, and more if given.
func hat(slug, more string) string {
	return fmt.Sprintf(`{"name":"Hat %s","slug":%q,"description":"A hat to be worn.","priceDkk":19900,"stock":3,"categorySlug":"hats"%s}`, slug, slug, more)
}

const header = "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n"

// does imports a text as a dry run and then for good, and fails the test unless both answer these numbers, and the dry run
// changes nothing. It returns the errors as "line handle reason".
func (s shop) does(t *testing.T, key, tool string, body object, created, updated, unchanged, refused int) (faults []string) {
	t.Helper()
	for _, dry := range []bool{true, false} {
		before, rows := s.Contents(t), s.AuditCount(t)
		call := servertest.With(body, object{"confirm": true})
		if dry {
			call = servertest.With(body, object{"dryRun": true})
		}
		var got struct {
			DryRun                               bool
			Created, Updated, Unchanged, Refused int
			Errors                               []struct {
				Line   int
				Handle *string
				Reason string
			}
		}
		s.OK(t, key, tool, call, &got)
		if got.DryRun != dry || got.Created != created || got.Updated != updated || got.Unchanged != unchanged || got.Refused != refused {
			t.Errorf("%s, dry run %v: %+v, want %d created, %d updated, %d unchanged, %d refused", tool, dry, got, created, updated, unchanged, refused)
		}
		if dry && (s.Contents(t) != before || s.AuditCount(t) != rows) {
			t.Errorf("%s: the dry run wrote something", tool)
		}
		var told []string
		for _, fault := range got.Errors {
			handle := "-"
			if fault.Handle != nil {
				handle = *fault.Handle
			}
			told = append(told, fmt.Sprintf("%d %s %s", fault.Line, handle, fault.Reason))
		}
		if faults != nil && !slices.Equal(faults, told) {
			t.Errorf("%s: the dry run says %v, and then %v", tool, faults, told)
		}
		faults = told
	}
	return faults
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestProductsImportOfLines(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text := strings.Join([]string{
		hat("first", ""), strings.Replace(hat("cheap", ""), "19900", "0", 1), `{"name":"half`, "", strings.Replace(hat("lost", ""), `"hats"`, `"shoes"`, 1),
		strings.Replace(hat("loose", ""), `,"categorySlug":"hats"`, "", 1), hat("second", `,"brand":"Bøgh"`), hat("first", ""), `{"slug":"x","colour":1}`,
	}, "\r\n")
	body := object{"format": "jsonl", "text": "\ufeff" + text + "\r\n"}
	want(t, s.does(t, s.products, "products.import", body, 2, 0, 1, 5),
		"2 cheap /priceDkk: must be at least 1",
		"3 - the line is not one JSON object: the text ends inside a string, at byte 13",
		`5 lost /categorySlug: No category has the slug "shoes". Name one that exists, or make it first.`,
		"6 loose /categorySlug: The product has no category. Add categorySlug to the line.",
		"9 x /colour: is not a field of this operation")
	if n := len(s.Succeeded(t, "products.import")); n != 2 {
		t.Errorf("%d rows of the audit, want 2", n)
	}
	s.does(t, s.products, "products.import", servertest.With(body, object{"categorySlug": "hats"}), 1, 0, 3, 4)
	s.does(t, s.products, "products.import", object{"format": "jsonl", "text": `{"slug":"second","brand":null}`}, 0, 1, 0, 0)
	var product object
	s.OK(t, s.owner, "products.get", object{"slug": "second"}, &product)
	servertest.WantFields(t, "second", product, object{"brand": nil, "stock": 3, "priceDkk": 19900})
	if rows := s.Succeeded(t, "products.import"); len(rows) != 4 || string(rows[0].Args) != `{"confirm":true,"format":"jsonl","text":"{\"slug\":\"second\",\"brand\":null}"}` {
		t.Errorf("%d rows, the last with %s", len(rows), rows[0].Args)
	}
}

// A CSV with variants, whose rows need not stand together; its categories are made by a key that may.
func TestProductsImportOfShopify(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text := header + "cap,Cap,A cap of wool.,HATS & CAPS,Size,S,C-S,99.95,2\n" +
		"scarf,Scarf,<p>A scarf &amp; more.</p>,Scarves,,,,50,1\n" +
		"cap,,,,,M,C-M,120,5\n" +
		"odd,Odd,A thing that is odd.,Hats & caps,,,,1x,1\n" +
		"bad\"ly,x\n"
	body := object{"format": "shopify_csv", "text": text}
	want(t, s.does(t, s.products, "products.import", body, 1, 0, 0, 3),
		`3 scarf /categorySlug: The shop has no category "Scarves", and the key lacks the scope categories:write to make it.`,
		`5 odd /priceDkk: the price "1x" on line 5 is not an amount such as 9.99`,
		`6 - the row is not CSV: bare " in non-quoted-field`)
	s.does(t, s.owner, "products.import", body, 1, 0, 1, 2)
	var product struct {
		Category struct{ Slug string }
		PriceDkk int64
		Stock    int64
		Variants []object
	}
	s.OK(t, s.owner, "products.get", object{"slug": "cap"}, &product)
	if product.Category.Slug != "hats" || product.PriceDkk != 9995 || product.Stock != 7 || len(product.Variants) != 2 {
		t.Errorf("the cap is %+v", product)
	}
	if s.OK(t, s.owner, "products.get", object{"slug": "scarf"}, &product); product.Category.Slug != "scarves" {
		t.Errorf("the scarf is %+v", product)
	}
	want(t, s.does(t, s.products, "products.import", object{
		"format": "shopify_csv", "categorySlug": "hats",
		"text": "Handle,Title,Tags,Status,Variant Price\nnew,New one,\"summer, sale\",active,10\nhidden,Hidden,,draft,10\ncap,,winter,,\n",
	}, 1, 0, 1, 1), "3 hidden its status is draft")
	if s.OK(t, s.owner, "products.get", object{"slug": "new"}, &product); product.Category.Slug != "hats" {
		t.Errorf("the new one is %+v", product)
	}
}

// Every row of the audit can be taken back, and brought again.
func TestImportsAreReverted(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.OK(t, s.owner, "products.import", object{"format": "jsonl", "text": hat("old", ""), "confirm": true}, nil)
	s.OK(t, s.owner, "products.import", object{"format": "shopify_csv", "confirm": true, "text": header +
		"old,Older,,,,,,150,9\ncap,Cap,A cap of wool.,Caps,Size,S,C-S,99.95,2\ncap,,,,,M,C-M,120,5\n"}, nil)
	rows := s.Succeeded(t, "products.import")[:3]
	kinds := map[string]int{}
	for _, row := range rows {
		kinds[*row.EntityType]++
		s.OK(t, s.owner, "audit.revert", object{"auditLogId": row.ID, "confirm": true}, nil)
	}
	if kinds["product"] != 2 || kinds["category"] != 1 {
		t.Errorf("rows about %v", kinds)
	}
	var product object
	s.OK(t, s.owner, "products.get", object{"slug": "old"}, &product)
	servertest.WantFields(t, "old", product, object{"name": "Hat old", "priceDkk": 19900, "stock": 3})
	s.Refused(t, s.owner, "products.get", object{"slug": "cap"}, problem.ProductNotFound)
	s.WantList(t, s.owner, "categories.list", object{}, "slug", "hats")
}

func TestCategoriesImport(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	key := s.Key(t, "categories:write")
	text := `{"slug":"bags","name":"Bags","description":"Of leather"}` + "\n" + `{"slug":"hats","name":"Hats"}` + "\n" + `{"slug":"x","name":"Xs"}` + "\n" + `{"slug":"bags","name":"Bags"}`
	want(t, s.does(t, key, "categories.import", object{"format": "jsonl", "text": text}, 1, 1, 1, 1), "3 x /slug: must be at least 2 characters long")
	s.does(t, key, "categories.import", object{"format": "jsonl", "text": text}, 0, 0, 3, 1)
	rows := s.Succeeded(t, "categories.import")
	if len(rows) != 2 || string(rows[0].Args) != `{"confirm":true,"format":"jsonl","text":"{\"name\":\"Hats\",\"slug\":\"hats\"}"}` {
		t.Errorf("%d rows, the last with %s", len(rows), rows[0].Args)
	}
	csv := "Handle,Title,Type,Tags,Variant Price\na,Aa,Scarves,,1\nb,Bb,scarves,,1\nc,Cc,HATS,,1\nd,Dd,,\"Summer, sale\",1\ne,Ee,!!!,,1\nf,Ff,,,1\n"
	want(t, s.does(t, key, "categories.import", object{"format": "shopify_csv", "text": csv}, 2, 0, 1, 1),
		`6 !!! /categorySlug: the category "!!!" cannot be created: slug must be at least 2 characters long`)
	s.does(t, key, "categories.import", object{"format": "shopify_csv", "text": csv}, 0, 0, 3, 1)
	s.does(t, s.products, "products.import", object{"format": "shopify_csv", "text": csv}, 4, 0, 0, 2)
}

// What cannot be read, says not what is meant, or is too much is refused as a whole, in words of the operation.
func TestImportsRefuseTexts(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := s.Contents(t)
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	variants := header
	for i := range 2501 {
		variants += fmt.Sprintf("p-%d,Pp,,Hats & caps,Size,S%d,,1,1\n", i/90, i)
	}
	for name, c := range map[string]struct {
		body   object
		detail string
	}{
		"neither":           {object{"format": "jsonl", "text": hat("a", "")}, "confirm is required unless dryRun is true"},
		"both":              {object{"format": "jsonl", "text": hat("a", ""), "dryRun": true, "confirm": true}, "dryRun must be left out beside confirm"},
		"a CSV as lines":    {object{"format": "jsonl", "text": header, "dryRun": true}, "looks like that of a CSV"},
		"lines as a CSV":    {object{"format": "shopify_csv", "text": hat("a", ""), "dryRun": true}, "looks like JSON Lines"},
		"an array":          {object{"format": "jsonl", "text": "[" + hat("a", "") + "]", "dryRun": true}, "JSON array"},
		"an object":         {object{"format": "jsonl", "text": "{\n\"slug\":\"a\"}", "dryRun": true}, "over several lines"},
		"semicolons":        {object{"format": "shopify_csv", "text": strings.ReplaceAll(header, ",", ";"), "confirm": true}, "separated by semicolons"},
		"another CSV":       {object{"format": "shopify_csv", "text": "sku,price\na,1\n", "confirm": true}, "neither a column Handle nor a column Title"},
		"lines of a Mac":    {object{"format": "jsonl", "text": hat("a", "") + "\r" + hat("b", ""), "confirm": true}, "carriage return alone"},
		"too many products": {object{"format": "jsonl", "text": lines(1001, `{"slug":"ab"}`), "dryRun": true}, "at most 1000 records"},
		"too many variants": {object{"format": "shopify_csv", "text": variants, "dryRun": true}, "at most 2500 variants"},
		"another format":    {object{"format": "csv", "text": header, "dryRun": true}, "format"},
		"blank":             {object{"format": "jsonl", "text": " \n", "dryRun": true}, "text"},
		"too long":          {object{"format": "jsonl", "text": strings.Repeat("x", 900_001), "dryRun": true}, "at most 900000 characters"},
	} {
		p := s.Refused(t, s.products, "products.import", c.body, problem.ValidationFailed)
		if !strings.Contains(p.Detail, c.detail) || strings.Contains(p.Detail+p.Resolution, "--") || strings.Contains(p.Detail+p.Resolution, "jq") {
			t.Errorf("%s: %s %s", name, p.Detail, p.Resolution)
		}
	}
	s.Refused(t, s.owner, "categories.import", object{"format": "jsonl", "text": lines(501, `{"slug":"ab","name":"Ab"}`), "dryRun": true}, problem.ValidationFailed)
	s.Refused(t, s.owner, "categories.import", object{"format": "jsonl", "text": header, "confirm": true}, problem.ValidationFailed)
	s.Refused(t, s.products, "products.import", object{"format": "jsonl", "text": hat("a", ""), "categorySlug": "shoes", "dryRun": true}, problem.UnknownCategory)
	s.Refused(t, s.Key(t, "catalog:read"), "products.import", object{"format": "jsonl", "text": hat("a", ""), "dryRun": true}, problem.InsufficientScope)
	for _, tool := range []string{"products.import", "categories.import"} {
		s.CallMCP(t, s.owner, tool, object{"format": "jsonl", "text": hat("a", ""), "dryRun": true}).Reply.Problem(t, problem.RestOnly)
	}
	if s.Contents(t) != before {
		t.Error("a refused import wrote something")
	}
}

// Of many faults a hundred are told, and all are counted; products with large texts are too much for one call.
func TestImportsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	var text strings.Builder
	for i := range 150 {
		fmt.Fprintf(&text, "{\"slug\":\"none-%d\",\"priceDkk\":5}\n", i)
	}
	faults := s.does(t, s.products, "products.import", object{"format": "jsonl", "text": text.String()}, 0, 0, 0, 150)
	if len(faults) != 100 || !strings.HasPrefix(faults[99], "100 none-99 /name: is required for a new product; ") {
		t.Errorf("%d faults, the last: %s", len(faults), faults[len(faults)-1])
	}
	text.Reset()
	for part := range 2 {
		for i := range 8 {
			text.WriteString(strings.Replace(hat(fmt.Sprintf("large-%d", part*8+i), ""), "A hat", strings.Repeat("A hat", 19_000), 1) + "\n")
		}
		s.OK(t, s.products, "products.import", object{"format": "jsonl", "text": text.String(), "confirm": true}, nil)
		text.Reset()
	}
	s.Execute(t, "UPDATE products SET description = repeat(description, 8) WHERE slug LIKE 'large-%'")
	for i := range 16 {
		fmt.Fprintf(&text, "{\"slug\":\"large-%d\",\"stock\":9}\n", i)
	}
	p := s.Refused(t, s.products, "products.import", object{"format": "jsonl", "text": text.String(), "confirm": true}, problem.ValidationFailed)
	if p.Resolution != `Set "text" to its first 8 lines, and send the others in another call.` {
		t.Error(p.Resolution)
	}
	s.does(t, s.products, "products.import", object{"format": "jsonl", "text": strings.Join(strings.SplitAfter(text.String(), "\n")[:8], "")}, 0, 8, 0, 0)
}

// The largest text is imported within the time that a call has.
func TestALargeImport(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	csv := strings.Builder{}
	csv.WriteString(header)
	for i := range 1000 {
		for _, size := range []string{"S", "M"} {
			fmt.Fprintf(&csv, "hat-%d,Hat %d,%s,Kind %d,Size,%s,SKU-%d-%s,%d,3\n", i, i, strings.Repeat("A hat of wool. ", 5), i%50, size, i, size, 100+i)
		}
	}
	if csv.Len() > 900_000 {
		t.Fatalf("%d bytes", csv.Len())
	}
	body := object{"format": "shopify_csv", "text": csv.String()}
	s.does(t, s.owner, "products.import", body, 1000, 0, 0, 0)
	if n := len(s.Succeeded(t, "products.import")); n != 1050 {
		t.Errorf("%d rows of the audit", n)
	}
	s.does(t, s.owner, "products.import", body, 0, 0, 1000, 0)
}

// Calls at once with the same new products, categories and skus leave each once; a repetition does nothing.
func TestImportsAtOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, replies := servertest.Together(6, func(i int) servertest.Reply {
		return s.Call(t, s.owner, "products.import", object{"format": "shopify_csv", "confirm": true, "text": header +
			fmt.Sprintf("cap,Cap,A cap of wool.,Caps,Size,S,C-S,99.95,%d\nscarf,Scarf,A scarf of wool.,Scarves,,,,50,1\n", i)})
	})
	created := 0
	for _, reply := range replies {
		var result struct{ Created, Updated, Unchanged int }
		reply.Result(t, &result)
		if created += result.Created; reply.Status != 200 || result.Created+result.Updated+result.Unchanged != 2 {
			t.Errorf("%d %s", reply.Status, reply.Body)
		}
	}
	s.WantList(t, s.owner, "products.search", object{}, "slug", "cap", "scarf")
	s.WantList(t, s.owner, "categories.list", object{}, "slug", "caps", "hats", "scarves")
	if created != 2 {
		t.Errorf("%d products were created", created)
	}
	rows := s.AuditCount(t)
	once := func() servertest.Reply {
		text, err := json.Marshal(object{"format": "jsonl", "text": hat("once", ""), "confirm": true})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Request(t, s.owner, "products.import", text)
		r.Header.Set("Idempotency-Key", "once")
		return s.Do(t, "products.import", r)
	}
	first, again := once(), once()
	if string(first.Body) != string(again.Body) || again.Header.Get("Idempotent-Replayed") != "true" || s.AuditCount(t) != rows+1 {
		t.Errorf("%s\n%s", first.Body, again.Body)
	}
}

// Beyond a limit of the key nothing of the import is written, or the whole import waits to be approved.
func TestImportsWithinTheLimitsOfAKey(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.OK(t, s.owner, "products.import", object{"format": "jsonl", "text": hat("old", ""), "confirm": true}, nil)
	text := hat("new", "") + "\n" + `{"slug":"old","priceDkk":100}`
	for limit, body := range map[string]object{
		`{"maxPriceChangePercent": 50}`: {"format": "jsonl", "text": text}, `{"maxWritesPerDay": 1}`: {"format": "jsonl", "text": text},
		`{"maxWritesPerDay": 2}`: {"format": "shopify_csv", "text": header + "a,A a,A thing.,Kind,,,,1,1\nb,B b,A thing.,Kind,,,,1,1\n"},
	} {
		_, key := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(limit)})
		before := s.Contents(t)
		for _, mode := range []string{"dryRun", "confirm"} {
			p := s.Refused(t, key, "products.import", servertest.With(body, object{mode: true}), problem.BeyondLimit)
			if p.Limit == nil || !strings.HasPrefix(p.Detail, "line ") {
				t.Errorf("%s: %s %+v", limit, p.Detail, p.Limit)
			}
		}
		if s.Contents(t) != before {
			t.Errorf("%s: something was written", limit)
		}
	}
	_, key := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(`{"maxPriceChangePercent": 50, "approval": true}`)})
	call := object{"format": "jsonl", "text": text, "confirm": true}
	id := s.Refused(t, key, "products.import", call, problem.ApprovalRequired).ApprovalID
	s.OK(t, s.owner, "approvals.decide", object{"id": id, "decision": "approve", "confirm": true}, nil)
	var result object
	s.OK(t, key, "products.import", call, &result)
	servertest.WantFields(t, "the approved import", result, object{"created": 1, "updated": 1, "refused": 0})
	s.OK(t, s.owner, "features.set", object{"key": "agent_writes", "enabled": false, "confirm": true}, nil)
	s.Refused(t, key, "products.import", call, problem.FeatureDisabled)
}
