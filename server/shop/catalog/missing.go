package catalog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/text"
)

// meant is what an item may mean whose slug no product has.
type meant struct {
	deleted bool   // a deleted product has the slug
	near    string // the slug of a product that is spelled alike, or ""
}

// mostCompared is the number of unknown slugs of one call for which similar ones are looked for.
const mostCompared = 20

// missing returns what the items may mean whose slugs no product has, by slug.
func (h Products) missing(ctx context.Context, items []Item) (map[string]meant, error) {
	slugs := make([]string, len(items))
	for i := range items {
		slugs[i] = items[i].Body.Slug
	}
	known, err := h.Store.Read().ProductSlugStates(ctx, slugs)
	if err != nil {
		return nil, err
	}
	all := map[string]meant{}
	for _, slug := range slugs {
		all[slug] = meant{}
	}
	for _, row := range known { // the live ones come last
		if all[row.Slug] = (meant{deleted: true}); row.Live {
			delete(all, row.Slug)
		}
	}
	compared := 0
	for _, slug := range slugs {
		m, is := all[slug]
		if !is || m.deleted || compared == mostCompared {
			continue
		}
		compared++
		if m.near, err = h.similarSlug(ctx, slug); err != nil {
			return nil, err
		}
		all[slug] = m
	}
	return all, nil
}

// similarSlug returns the slug of a product that differs from another in few letters and in no digit, or "".
func (h Products) similarSlug(ctx context.Context, slug string) (string, error) {
	const most = 10
	found, err := h.Search.SlugsFound(ctx, slug, most)
	best, least := "", 1+len(slug)/5
	for _, other := range found {
		if d := text.Distance(slug, other); d <= least && digits(slug) == digits(other) {
			best, least = other, d-1
		}
	}
	return best, err
}

// digits returns the digits of a slug: shoe-38 and shoe-39 are two sizes, and no slip.
func digits(slug string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, slug)
}

// refusal is why an item is refused that has no product and may create none, or lacks what a new one needs. It is nil where
// the item is to name what it lacks.
func (m meant) refusal(item *Item, code problem.Code) *problem.Error {
	slug := item.Body.Slug
	at := item.Path + "slug"
	p := problem.Newf(code, "No product has the slug %q.", slug)
	switch {
	case m.deleted:
		p.Detail = fmt.Sprintf("The product with the slug %q was deleted.", slug)
		p.Resolution = fmt.Sprintf("Call products.restore with the slug %q, then send the call again.", slug)
		return p.Then(problem.Call{Op: "products.restore", Args: map[string]any{"slug": slug}})
	case m.near != "":
		p.Detail += fmt.Sprintf(" %q is spelled alike.", m.near)
		p.Resolution = fmt.Sprintf("Set %q to %q.", at, m.near)
		return p.Then(problem.Set(at, strconv.Quote(m.near)))
	case code == problem.ProductNotFound:
		p.Resolution = fmt.Sprintf("Call products.search and set %q to the slug of a product, or remove the item.", at)
		return p.Then(problem.Find("products.search", "slug", at)...)
	}
	return nil
}

// warnings says of a product that was created which other one may be meant.
func (m meant) warnings() []api.ChangeWarning {
	switch {
	case m.deleted:
		return []api.ChangeWarning{{Code: "deleted_slug", Text: "A product with this slug was deleted; products.restore brings it back once this one is deleted."}}
	case m.near != "":
		return []api.ChangeWarning{{Code: "similar_slug", Text: fmt.Sprintf("The product %q is spelled alike.", m.near)}}
	}
	return nil
}
