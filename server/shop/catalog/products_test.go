package catalog_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestAProductIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	var made api.IdAndSlug
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("hel"), object{
		"name": "  Hel  ", "brand": "Fjord", "frameColor": "Sort", "lensColor": nil, "featured": true,
		"attributes":    json.RawMessage(`{"width":6.0,"big":1e2,"tags":["a",1,true],"b":false,"a":"x"}`),
		"answerSummary": "Kort svar.", "faq": []object{{"q": "Hvad?", "a": "Det."}},
		"useCases": []object{{"title": "Hverdag", "description": "Hver dag."}}, "comparisonFacts": object{"vægt": "20 g"},
		"images": []string{"https://images.example/a.jpg", "https://images.example/b.jpg"},
	}), &made)
	reply := s.Call(t, "", "products.get", object{"slug": "hel"})
	var p api.Product
	reply.Result(t, &p)
	if p.Id != made.Id || p.Name != "Hel" || *p.Brand != "Fjord" || *p.FrameColor != "Sort" || p.LensColor != nil || !p.Featured ||
		p.PriceDkk != 12300 || p.Stock != 4 || p.Category.Slug != "briller" || *p.AnswerSummary != "Kort svar." {
		t.Errorf("%s", reply.Body)
	}
	if string(p.Attributes) != `{"width":6.0,"big":1e2,"tags":["a",1,true],"b":false,"a":"x"}` {
		t.Errorf("attributes %s", p.Attributes)
	}
	if !reflect.DeepEqual(p.Images, []string{"https://images.example/a.jpg", "https://images.example/b.jpg"}) || len(p.ImageDetails) != 2 {
		t.Errorf("images %v, %v", p.Images, p.ImageDetails)
	}
	if !strings.Contains(string(p.Faq), "Hvad?") || !strings.Contains(string(p.UseCases), "Hverdag") || !strings.Contains(string(p.ComparisonFacts), "20 g") {
		t.Errorf("%s", reply.Body)
	}
	if p.CreatedAt != p.UpdatedAt || !strings.Contains(string(reply.Body), p.CreatedAt.String()) || len(p.CreatedAt.String()) != len("2026-11-01T09:30:00.000Z") {
		t.Errorf("createdAt %v, updatedAt %v", p.CreatedAt, p.UpdatedAt)
	}
}

func TestAPatchChangesWhatItNames(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	before := s.Product(t, "round-metal")
	s.OK(t, key, "products.attach_image", object{"slug": "round-metal", "imageUrl": "https://images.example/x.jpg", "alt": "Et x", "sourceId": "7"}, nil)
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 5.0, "brand": nil, "attributes": object{"only": 1}}}, nil)
	after := s.Product(t, "round-metal")
	if after.PriceDkk != 5 || after.Brand != nil || string(after.Attributes) != `{"only":1}` {
		t.Errorf("%+v", after)
	}
	if after.Name != before.Name || after.Stock != before.Stock || after.Featured != before.Featured || len(after.Images) != len(before.Images)+1 ||
		!reflect.DeepEqual(after.FrameColor, before.FrameColor) || after.CreatedAt != before.CreatedAt || !after.UpdatedAt.After(before.UpdatedAt.Time) {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"images": []string{"https://images.example/x.jpg"}, "categorySlug": "briller"}}, nil)
	moved := s.Product(t, "round-metal")
	if len(moved.ImageDetails) != 1 || *moved.ImageDetails[0].Alt != "Et x" || moved.Category.Slug != "briller" {
		t.Errorf("%+v", moved)
	}
}

func TestAChangeOfAnOutdatedVersionIsRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	seen := s.Product(t, "round-metal").UpdatedAt
	patch := func(stock int) object {
		return object{"slug": "round-metal", "patch": object{"stock": stock}, "expectedUpdatedAt": seen.String()}
	}
	s.OK(t, key, "products.update", patch(1), nil)
	s.Refused(t, key, "products.update", patch(2), problem.VersionConflict)
	if got := s.Product(t, "round-metal").Stock; got != 1 {
		t.Errorf("stock %d", got)
	}
}

// Clients that read updatedAt as a date write the same moment in other ways; a
// local time is refused even when it is the same moment.
func TestTheVersionInOtherWords(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	patch := func(layout string, zone *time.Location) object {
		seen := s.Product(t, "round-metal").UpdatedAt
		return object{"slug": "round-metal", "patch": object{"stock": 1}, "expectedUpdatedAt": seen.In(zone).Format(layout)}
	}
	for _, layout := range []string{"2006-01-02T15:04:05.000000-07:00", "2006-01-02T15:04:05.000+00:00", "2006-01-02T15:04:05.000-00:00", time.RFC3339Nano} {
		s.OK(t, key, "products.update", patch(layout, time.UTC), nil)
	}
	p := s.Refused(t, key, "products.update", patch(time.RFC3339Nano, time.FixedZone("CET", 3600)), problem.ValidationFailed)
	if len(p.Errors) != 1 || p.Errors[0].Pointer != "/expectedUpdatedAt" || !strings.Contains(p.Resolution, s.Product(t, "round-metal").UpdatedAt.UTC().Format(time.RFC3339Nano)) {
		t.Errorf("%+v", p)
	}
}

func TestOneOfManyChangesOfOneVersionSucceeds(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	seen := s.Product(t, "round-metal").UpdatedAt.String()
	var wins, conflicts int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			reply := s.Call(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": i}, "expectedUpdatedAt": seen})
			mu.Lock()
			defer mu.Unlock()
			switch reply.Status {
			case 200:
				wins++
			case 409:
				conflicts++
			}
		})
	}
	wg.Wait()
	if wins != 1 || conflicts != 19 {
		t.Errorf("%d won, %d were refused", wins, conflicts)
	}
}

func TestTheCategoryOfAProduct(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,categories:read")
	var categories []api.Category
	s.OK(t, key, "categories.list", object{}, &categories)
	ids := map[string]string{}
	for _, c := range categories {
		ids[c.Slug] = c.Id
	}
	without := servertest.NewProduct("uden")
	delete(without, "categorySlug")
	s.Refused(t, key, "products.create", without, problem.CategoryRequired)
	s.Refused(t, key, "products.create", servertest.With(without, object{"categorySlug": "findes-ikke"}), problem.UnknownCategory)
	s.Refused(t, key, "products.import", object{"text": "{}", "format": "jsonl", "categorySlug": "findes-ikke", "dryRun": true}, problem.UnknownCategory)
	s.Refused(t, key, "products.create", servertest.With(without, object{"categoryId": "ikke-et-id"}), problem.UnknownCategory)
	s.Refused(t, key, "products.create", servertest.With(without, object{"categoryId": ids["briller"], "categorySlug": "solbriller"}), problem.CategoryMismatch)
	s.OK(t, key, "products.create", servertest.With(without, object{"categoryId": ids["briller"], "categorySlug": "briller"}), nil)
	s.OK(t, key, "products.create", servertest.With(without, object{"slug": "uden-2", "categoryId": ids["briller"]}), nil)
	for code, patch := range map[problem.Code]object{
		problem.UnknownCategory:  {"categorySlug": "findes-ikke"},
		problem.CategoryMismatch: {"categoryId": ids["briller"], "categorySlug": "solbriller"},
	} {
		s.Refused(t, key, "products.update", object{"slug": "uden", "patch": patch}, code)
	}
}

func TestASlugIsUniqueAndStays(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", servertest.NewProduct("een"), nil)
	s.Refused(t, key, "products.create", servertest.NewProduct("een"), problem.SlugTaken)
	p := s.Refused(t, key, "products.update", object{"slug": "een", "patch": object{"slug": "to"}}, problem.SlugImmutable)
	if len(p.Errors) != 1 || p.Errors[0].Pointer != "/patch/slug" {
		t.Errorf("%+v", p)
	}
	s.Refused(t, key, "products.update", object{"slug": "een", "patch": object{}}, problem.ValidationFailed)
	s.Refused(t, key, "products.update", object{"slug": "findes-ikke", "patch": object{"stock": 1}}, problem.ProductNotFound)
}

func TestOneOfManyCreationsOfOneSlugSucceeds(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	results := make([]int, 16)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() { results[i] = s.Call(t, key, "products.create", servertest.NewProduct("kamp")).Status })
	}
	wg.Wait()
	count := map[int]int{}
	for _, status := range results {
		count[status]++
	}
	if count[200] != 1 || count[409] != len(results)-1 {
		t.Errorf("%v", count)
	}
}

func TestDeletedProductsAreNotFoundAndCanBeRestored(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	before := s.Product(t, "round-metal")
	s.OK(t, key, "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	for tool, body := range map[string]object{
		"products.get": {"slug": "round-metal"}, "products.delete": {"slug": "round-metal", "confirm": true},
		"products.update": {"slug": "round-metal", "patch": object{"stock": 1}}, "products.attach_image": {"slug": "round-metal", "imageUrl": "https://a.example/b"},
	} {
		s.Refused(t, s.Key(t, "all"), tool, body, problem.ProductNotFound)
	}
	var hits []api.ProductHit
	s.OK(t, "", "products.search", object{"q": "round metal"}, &hits)
	for _, hit := range hits {
		if hit.Slug == "round-metal" {
			t.Error("the search finds a deleted product")
		}
	}
	s.OK(t, key, "products.restore", object{"slug": "round-metal"}, nil)
	after := s.Product(t, "round-metal")
	before.UpdatedAt = after.UpdatedAt
	if !reflect.DeepEqual(before, after) {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	s.OK(t, key, "products.restore", object{"slug": "round-metal"}, nil) // it is live: nothing to do
	s.Refused(t, key, "products.restore", object{"slug": "aldrig-set"}, problem.ProductNotFound)
	s.Refused(t, key, "products.restore", object{"id": "aldrig-set"}, problem.ProductNotFound)
	s.Refused(t, key, "products.restore", object{"id": before.Id, "slug": "round-metal"}, problem.ValidationFailed)
}

func TestARestoreWhenTheSlugIsInUseAgain(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	var first, second api.IdAndSlug
	s.OK(t, key, "products.create", servertest.NewProduct("igen"), &first)
	s.OK(t, key, "products.delete", object{"slug": "igen", "confirm": true}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("igen"), &second)
	s.Refused(t, key, "products.restore", object{"slug": "igen"}, problem.SlugTaken)
	s.Refused(t, key, "products.restore", object{"id": first.Id}, problem.SlugTaken)
	s.OK(t, key, "products.delete", object{"slug": "igen", "confirm": true}, nil)
	var back api.IdAndSlug
	s.OK(t, key, "products.restore", object{"slug": "igen"}, &back)
	if back.Id != second.Id {
		t.Errorf("%s came back, want the one deleted last, %s", back.Id, second.Id)
	}
}

func TestARestoreIntoADeletedCategory(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "kort-tid", "name": "Kort tid"}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("huslejer"), object{"categorySlug": "kort-tid"}), nil)
	s.OK(t, key, "products.delete", object{"slug": "huslejer", "confirm": true}, nil)
	s.OK(t, key, "categories.delete", object{"slug": "kort-tid", "confirm": true}, nil)
	s.Refused(t, key, "products.restore", object{"slug": "huslejer"}, problem.CategoryDeleted)
	s.OK(t, key, "categories.upsert", object{"slug": "kort-tid", "name": "Ny tid"}, nil)
	s.OK(t, key, "products.restore", object{"slug": "huslejer"}, nil)
	if got := s.Product(t, "huslejer").Category.Name; got != "Ny tid" {
		t.Errorf("category %q", got)
	}
}

func TestImagesAreAppendedOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", servertest.NewProduct("billeder"), nil)
	attach := func(address string) object { return object{"slug": "billeder", "imageUrl": address} }
	var result api.ProductsAttachImageResult
	s.OK(t, key, "products.attach_image", attach("https://a.example/1.jpg"), &result)
	if result.Attached == nil || result.TotalImages != 1 || result.AlreadyAttached != nil {
		t.Errorf("%+v", result)
	}
	result = api.ProductsAttachImageResult{}
	s.OK(t, key, "products.attach_image", attach("https://a.example/1.jpg"), &result)
	if result.AlreadyAttached == nil || result.Attached != nil || result.TotalImages != 1 {
		t.Errorf("%+v", result)
	}
	s.Refused(t, key, "products.attach_image", attach("http://a.example/1.jpg"), problem.ValidationFailed)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			s.OK(t, key, "products.attach_image", attach(fmt.Sprintf("https://a.example/p%d.jpg", i%5)), nil)
		})
	}
	wg.Wait()
	if got := len(s.Product(t, "billeder").Images); got != 6 {
		t.Errorf("%d images, want 6: none lost, none twice", got)
	}
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprintf("https://a.example/%d.jpg", i)
	}
	s.OK(t, key, "products.update", object{"slug": "billeder", "patch": object{"images": many}}, nil)
	s.Refused(t, key, "products.attach_image", attach("https://a.example/one-too-many.jpg"), problem.TooManyImages)
	s.OK(t, key, "products.attach_image", attach(many[7]), nil)
}

func TestAWriteThatChangesNothingSaysSo(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.restore", object{"slug": "round-metal"}, nil)
	row := s.LastAudit(t, 1)[0]
	if row.Before == nil || string(row.Before) != string(row.After) {
		t.Errorf("before %s, after %s", row.Before, row.After)
	}
}

// Every write of a product answers the updatedAt that the next one can expect,
// so that nobody has to read in between.
func TestEveryWriteOfAProductAnswersItsVersion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	const slug = "havblik"
	var seen wire.Time
	write := func(tool string, body object) {
		t.Helper()
		var result struct{ UpdatedAt wire.Time }
		s.OK(t, key, tool, body, &result)
		if read := s.Product(t, slug).UpdatedAt; !read.Equal(result.UpdatedAt.Time) {
			t.Errorf("%s answers %s, and products.get %s", tool, result.UpdatedAt, read)
		}
		if old := seen; tool != "products.create" && !old.Equal(result.UpdatedAt.Time) {
			s.Refused(t, key, "products.update", object{"slug": slug, "expectedUpdatedAt": old, "patch": object{"stock": 0}}, problem.VersionConflict)
		}
		seen = result.UpdatedAt
	}
	update := func(stock int) {
		t.Helper()
		write("products.update", object{"slug": slug, "expectedUpdatedAt": seen, "patch": object{"stock": stock}})
	}
	write("products.create", servertest.With(servertest.NewProduct(slug), object{"categorySlug": "solbriller"}))
	update(1)
	update(2)
	write("products.attach_image", object{"slug": slug, "imageUrl": "https://a.example/1.jpg"})
	update(3)
	write("products.attach_image", object{"slug": slug, "imageUrl": "https://a.example/1.jpg"})
	update(4)
	s.OK(t, key, "products.delete", object{"slug": slug, "confirm": true}, nil)
	write("products.restore", object{"slug": slug})
	update(5)
	write("products.restore", object{"slug": slug}) // it is live
	update(6)
}
