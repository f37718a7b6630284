package content_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// sections has good props of each kind, and what must be refused of it.
var sections = map[string]struct {
	good object
	bad  []object // fields that make the good ones wrong
}{
	"hero": {object{"title": "Om os", "image": object{"url": "https://a.example/a.jpg", "alt": "Butikken"}, "link": object{"label": "Køb", "href": "/"}},
		[]object{{"title": nil}, {"title": " "}, {"image": object{"url": "http://a.example/a.jpg", "alt": "x"}}, {"image": object{"url": "https://a.example/a.jpg"}},
			{"link": object{"label": "Køb", "href": "javascript:alert(1)"}}, {"link": object{"label": "Køb", "href": "//b.example"}}, {"colour": "red"}}},
	"featureGrid":  {object{"columns": 3, "features": []object{{"title": "Hurtig"}}}, []object{{"columns": 5}, {"features": []object{}}, {"features": []object{{"text": "Uden"}}}}},
	"richText":     {object{"markdown": "Tekst"}, []object{{"markdown": nil}, {"markdown": strings.Repeat("x", 20001)}}},
	"imageText":    {object{"markdown": "Tekst", "image": object{"url": "https://a.example/a.jpg", "alt": "x"}}, []object{{"image": nil}}},
	"gallery":      {object{"images": []object{{"url": "https://a.example/a.jpg", "alt": "x", "caption": "y"}}}, []object{{"images": []object{}}, {"images": "x"}}},
	"productGrid":  {object{"slugs": []string{"round-metal"}, "limit": 4}, []object{{"slugs": []string{"Ikke Gyldig"}}, {"limit": 0}, {"categorySlug": "Æ"}}},
	"faq":          {object{"questions": []object{{"question": "Hvad?", "answer": "Det."}}}, []object{{"questions": []object{{"question": "Hvad?"}}}}},
	"testimonials": {object{"testimonials": []object{{"quote": "Godt!", "name": "Freja"}}}, []object{{"testimonials": []object{{"name": "Freja"}}}}},
	"quote":        {object{"quote": "Godt!"}, []object{{"quote": 1}, {"name": ""}}},
	"statBand":     {object{"stats": []object{{"value": "37", "label": "år"}}}, []object{{"stats": []object{{"value": 37, "label": "år"}}}}},
	"logoCloud": {object{"logos": []object{{"image": object{"url": "https://a.example/a.svg", "alt": "A"}, "href": "https://a.example/"}}},
		[]object{{"logos": []object{{"image": object{"url": "https://a.example/a.svg", "alt": "A"}, "href": "http://a.example/"}}}}},
	"pricingTable": {object{"plans": []object{{"name": "Synsprøve", "price": "Fra 425 kr.", "features": []string{"45 minutter"}, "highlighted": true}}},
		[]object{{"plans": []object{{"name": "Synsprøve"}}}, {"plans": []object{{"name": "a", "price": "b", "highlighted": "yes"}}}}},
	"howItWorks": {object{"steps": []object{{"title": "Book", "text": "En tid."}}}, []object{{"steps": []object{{"title": "Book"}}}}},
	"bannerCta":  {object{"title": "Udsalg", "link": object{"label": "Se", "href": "#udsalg"}}, []object{{"link": nil}, {"link": object{"label": "Se", "href": "#"}}}},
	"newsletter": {object{"title": "Nyt fra os"}, []object{{"buttonLabel": strings.Repeat("x", 61)}}},
	"ctaFooter":  {object{"title": "Kom forbi", "link": object{"label": "Find os", "href": "/info/om-os"}}, []object{{"secondLink": object{}}}},
}

// inAudit is a page without a layout in the audit.
func inAudit(page object) object { return servertest.With(page, object{"layout": nil}) }

func setting(sections ...any) object {
	return object{"slug": "om-os", "layout": object{"sections": sections}, "confirm": true}
}

// What pages.section_types describes is what pages.set_layout accepts, by another
// validator too.
func TestEachKindOfSection(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, pageScopes)
	var kinds []api.SectionType
	s.OK(t, key, "pages.section_types", object{}, &kinds)
	if len(kinds) != len(sections) {
		t.Errorf("%d kinds are described, %d are tested", len(kinds), len(sections))
	}
	for slip, resolution := range map[string]string{"richtext": `Set "key" to "richText".`, "galery": `Set "key" to "gallery".`, "carousel": `Set "key" to "hero", `} {
		if p := s.Refused(t, key, "pages.section_types", object{"key": slip}, problem.ValidationFailed); !strings.HasPrefix(p.Resolution, resolution) {
			t.Errorf("%s: %s", slip, p.Resolution)
		}
	}
	for _, kind := range kinds {
		var alone []api.SectionType
		s.OK(t, key, "pages.section_types", object{"key": kind.Key}, &alone)
		if len(alone) != 1 || !servertest.SameJSON(alone[0], kind) {
			t.Errorf("%s: %+v", kind.Key, alone)
		}
		props := sections[kind.Key]
		described := compiled(t, kind.PropsSchema)
		one := object{"id": "a", "key": kind.Key, "props": props.good}
		for _, variant := range kind.Variants {
			s.OK(t, key, "pages.set_layout", setting(servertest.With(one, object{"variant": variant})), nil)
		}
		if err := described.Validate(plain(t, props.good)); err != nil {
			t.Errorf("%s: %v", kind.Key, err)
		}
		s.Refused(t, key, "pages.set_layout", setting(servertest.With(one, object{"variant": "sideways"})), problem.ValidationFailed)
		for _, fields := range append(props.bad, object{"unknown": 1}) {
			bad := servertest.With(props.good, fields)
			p := s.Refused(t, key, "pages.set_layout", setting(object{"id": "first", "key": "quote", "props": object{"quote": "Godt!"}}, servertest.With(one, object{"props": bad})), problem.ValidationFailed)
			for field := range fields {
				if !strings.HasPrefix(p.Errors[0].Pointer, "/layout/sections/1/props/"+field) || !strings.Contains(p.Resolution, `"layout.sections[1].props.`+field) {
					t.Errorf("%s %v: %+v, %s", kind.Key, fields, p.Errors, p.Resolution)
				}
			}
			if described.Validate(plain(t, bad)) == nil && !strings.Contains(fmt.Sprint(fields), " ") { // white space is counted here alone
				t.Errorf("%s: the described schema accepts %v", kind.Key, bad)
			}
		}
	}
}

func compiled(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// plain returns a value as JSON has it.
func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// A layout is what is read from then on, in its stored form, by visitors without what is
// not enabled; null removes it.
func TestSetLayout(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, pageScopes)
	var set, page object
	s.OK(t, key, "pages.set_layout", setting(
		object{"id": "top", "key": "hero", "variant": "left", "props": object{"title": "  Om os "}},
		object{"id": "grid", "key": "productGrid", "enabled": false},
	), &set)
	hero := object{"id": "top", "key": "hero", "enabled": true, "variant": "left", "props": object{"title": "Om os"}}
	want := object{"sections": []object{hero, {"id": "grid", "key": "productGrid", "enabled": false, "props": object{}}}}
	if !servertest.SameJSON(set, object{"slug": "om-os", "sections": 2, "layout": want, "url": s.URL + "/info/om-os", "updatedAt": set["updatedAt"]}) {
		t.Errorf("%v", set)
	}
	shown := func(public any) any {
		t.Helper()
		var read, site object
		s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, &read)
		s.OK(t, "", "site.get_page", object{"slug": "om-os"}, &site)
		s.OK(t, key, "pages.get", object{"slug": "om-os"}, &page)
		if !servertest.SameJSON(site["layout"], public) || page["hasLayout"] != (read["layout"] != nil) {
			t.Errorf("%v, and the public %v; %v", read["layout"], site["layout"], page["hasLayout"])
		}
		return read["layout"]
	}
	if got := shown(object{"sections": []object{hero}}); !servertest.SameJSON(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	before, after := s.Wrote(t, "pages.set_layout", "page", page["id"].(string))
	if before["layout"] != nil || !servertest.SameJSON(after["layout"], want) || after["title"] != page["title"] {
		t.Errorf("%v → %v", before, after)
	}
	s.OK(t, key, "pages.set_layout", object{"slug": "om-os", "layout": nil, "confirm": true}, &set)
	if got := shown(nil); got != nil || !servertest.SameJSON(set, object{"slug": "om-os", "sections": 0, "layout": nil, "url": s.URL + "/info/om-os", "updatedAt": set["updatedAt"]}) {
		t.Errorf("%v after null: %v", got, set)
	}
	if before, after = s.Wrote(t, "pages.set_layout", "page", page["id"].(string)); !servertest.SameJSON(before["layout"], want) || after["layout"] != nil {
		t.Errorf("%v → %v", before, after)
	}
	s.OK(t, key, "pages.upsert", object{"slug": "kladde", "title": "Kladde", "body": "Noget med tekst.", "status": "draft"}, nil)
	s.OK(t, key, "pages.set_layout", object{"slug": "kladde", "layout": nil, "confirm": true}, &set)
	if set["url"] != nil {
		t.Errorf("the address of a draft is %v", set["url"])
	}
}

func TestSetLayoutRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, pageScopes)
	before := s.Contents(t)
	text := func(id string, length int) object {
		return object{"id": id, "key": "richText", "props": object{"markdown": strings.Repeat("x", length)}}
	}
	many, long := make([]any, 101), make([]any, 14)
	for i := range many {
		many[i] = text(fmt.Sprint("s-", i), 1)
	}
	for i := range long {
		long[i] = text(fmt.Sprint("s-", i), 19_000)
	}
	for name, c := range map[string]struct {
		body object
		want string // the pointer of the first fault, and a part of its resolution
	}{
		"no sections":    {setting(), "/layout/sections "},
		"too many":       {setting(many...), "/layout/sections "},
		"too long":       {setting(long...), "/layout Shorten"},
		"one id twice":   {setting(text("a", 1), text("a-2", 1), text("a", 1)), `/layout/sections/2/id Set "layout.sections[2].id" to "a-3"`},
		"no such kind":   {setting(object{"id": "a", "key": "carousel"}), `/layout/sections/0/key Set "layout.sections[0].key" to "hero", "featureGrid"`},
		"no props":       {setting(object{"id": "a", "key": "hero"}), `/layout/sections/0/props/title Add "layout.sections[0].props.title"`},
		"a bad id":       {setting(text("a b", 1)), "/layout/sections/0/id "},
		"a field":        {setting(servertest.With(text("a", 1), object{"style": "x"})), "/layout/sections/0/style "},
		"a wrong tree":   {object{"slug": "om-os", "layout": []any{}, "confirm": true}, "/layout "},
		"no layout":      {object{"slug": "om-os", "confirm": true}, "/layout "},
		"no confirm":     {object{"slug": "om-os", "layout": nil}, "/confirm "},
		"a kind's other": {setting(object{"id": "a", "key": "quote", "props": object{"quote": "x", "title": "y"}}), "/layout/sections/0/props/title "},
	} {
		p := s.Refused(t, key, "pages.set_layout", c.body, problem.ValidationFailed)
		if got := p.Errors[0].Pointer + " " + p.Resolution; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	s.Refused(t, key, "pages.set_layout", servertest.With(setting(text("a", 1)), object{"slug": "findes-ikke"}), problem.PageNotFound)
	if s.Contents(t) != before {
		t.Error("a refused layout left something")
	}
}

// A page is written with its layout at once, and both are taken back at once.
func TestUpsertWithLayout(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, pageScopes+",audit:revert")
	tree := func(title string) object {
		return object{"sections": []object{{"id": "top", "key": "hero", "props": object{"title": title}}}}
	}
	write := func(fields object) (result object) {
		t.Helper()
		s.OK(t, key, "pages.upsert", servertest.With(object{"slug": "messe", "title": "Messe", "body": "Kom til messen."}, fields), &result)
		return result
	}
	shown := func(title any) {
		t.Helper()
		var page object
		s.OK(t, "", "site.get_page", object{"slug": "messe"}, &page)
		layout, _ := page["layout"].(object)
		if title == nil && layout != nil || title != nil && !strings.Contains(fmt.Sprint(layout), fmt.Sprint("title:", title)) {
			t.Errorf("%v is shown, want %v", layout, title)
		}
	}
	created := write(object{"layout": tree("Ny")})
	servertest.WantFields(t, "created", created, object{"sections": 1, "status": "published"})
	shown("Ny")
	if kept := write(object{"title": "Messen"}); kept["sections"] != nil {
		t.Errorf("%v", kept)
	}
	shown("Ny")
	write(object{"title": "Messen 2", "layout": tree("Større")})
	shown("Større")
	before, after := s.Wrote(t, "pages.upsert", "page", created["id"].(string))
	if before["title"] != "Messen" || after["title"] != "Messen 2" || servertest.SameJSON(before["layout"], after["layout"]) {
		t.Errorf("%v → %v", before, after)
	}
	s.OK(t, key, "audit.revert", object{"auditLogId": s.Succeeded(t, "pages.upsert")[0].ID.String(), "confirm": true}, nil)
	shown("Ny")
	var page object
	s.OK(t, key, "pages.get", object{"slug": "messe"}, &page)
	servertest.WantFields(t, "taken back", page, object{"title": "Messen", "hasLayout": true})
	servertest.WantFields(t, "without", write(object{"layout": nil}), object{"sections": 0})
	shown(nil)

	contents := s.Contents(t)
	for name, c := range map[string]struct{ layout, want any }{
		"a kind's other": {object{"sections": []object{{"id": "a", "key": "quote", "props": object{"title": "y"}}}}, `/layout/sections/0/props/`},
		"no sections":    {object{}, "/layout/sections"},
		"a list":         {[]any{}, "/layout"},
	} {
		for _, slug := range []string{"messe", "en-ny"} {
			p := s.Refused(t, key, "pages.upsert", object{"slug": slug, "title": "Messe", "body": "Kom til messen.", "layout": c.layout}, problem.ValidationFailed)
			if !strings.HasPrefix(p.Errors[0].Pointer, c.want.(string)) {
				t.Errorf("%s: %+v", name, p.Errors)
			}
		}
	}
	if s.Contents(t) != contents {
		t.Error("a refused layout left something")
	}
}

func TestALayoutWithNothingToShow(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "pages.set_layout", setting(object{"id": "grid", "key": "productGrid", "enabled": false}), nil)
	var site object
	s.OK(t, "", "site.get_page", object{"slug": "om-os"}, &site)
	if site["layout"] != nil {
		t.Errorf("%v", site["layout"])
	}
}

// Who read a page changes its layout only if nobody has changed the page.
func TestTheVersionOfALayout(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "pages.upsert", page("om-os", nil), nil)
	var shown struct{ UpdatedAt string }
	s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, &shown)
	seen := shown.UpdatedAt
	body := object{"slug": "om-os", "layout": nil, "confirm": true}
	next := s.OneWins(t, key, "pages.set_layout", seen, body)
	for _, tool := range []string{"pages.get_layout", "pages.get"} {
		if s.OK(t, key, tool, object{"slug": "om-os"}, &shown); shown.UpdatedAt != next {
			t.Errorf("%s shows %s, not %s", tool, shown.UpdatedAt, next)
		}
	}
	s.OK(t, key, "pages.upsert", page("om-os", object{"expectedUpdatedAt": next}), nil)
	s.Refused(t, key, "pages.set_layout", servertest.With(body, object{"expectedUpdatedAt": next}), problem.VersionConflict)
}
