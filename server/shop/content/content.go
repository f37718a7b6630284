// Package content keeps the texts of the shop: its pages, its services, and what
// the public storefront shows of the pages.
package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/images"
)

const published = string(api.PublicationStatusPublished)

// imageURL returns the whole address of an image; nil is none.
func imageURL(ctx context.Context, stored *string) *string {
	if stored == nil {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, *stored))
}

// storedImage returns the address of an image as it is stored; nil is none.
func storedImage(ctx context.Context, address *string) *string {
	if address == nil {
		return nil
	}
	return new(images.Stored(call.From(ctx).BaseURL, *address))
}

// slugTaken explains a page or service that cannot be restored, because a live one has its slug.
func slugTaken(err error, kind, slug string) error {
	if !store.Taken(err, kind+"s_live_slug") {
		return err
	}
	return problem.Newf(problem.SlugTaken, "A live %s has the slug %q already.", kind, slug).Delete(kind+"s.delete", "slug", slug)
}

func pageURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/info/" + slug
}

func pageNotFound(slug string) error {
	return problem.Newf(problem.PageNotFound, "No page has the slug %q.", slug).Of("page", "slug", slug)
}

// publicPageNotFound tells the caller to use the operation that lists published
// pages only.
func publicPageNotFound(slug string) error {
	return problem.Newf(problem.PageNotFound, "No published page has the slug %q.", slug).Lookup("site.list_pages", "slug", "slug", "a page")
}
