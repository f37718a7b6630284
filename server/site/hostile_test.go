package site_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// hostile are texts that would be script if they were not escaped for where they
// stand: between tags, in an attribute, in JSON, in markdown, in an address.
var hostile = []string{
	`<script>alert(1)</script>`, `</script><script>alert(2)</script>`, `"><img src=x onerror=alert(3)>`, `' onmouseover='alert(4)`,
	`</title></textarea></style><svg onload=alert(5)>`, `<!--<script>`, `]]><script>alert(6)</script>`, `{{.}}${alert(7)}`,
	"x\n\n    <script>alert(0)</script>\n\n1. <b onclick=alert(0)>", `[x]: javascript:alert(0)`, "```\n<script>alert(0)</script>", `<javascript:alert(0)>`, `x](javascript:alert(0))`, `x\`,
	`[x](javascript:alert(8)) ![x](javascript:alert(9)) <iframe src="javascript:alert(10)"></iframe>`, `<a href="javascript:alert(11)">x</a>`,
	"\u2028alert(12)\u2029", `&lt;script&gt;alert(13)&lt;/script&gt;`, `[x](data:text/html,<script>alert(14)</script>)`, `</script`,
}

// Stored text never becomes script, whatever field of whatever thing it is in.
func TestStoredTextIsNeverScript(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	for i, text := range hostile {
		slug, option := fmt.Sprint("hostile-", i), truncated(text, 50)
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": text, "description": text}, nil)
		s.OK(t, key, "products.create", object{
			"name": text, "slug": slug, "description": text + " og mere", "priceDkk": 100, "stock": 1, "categorySlug": slug, "brand": text, "frameColor": text, "lensColor": text,
			"featured": true, "answerSummary": text, "attributes": object{text: text, "list": []any{text}}, "comparisonFacts": object{text: text},
			"faq": []any{object{"q": text, "a": text}}, "useCases": []any{object{"title": text, "description": text}},
			"options": []object{{"name": option, "values": []string{text, "M"}}}, "variants": []object{
				{"attributes": object{option: text}, "sku": text, "stock": 1}, {"attributes": object{option: "M"}, "stock": 0, "priceOere": 200},
			},
		}, nil)
		variant := s.Product(t, slug).Variants[0].VariantId
		s.OK(t, key, "pages.upsert", object{"slug": slug, "title": text, "body": text + " og mere tekst"}, nil)
		s.OK(t, key, "pages.upsert", object{"slug": slug + "-layout", "title": text, "body": text + " og mere tekst"}, nil)
		s.OK(t, key, "pages.set_layout", object{"slug": slug + "-layout", "layout": hostileLayout(text), "confirm": true}, nil)
		s.OK(t, key, "services.create", object{
			"slug": slug, "title": text, "body": text, "shortDescription": text, "priceString": text, "features": []any{text},
		}, nil)
		s.OK(t, key, "settings.update_branding", object{"patch": object{"storeName": text, "tagline": text, "announcement": text}}, nil)
		for _, path := range []string{
			"/", "/products", "/products?q=" + url.QueryEscape(text), "/products?brand=" + url.QueryEscape(text) + "&sort=" + url.QueryEscape(text), "/products?attributes." + url.QueryEscape(text) + "=" + url.QueryEscape(text), "/products/" + slug, "/products/" + slug + "?variant=" + variant, "/products/" + slug + "?variant=" + url.QueryEscape(text), "/categories/" + slug, "/info/" + slug,
			"/info/" + slug + "-layout", "/services", "/services/" + slug, "/nowhere/" + url.PathEscape(text),
		} {
			page := visit(t, s, path)
			harmless(t, path, page)
			if !strings.HasPrefix(path, "/nowhere") {
				harmlessMarkdown(t, path, markdownOf(t, s, path))
			}
			wellStructured(t, path, page)
		}
	}
}

// harmless complains about everything on a page that could run, or lead to what
// runs.
func harmless(t *testing.T, path string, page *document) {
	t.Helper()
	known := strings.Fields("html head body meta title link script a p header div img form label input button nav main ol ul li span section article figure h1 h2 h3 h4 h5 h6 " +
		"dl dt dd strong em code pre blockquote details summary footer svg path select option fieldset legend small br hr figcaption")
	for n := range page.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(known, n.Data) {
			t.Errorf("%s has a %s", path, n.Data)
		}
		for _, a := range n.Attr {
			address := slices.Contains([]string{"href", "src", "action", "content"}, a.Key)
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" || address && a.Key != "content" && !safe(a.Val) {
				t.Errorf(`%s has a %s with %s="%s"`, path, n.Data, a.Key, a.Val)
			}
		}
		if n.Data == "script" && attribute(n, "type") != "application/ld+json" {
			t.Errorf("%s has a script", path)
		}
	}
	for _, script := range page.all("script") {
		if strings.ContainsAny(script.FirstChild.Data, "<>\u2028\u2029") {
			t.Errorf("%s has JSON-LD that a browser could end: %s", path, script.FirstChild.Data)
		}
	}
}

// harmlessMarkdown complains about HTML in a text, and about links to what runs, as a
// reader of GitHub's markdown would find them.
func harmlessMarkdown(t *testing.T, path, source string) {
	t.Helper()
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(gmtext.NewReader([]byte(source)))
	err := ast.Walk(root, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		address := ""
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock:
			t.Errorf("%s has HTML in its markdown:\n%s", path, source)
		case *ast.Link:
			address = string(n.Destination)
		case *ast.Image:
			address = string(n.Destination)
		case *ast.AutoLink:
			address = string(n.URL([]byte(source)))
		}
		if !safe(address) {
			t.Errorf("%s leads to %q in its markdown", path, address)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Error(err)
	}
}

func safe(address string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.Contains([]string{"", "https", "http", "mailto", "tel"}, u.Scheme)
}

// hostileLayout has each text of each kind of section.
func hostileLayout(text string) object {
	link, image := object{"label": text, "href": "/products"}, object{"url": "https://images.example/a.jpg", "alt": text, "caption": text}
	sections := []object{}
	for key, props := range map[string]object{
		"hero":         {"title": text, "subtitle": text, "image": image, "link": link, "secondLink": link},
		"featureGrid":  {"title": text, "columns": 2, "features": []any{object{"title": text, "text": text, "image": image}}},
		"richText":     {"markdown": text},
		"imageText":    {"title": text, "markdown": text, "image": image, "link": link},
		"gallery":      {"title": text, "images": []any{image}},
		"productGrid":  {"title": text},
		"faq":          {"title": text, "questions": []any{object{"question": text, "answer": text}}},
		"testimonials": {"title": text, "testimonials": []any{object{"quote": text, "name": text, "role": text}}},
		"quote":        {"quote": text, "name": text, "role": text},
		"statBand":     {"title": text, "stats": []any{object{"value": clip(text), "label": text}}},
		"logoCloud":    {"title": text, "logos": []any{object{"image": image, "href": "https://logo.example/"}}},
		"pricingTable": {"title": text, "plans": []any{object{"name": text, "price": clip(text), "text": text, "features": []any{text}, "link": link, "highlighted": true}}},
		"howItWorks":   {"title": text, "steps": []any{object{"title": text, "text": text}}},
		"bannerCta":    {"title": text, "text": text, "link": link},
		"newsletter":   {"title": text, "text": text, "buttonLabel": clip(text), "consent": text},
		"ctaFooter":    {"title": text, "text": text, "link": link, "secondLink": link},
	} {
		sections = append(sections, object{"id": "s-" + strings.ToLower(key), "key": key, "props": props})
	}
	return object{"sections": sections}
}

// clip cuts a text to what the shortest fields hold.
func clip(text string) string { return string([]rune(text)[:min(len([]rune(text)), 40)]) }

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

// truncated is a text where few characters are allowed.
func truncated(text string, longest int) string {
	letters := []rune(text)
	return strings.TrimSpace(string(letters[:min(len(letters), longest)]))
}
