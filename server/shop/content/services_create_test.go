package content_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestServicesCreate(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created object
	s.OK(t, key, "services.create", service(" Synsprøve på stedet ", object{
		"shortDescription": "Kort.", "priceString": "Fra 395 kr.", "heroImage": "https://images.example/a.jpg",
		"features": []string{"Tager 30 minutter"}, "showInNav": true, "navOrder": -9007199254740991, "status": "draft",
	}), &created)
	want := object{"id": created["id"], "slug": "synsproeve-paa-stedet", "status": "draft", "publicUrl": s.URL + "/services/synsproeve-paa-stedet",
		"updatedAt": created["updatedAt"]}
	if !servertest.SameJSON(created, want) {
		t.Errorf("created %v, want %v", created, want)
	}
	got := getService(t, s, key, "synsproeve-paa-stedet")
	if len(got) != 14 || got["createdAt"] != got["updatedAt"] {
		t.Errorf("read %v", got)
	}
	servertest.WantFields(t, "read", got, want)
	servertest.WantFields(t, "read", got, object{
		"title": "Synsprøve på stedet", "body": "En tekst.", "shortDescription": "Kort.", "priceString": "Fra 395 kr.",
		"heroImage": "https://images.example/a.jpg", "features": []string{"Tager 30 minutter"}, "showInNav": true, "navOrder": -9007199254740991,
	})
	before, after := s.Wrote(t, "services.create", "service", created["id"].(string))
	if before != nil || !servertest.SameJSON(after, got) {
		t.Errorf("the creation left %v → %v", before, after)
	}
}

// Left out and null are the same in a new service.
func TestServicesCreateWithRequiredFieldsOnly(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "services.create", service("Left out", object{"slug": "one"}), nil)
	s.OK(t, key, "services.create", service("Null", object{"slug": "two", "shortDescription": nil, "priceString": nil, "heroImage": nil, "features": []string{}}), nil)
	for _, slug := range []string{"one", "two"} {
		servertest.WantFields(t, slug, getService(t, s, key, slug), object{
			"shortDescription": nil, "priceString": nil, "heroImage": nil, "features": []string{}, "showInNav": false, "navOrder": 0, "status": "published",
		})
	}
}

func TestServicesCreateSlug(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	long := strings.Repeat("ab", 100)
	for _, c := range []struct{ title, want string }{
		{"Reparation", "reparation"}, {"Reparation!", "reparation-2"}, {"REPARATION", "reparation-3"}, {"Rep", "rep"},
		{"修理", "service"}, {"X!", "service-2"}, {long, long}, {long, long[:198] + "-2"}, {long, long[:198] + "-3"},
	} {
		var created object
		s.OK(t, key, "services.create", service(c.title, nil), &created)
		servertest.WantFields(t, c.title, created, object{"slug": c.want})
	}
	p := s.Refused(t, key, "services.create", service("Andet", object{"slug": "reparation"}), problem.SlugTaken)
	if !strings.Contains(p.Detail, `"reparation"`) || !strings.Contains(p.Resolution, "services.update") {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	s.OK(t, key, "services.create", service("Andet", object{"slug": "reparation-4"}), nil)
	var created object
	s.OK(t, key, "services.create", service("Reparation", nil), &created)
	servertest.WantFields(t, "past a slug that was given", created, object{"slug": "reparation-5"})
}

// Many services with one title are created at once, some with the very slugs
// that the others would get: each call succeeds or gets slug_taken.
func TestServicesCreateAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	const calls = 20
	_, replies := servertest.Together(calls, func(i int) servertest.Reply {
		if i%4 == 0 {
			return s.Call(t, key, "services.create", service("Andet", object{"slug": fmt.Sprintf("reparation-%d", i+2)}))
		}
		return s.Call(t, key, "services.create", service("Reparation", nil))
	})
	slugs := map[any]bool{}
	created := 0
	for i, r := range replies {
		if r.Status != 200 && i%4 == 0 {
			r.Problem(t, problem.SlugTaken)
			continue
		}
		var result object
		r.Result(t, &result)
		slugs[result["slug"]] = true
		created++
	}
	if len(slugs) != created || created < calls*3/4 || !slugs["reparation"] {
		t.Errorf("%d services have the slugs %v", created, slugs)
	}
}

// Texts of the contract's maximum length that take the most room in an index:
// rare characters, and syllables that are decomposed into letters for sorting.
func TestTitlesOfTheLargestCharacters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes+",categories:read,categories:write,products:write,catalog:read")
	random := rand.New(rand.NewPCG(1, 2))
	of := func(first, last rune, n int) string {
		signs := make([]rune, n)
		for i := range signs {
			signs[i] = first + random.Int32N(last-first)
		}
		return string(signs)
	}
	s.OK(t, key, "services.create", service(of('가', '힣', 200), nil), nil)
	s.OK(t, key, "pages.upsert", page("long", object{"title": of('가', '힣', 300)}), nil)
	s.OK(t, key, "categories.upsert", object{"slug": "long", "name": of('가', '힣', 300)}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("long", "long"), object{"name": of('가', '힣', 300), "brand": of('𠀀', '𪛖', 300)}), nil)
}
