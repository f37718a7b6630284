package site

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

// frame is what every page shows around its own content.
type frame struct {
	Shop       shop
	Campaigns  []campaign // the one that starts last first
	Categories []category
	Pages      []link
	Services   bool // whether one is published
	digest     [sha256.Size]byte
}

// shop is what the owner says of the shop.
type shop struct {
	Name, Locale                          string
	Tagline, Announcement, Email, Logo    string // "" for none
	ShippingFeeOere, FreeShippingFromOere int64
	VAT                                   bool // whether prices contain any
	Unknown                               bool // whether nothing of it could be read
}

// campaign announces something for some time.
type campaign struct {
	Announcement string
	From         time.Time
	Until        *time.Time // its end, or that of its code; nil for no end
}

// category is one of the shop, with its description.
type category struct{ Slug, Name, Description string }

// FooterCategories are those to which every page leads.
func (f *frame) FooterCategories() (links []link) {
	for _, c := range f.Categories {
		links = append(links, link{Href: "/categories/" + c.Slug, Text: c.Name})
	}
	return inFooter(links)
}

// inFooter returns the first of these links, as many as there is room for.
func inFooter(links []link) []link {
	room := maxLinkBytes
	for i := range links {
		links[i].Text = shorten(links[i].Text, maxLinkText)
		if room -= bytesInHTML(links[i].Href, links[i].Text); room < 0 || i == maxLinks {
			return links[:i]
		}
	}
	return links
}

// category returns the category with a slug; ok is false if there is none.
func (f *frame) category(slug string) (c category, ok bool) {
	at := slices.IndexFunc(f.Categories, func(c category) bool { return c.Slug == slug })
	if at < 0 {
		return c, false
	}
	return f.Categories[at], true
}

// link leads to a page.
type link struct {
	Href, Text string
	Lang       lang `json:"-"` // of the text
}

// readFrame reads the frame from the database.
func (s *Site) readFrame(ctx context.Context) (*frame, error) {
	queries := s.Store.Read()
	settings, err := queries.SettingsGet(ctx)
	if err != nil {
		return nil, err
	}
	f := &frame{Shop: toShop(&settings)}
	campaigns, err := queries.StorefrontCampaigns(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range campaigns {
		until := c.EndsAt
		if until == nil || c.ValidUntil != nil && c.ValidUntil.Before(*until) {
			until = c.ValidUntil
		}
		f.Campaigns = append(f.Campaigns, campaign{c.Announcement, c.StartsAt, until})
	}
	categories, err := queries.StorefrontCategories(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range categories {
		f.Categories = append(f.Categories, category{c.Slug, c.Name, wire.OrEmpty(c.Description)})
	}
	pages, err := queries.PageList(ctx, db.PageListParams{PublishedOnly: true, MaxRows: maxLinks})
	if err != nil {
		return nil, err
	}
	for i := range pages {
		f.Pages = append(f.Pages, link{Href: "/info/" + pages[i].Slug, Text: pages[i].Title})
	}
	f.Pages = inFooter(f.Pages)
	services, err := queries.ServiceCount(ctx, db.ServiceCountParams{Status: "published", Most: 1})
	if err != nil {
		return nil, err
	}
	f.Services = services > 0
	text, err := wire.Marshal(f)
	f.digest = sha256.Sum256(text)
	return f, err
}

// announcement is what the shop announces at a moment.
func (f *frame) announcement(now time.Time) string {
	for _, c := range f.Campaigns {
		if !c.From.After(now) && (c.Until == nil || c.Until.After(now)) {
			return c.Announcement
		}
	}
	return f.Shop.Announcement
}

func toShop(row *db.Setting) shop {
	return shop{
		Name: row.StoreName, Locale: row.Locale, Tagline: wire.OrEmpty(row.Tagline), Announcement: wire.OrEmpty(row.Announcement),
		Email: wire.OrEmpty(row.SupportEmail), Logo: wire.OrEmpty(row.LogoUrl), ShippingFeeOere: row.ShippingFeeOere,
		FreeShippingFromOere: row.FreeShippingThresholdOere, VAT: row.VatRatePpm > 0,
	}
}
