package site

import (
	"context"
	"html/template"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
	"github.com/storefront/storefront/server/platform/wire"
)

// servicesPerPage is how many services a page lists.
const servicesPerPage = 24

// servicesView is the list of services.
type servicesView struct {
	Services       []serviceCard
	Empty          string // why there are none
	Previous, Next string // addresses, "" for none
	PageText       string
	Words          *words
}

// serviceCard is a service in the list.
type serviceCard struct{ Href, Title, Summary, Price, Image string }

// ShortTitle is the title where there is little room.
func (c serviceCard) ShortTitle() string { return shorten(c.Title, maxCardName) }

// ShortSummary is the summary where there is little room.
func (c serviceCard) ShortSummary() string { return shorten(c.Summary, maxCardSummary) }

// services lists the published services.
func (s *Site) services(ctx context.Context, v *visit) (pageBuilder, error) {
	number := pageNumber(v.query, servicesPerPage)
	v.addToDigest([]byte(strconv.FormatInt(number, 10)))
	found, err := v.ask(ctx, "services.list", map[string]any{"limit": servicesPerPage, "offset": (number - 1) * servicesPerPage})
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		var got api.ServicesListReply
		if err := found.into(&got); err != nil {
			return nil, err
		}
		view := &servicesView{Words: v.words, Empty: v.words.NoServices, Services: make([]serviceCard, len(got.Result))}
		for i := range got.Result {
			each := &got.Result[i]
			view.Services[i] = serviceCard{
				"/services/" + each.Slug, each.Title, wire.OrEmpty(each.ShortDescription), wire.OrEmpty(each.PriceString), cardImage(v.imageSrc(wire.OrEmpty(each.HeroImage))),
			}
		}
		if number > 1 {
			view.Empty = v.words.BeyondEnd
			view.Previous = servicesAt(number - 1)
		}
		if got.Page.NextOffset != nil {
			view.Next = servicesAt(number + 1)
		}
		p := &page{name: "services", Title: v.words.Services, Description: excerpt(v.frame.Shop.Tagline), Path: servicesAt(number), NoIndex: number > 1 && len(got.Result) == 0, Breadcrumbs: []link{{Href: "/", Text: v.words.Home}}, Content: view}
		p.JSONLD = []any{v.breadcrumbsLD(p)}
		return p, nil
	}, nil
}

func servicesAt(page int64) string {
	if page == 1 {
		return "/services"
	}
	return "/services?page=" + strconv.FormatInt(page, 10)
}

// serviceView is a service as its page shows it.
type serviceView struct {
	Title, Summary, Price, Image string
	Body                         template.HTML
	Points                       []string
}

// service shows a published service.
func (s *Site) service(ctx context.Context, v *visit) (pageBuilder, error) {
	found, err := v.ask(ctx, "services.get", api.ServicesGetRequest{Slug: v.slug})
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		var got api.ServicesGetReply
		if err := found.into(&got); err != nil {
			return nil, err
		}
		each := &got.Result
		body := v.rendered(ctx, v.site.Store.Read().StorefrontServiceRendered).Of(each.Body)
		view := &serviceView{
			Title: each.Title, Summary: wire.OrEmpty(each.ShortDescription), Price: wire.OrEmpty(each.PriceString), Image: v.imageSrc(wire.OrEmpty(each.HeroImage)),
			Body: body, Points: each.Features,
		}
		p := &page{
			name: "service", Title: each.Title, Description: excerpt(view.Summary, markdown.Text(body)), Path: "/services/" + each.Slug, Content: view,
			Breadcrumbs: []link{{Href: "/", Text: v.words.Home}, {Href: "/services", Text: v.words.Services}},
		}
		if view.Image != "" {
			p.Image = v.absolute(view.Image)
		}
		p.JSONLD = []any{v.serviceLD(each, body), v.breadcrumbsLD(p)}
		return p, nil
	}, nil
}
