package site_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// endless are texts for which a renderer without bounds takes up to 20 s.
var endless = map[string]string{
	"emphasis": strings.Repeat("*a_ ", 24_999) + "b", "quotes": strings.Repeat("> ", 49_999) + "a", "brackets": strings.Repeat("[a](", 25_000),
}

// A text that takes too long to render is refused wherever it is written, and the refusal names the place.
func TestATextThatTakesLongToRenderIsRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	service := object{"slug": "linser", "title": "Linser", "body": "Vi sliber selv."}
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi sliber selv vores glas."}, nil)
	s.OK(t, key, "services.create", service, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	for name, text := range endless {
		s.OK(t, key, "products.update", object{"slug": "rund", "patch": object{"description": text}}, nil) // plain text
		short := text[:19_999]
		for _, c := range []struct {
			tool    string
			body    object
			pointer string
		}{
			{"pages.upsert", object{"slug": "om-os", "title": "Om os", "body": text}, "/body"},
			{"pages.upsert", object{"slug": "ny-side", "title": "Ny side", "body": text}, "/body"},
			{"services.create", servertest.With(service, object{"slug": "flere", "body": text}), "/body"},
			{"services.update", object{"slug": "linser", "patch": object{"body": text}}, "/patch/body"},
			{"pages.set_layout", object{"slug": "om-os", "layout": object{"sections": []any{
				object{"id": "a", "key": "richText", "props": object{"markdown": "Tekst."}},
				object{"id": "b", "key": "faq", "props": object{"questions": []any{object{"question": "Hvad?", "answer": short[:min(len(short), 5000)] + " **b**"}}}},
				object{"id": "c", "key": "richText", "props": object{"markdown": short}},
			}}, "confirm": true}, "/layout/sections/2/props/markdown"},
		} {
			p := s.Refused(t, key, c.tool, c.body, problem.ValidationFailed)
			last := p.Errors[len(p.Errors)-1]
			if last.Pointer != c.pointer || !strings.HasPrefix(last.Detail, "must not ") || !strings.HasPrefix(p.Resolution, "Rewrite ") {
				t.Errorf("%s of %s: %+v", c.tool, name, p)
			}
		}
	}
}

// A text that is stored already and takes too long is shown as it was written, in every form of the page, and
// everything beside it can be changed.
func TestAStoredTextThatTakesLongToRender(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi sliber selv vores glas."}, nil)
	s.OK(t, key, "pages.upsert", object{"slug": "sporg-os", "title": "Spørg os", "body": "Vi sliber selv vores glas."}, nil)
	s.OK(t, key, "services.create", object{"slug": "linser", "title": "Linser", "body": "Vi sliber selv."}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	for name, text := range endless {
		s.OK(t, key, "products.update", object{"slug": "rund", "patch": object{"description": text}}, nil) // plain text
		short := strings.TrimSpace(text[:20_000])                                                          // as it would have been stored
		layout, err := json.Marshal(object{"sections": []any{
			object{"id": "a", "key": "richText", "enabled": true, "props": object{"markdown": short}},
			object{"id": "b", "key": "faq", "enabled": true, "props": object{"questions": []any{object{"question": "Hvad?", "answer": short}}}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.Execute(t, "UPDATE pages SET body = $1, rendered = NULL WHERE slug = 'om-os'", text)
		s.Execute(t, "UPDATE pages SET layout = $1, rendered = NULL WHERE slug = 'sporg-os'", string(layout))
		s.Execute(t, "UPDATE services SET body = $1, rendered = NULL", text)
		for i := range 2 {
			for _, path := range []string{"/info/om-os", "/info/sporg-os", "/services/linser", "/products/rund"} {
				if main := visit(t, s, path).main(); !strings.Contains(main, short) {
					t.Errorf("%s of %s: %.300s", path, name, main)
				}
				if source := markdownOf(t, s, path); strings.Contains(source, "\n> >") || !strings.Contains(source, "a") {
					t.Errorf("%s of %s: %.300s", path, name, source)
				}
			}
			// what is written is the text that is there, and another title
			s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Hvem vi er", "body": text}, nil)
			s.OK(t, key, "services.update", object{"slug": "linser", "patch": object{"title": fmt.Sprint("Linser ", i, " med ", name)}}, nil)
			entry := s.LastAudit(t, 1)[0].ID.String()
			s.OK(t, key, "pages.set_layout", object{"slug": "sporg-os", "layout": json.RawMessage(layout), "confirm": true}, nil)
			s.OK(t, key, "audit.revert", object{"auditLogId": entry, "confirm": true}, nil)
		}
	}
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi *sliber* selv vores glas."}, nil)
	if page := visit(t, s, "/info/om-os"); len(page.all("em")) != 1 {
		t.Error("the new text is not rendered")
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
