package site

import (
	"context"
	"html/template"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
)

// infoView is a page of the shop.
type infoView struct {
	Title    string
	Body     template.HTML
	Sections []section // instead of the body
	HasHero  bool      // which has the heading of the page
}

// info shows a published page: its layout, or else its body.
func (s *Site) info(ctx context.Context, v *visit) (build, error) {
	found, err := v.ask(ctx, "site.get_page", api.SiteGetPageRequest{Slug: v.slug})
	if err != nil {
		return nil, err
	}
	var got api.SiteGetPageReply
	if err := found.into(&got); err != nil {
		return nil, err
	}
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
			name: "info", Title: each.Title, Description: excerpt(orEmpty(each.MetaDescription), introduction(sections), bodyText), Path: "/info/" + each.Slug,
			Breadcrumbs: []link{{Href: "/", Text: v.words.Home}}, Content: view,
		}
		p.JSONLD = append([]any{v.breadcrumbsLD(p)}, sectionsLD(sections)...)
		return p, nil
	}, nil
}
