package site

import (
	"context"
	"encoding/json"
	"html/template"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
	"github.com/storefront/storefront/server/platform/wire"
)

// infoView is a page of the shop.
type infoView struct {
	Title    string
	Body     template.HTML
	Sections []section // instead of the body
	HasHero  bool      // which has the heading of the page
}

// info shows a published page: its layout, or else its body.
func (s *Site) info(ctx context.Context, v *visit) (pageBuilder, error) {
	found, err := v.ask(ctx, "site.get_page", api.SiteGetPageRequest{Slug: v.slug})
	if err != nil {
		return nil, err
	}
	return v.info(ctx, found)
}

// preview shows a page as it would be.
func (s *Site) preview(ctx context.Context, v *visit) (pageBuilder, error) {
	draft, err := s.Draft(ctx, v.draft)
	if err != nil {
		return nil, err
	}
	v.addToDigest(draft)
	build, err := v.info(ctx, draft)
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		p, err := build()
		if err == nil {
			p.NoIndex = true
		}
		return p, err
	}, nil
}

// info shows what site.get_page answers.
func (v *visit) info(ctx context.Context, found answer) (pageBuilder, error) {
	var got api.SiteGetPageReply
	if err := found.into(&got); err != nil {
		return nil, err
	}
	v.slug = got.Result.Slug
	sections, err := v.sections(ctx, got.Result.Layout)
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		each, bodyText := &got.Result, ""
		rendered := v.rendered(ctx, v.site.Store.Read().StorefrontPageRendered)
		view := &infoView{Title: each.Title, Sections: sections, HasHero: hasHero(sections)}
		for i := range sections {
			sections[i].rendered = rendered
		}
		if len(sections) == 0 {
			view.Body = rendered.Of(each.Body)
			bodyText = markdown.Text(view.Body)
		}
		p := &page{
			name: "info", Title: each.Title, Description: excerpt(wire.OrEmpty(each.MetaDescription), introduction(sections), bodyText), Path: "/info/" + each.Slug,
			Breadcrumbs: []link{{Href: "/", Text: v.words.Home}}, Content: view,
		}
		p.JSONLD = append([]any{v.breadcrumbsLD(p)}, sectionsLD(sections)...)
		return p, nil
	}, nil
}

// layout is a page built from sections. Its schema is in the contract
// (pages.section_types), which pages.set_layout validates.
type layout struct {
	Sections []section `json:"sections"`
}

// section is one of them.
type section struct {
	ID      string         `json:"id"`
	Key     string         `json:"key"`
	Enabled *bool          `json:"enabled"`
	Variant string         `json:"variant"`
	Props   map[string]any `json:"props"`

	Cards         []card // of a productGrid
	Email, SignUp string // of a newsletter: where to write, and what the button says by default
	First         bool   // of the sections that are shown
	Anchor        string // the id of its element, "" when the page has an element with this id
	Base          string // the address of the service
	Lang          lang   // of its texts
	rendered      markdown.Rendered
}

// Markdown is a text of the section as HTML.
func (s section) Markdown(text any) template.HTML { return s.rendered.Of(stringOf(text)) }

// rendered returns what was rendered when the texts of a page were written. What is not found, also because the
// database is away, is rendered anew.
func (v *visit) rendered(ctx context.Context, read func(context.Context, string) ([]byte, error)) markdown.Rendered {
	stored, _ := read(ctx, v.slug)
	return markdown.ReadRendered(stored)
}

// hasHero reports whether a layout begins with its own heading.
func hasHero(sections []section) bool { return len(sections) > 0 && sections[0].Key == "hero" }

// sections returns the sections of a layout that are shown; none for null.
func (v *visit) sections(ctx context.Context, tree []byte) ([]section, error) {
	var all *layout
	if err := answer(tree).into(&all); err != nil || all == nil {
		return nil, err
	}
	var visible []section
	for _, s := range all.Sections {
		if s.Enabled != nil && !*s.Enabled {
			continue
		}
		if s.Key == "productGrid" {
			var err error
			if s.Cards, err = v.gridCards(ctx, s.Props); err != nil {
				return nil, err
			}
		}
		s.Email, s.SignUp, s.First = v.frame.Shop.Email, shopWords(v.frame.Shop.Locale).SignUp, len(visible) == 0
		s.Base, s.Lang = v.base, v.shopLang()
		if !slices.Contains(frameIDs, s.ID) {
			s.Anchor = s.ID
		}
		visible = append(visible, s)
	}
	return visible, nil
}

// frameIDs are the ids of the elements around the content of each page.
var frameIDs = []string{"content", "q"}

// gridCards returns the products of a productGrid: those that are named, in their order,
// or else those of a category, or else those that are featured.
func (v *visit) gridCards(ctx context.Context, props map[string]any) ([]card, error) {
	limit := 12
	if number, ok := props["limit"].(json.Number); ok {
		wanted, err := number.Int64()
		if err != nil {
			return nil, err
		}
		limit = int(wanted)
	}
	call := map[string]any{"limit": limit}
	slugs, named := props["slugs"].([]any)
	category, categorised := props["categorySlug"].(string)
	switch {
	case named:
		call["slugs"], call["limit"] = slugs, len(slugs)
	case categorised:
		call["categorySlug"] = category
	default:
		call["featured"] = true
	}
	found, err := v.search(ctx, call)
	if err != nil {
		return nil, err
	}
	if named {
		found.Result = sortedBySlugs(found.Result, slugs)
		if _, limited := props["limit"]; limited {
			found.Result = found.Result[:min(len(found.Result), limit)]
		}
	}
	return v.cards(found), nil
}

func sortedBySlugs(hits []api.ProductHit, slugs []any) []api.ProductHit {
	ordered := make([]api.ProductHit, 0, len(hits))
	for _, slug := range slugs {
		for i := range hits {
			if hits[i].Slug == slug {
				ordered = append(ordered, hits[i])
			}
		}
	}
	return ordered
}

// sectionsLD is the JSON-LD of the questions in a layout.
func sectionsLD(sections []section) (linked []any) {
	var all []question
	for _, s := range sections {
		questions, _ := s.Props["questions"].([]any)
		for _, q := range questions {
			if q, ok := q.(map[string]any); ok && s.Key == "faq" {
				all = append(all, question{stringOf(q["question"]), markdown.Text(s.Markdown(q["answer"]))})
			}
		}
	}
	if len(all) > 0 {
		linked = append(linked, questionsLD(all))
	}
	return linked
}

// introduction is the first text in a layout, for its description.
func introduction(sections []section) string {
	for _, s := range sections {
		for _, name := range []string{"subtitle", "text", "quote"} {
			if text := stringOf(s.Props[name]); text != "" {
				return text
			}
		}
		if text := stringOf(s.Props["markdown"]); text != "" {
			return markdown.Text(s.Markdown(text))
		}
	}
	return ""
}

func stringOf(value any) string {
	s, _ := value.(string)
	return s
}
