package site_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// Every field of every section that pages.section_types describes is on the page, as
// HTML and as markdown, with a heading and without.
func TestEveryFieldOfEverySectionIsShown(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	var kinds []struct {
		Key         string
		PropsSchema object
	}
	s.OK(t, key, "pages.section_types", object{}, &kinds)
	if len(kinds) == 0 {
		t.Fatal("there is no section")
	}
	for _, kind := range kinds {
		var all sample
		props, _ := all.value("", kind.PropsSchema).(object)
		if kind.Key == "productGrid" {
			all.texts = []string{"Round Metal", "Cat Eye"}
			props = object{"title": all.text("Tekst"), "slugs": []string{"round-metal", "cat-eye"}, "limit": 2}
		}
		page, plain := layoutPage(t, s, key, kind.Key, props)
		for _, want := range all.texts {
			if !strings.Contains(string(page.Body), want) {
				t.Errorf("%s: the page lacks %s:\n%s", kind.Key, want, page.main())
			}
			if !strings.Contains(plain, want) {
				t.Errorf("%s: the markdown lacks %s:\n%s", kind.Key, want, plain)
			}
		}
		wellStructured(t, kind.Key, page)
		page.directed(t, kind.Key, "Tekst")
		required, _ := kind.PropsSchema["required"].([]any)
		if text, _ := json.Marshal(required); !strings.Contains(string(text), `"title"`) {
			delete(props, "title")
			page, _ = layoutPage(t, s, key, kind.Key, props)
			wellStructured(t, kind.Key+" without a heading", page)
		}
	}
}

// sample is a value for a schema, in which each text is another one.
type sample struct {
	texts []string // of people, which a page shows
}

func (s *sample) text(prefix string) string {
	text := fmt.Sprintf("%s%d", prefix, len(s.texts))
	s.texts = append(s.texts, text)
	return text
}

// value returns a value with every field of a schema of pages.section_types.
func (s *sample) value(name string, schema map[string]any) any {
	properties, _ := schema["properties"].(map[string]any)
	items, _ := schema["items"].(map[string]any)
	switch {
	case properties != nil:
		all := object{}
		for field, of := range properties {
			all[field] = s.value(field, of.(map[string]any))
		}
		return all
	case items != nil:
		return []any{s.value(name, items), s.value(name, items)}
	case name == "url":
		return "https://images.example/" + s.text("billede") + ".jpg"
	case name == "href":
		return "/info/" + s.text("adresse")
	case schema["type"] == "boolean":
		return true
	case schema["type"] == "integer":
		return 2
	}
	return s.text("Tekst")
}

// layoutPage returns both forms of a page that has one section.
func layoutPage(t *testing.T, s *servertest.Server, key, section string, props object) (page *document, plain string) {
	t.Helper()
	s.OK(t, key, "pages.upsert", object{"slug": "afsnit", "title": "Afsnit", "body": "Teksten, som siden ikke viser."}, nil)
	s.OK(t, key, "pages.set_layout", object{"slug": "afsnit", "layout": object{"sections": []any{object{"id": "a", "key": section, "props": props}}}, "confirm": true}, nil)
	page, plain = visit(t, s, "/info/afsnit"), markdownOf(t, s, "/info/afsnit")
	if strings.Contains(string(page.Body), "som siden ikke viser") || strings.Contains(plain, "som siden ikke viser") {
		t.Errorf("%s: the page shows the body beside its layout", section)
	}
	return page, plain
}

// A grid of named products shows the first of them, in the order of their names in the
// layout.
func TestAGridOfNamedProducts(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page, _ := layoutPage(t, s, s.Key(t, "all"), "productGrid", object{"slugs": []string{"round-metal", "cat-eye", "kystvagt"}, "limit": 2})
	if got, want := page.cards(), []string{"round-metal", "cat-eye"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Each id is there once, also where a section has that of an element of every page, and
// a link has a name even if its image has none.
func TestIDsAndNamesOfLinks(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	logos := []any{object{"image": object{"url": "https://a.example/a.svg", "alt": ""}, "href": "https://partner.example/"}}
	s.OK(t, key, "pages.upsert", object{"slug": "afsnit", "title": "Afsnit", "body": "Tekst nok."}, nil)
	s.OK(t, key, "pages.set_layout", object{"slug": "afsnit", "confirm": true, "layout": object{"sections": []any{
		object{"id": "content", "key": "logoCloud", "props": object{"logos": logos}}, object{"id": "q", "key": "richText", "props": object{"markdown": "Tekst."}},
		object{"id": "kontakt", "key": "quote", "props": object{"quote": "Godt.", "role": "Kunde"}},
	}}}, nil)
	page := visit(t, s, "/info/afsnit")
	ids := map[string]int{}
	for n := range page.root.Descendants() {
		if id := attribute(n, "id"); id != "" {
			ids[id]++
		}
	}
	if ids["content"] != 1 || ids["q"] != 1 || ids["kontakt"] != 1 {
		t.Errorf("%v", ids)
	}
	named := slices.ContainsFunc(page.all("a"), func(a *html.Node) bool { return attribute(a, "aria-label") == "https://partner.example/" })
	if !named || !strings.Contains(page.main(), "Kunde") {
		t.Errorf("%s", page.Body)
	}
}

// What was rendered at the write is shown; of what another renderer wrote, or of another text, nothing is.
func TestWhatWasRenderedIsShown(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi *sliber* selv vores glas."}, nil)
	s.OK(t, key, "pages.upsert", object{"slug": "sporg-os", "title": "Spørg os", "body": "Vi sliber selv vores glas."}, nil)
	s.OK(t, key, "pages.set_layout", object{"slug": "sporg-os", "layout": object{"sections": []any{object{"id": "a", "key": "richText", "props": object{"markdown": "Vi *sliber* selv."}}}}, "confirm": true}, nil)
	s.OK(t, key, "services.create", object{"slug": "linser", "title": "Linser", "body": "Vi *sliber* selv."}, nil)
	paths := []string{"/info/om-os", "/info/sporg-os", "/services/linser"}
	emphasised := func(host string) (all string) {
		for _, path := range paths {
			all += string(pageAt(t, s, host, path).Body)
		}
		return all
	}
	for _, table := range []string{"pages", "services"} {
		s.Execute(t, "UPDATE "+table+" SET rendered = replace(rendered::text, 'sliber', 'stored')::json")
	}
	if all := emphasised("a.example"); strings.Count(all, "<em>stored</em>") != len(paths) {
		t.Errorf("it is not what is stored: %s", all)
	}
	for _, table := range []string{"pages", "services"} {
		s.Execute(t, "UPDATE "+table+` SET rendered = jsonb_set(rendered::jsonb, '{version}', '0')::json`)
	}
	if all := emphasised("b.example"); strings.Count(all, "<em>sliber</em>") != len(paths) {
		t.Errorf("it is what another version has rendered: %s", all)
	}
}
