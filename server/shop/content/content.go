// Package content keeps the texts of the shop: its pages, its services, and what
// the public storefront shows of the pages.
package content

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Pages answers the operations pages.*.
type Pages struct {
	Store    *store.Store
	Sections []contract.Section // used by pages.set_layout and pages.section_types only
}

// Services answers the operations services.*.
type Services struct{ Store *store.Store }

// Site answers the operations site.*.
type Site struct{ Store *store.Store }

const published = string(api.PublicationStatusPublished)

func pageURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/info/" + slug
}

func serviceURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/services/" + slug
}

// imageURL returns the whole address of an image; nil is none.
func imageURL(ctx context.Context, stored *string) *string {
	if stored == nil {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, *stored))
}

// checkVersion refuses a change if the thing is not the version that the caller
// read.
func checkVersion(expected *wire.Time, kind string, updatedAt time.Time) error {
	if expected == nil || expected.Equal(updatedAt) {
		return nil
	}
	return problem.New(problem.VersionConflict, fmt.Sprintf("The %s was changed at %s.", kind, wire.TimeOf(updatedAt)),
		fmt.Sprintf("Call %ss.get and set \"expectedUpdatedAt\" to the updatedAt of the %s.", kind, kind))
}

func pageNotFound(slug string) error {
	return problem.Newf(problem.PageNotFound, "No page has the slug %q.", slug)
}

// publicPageNotFound tells the caller to use the operation that lists published
// pages only.
func publicPageNotFound(slug string) error {
	return problem.New(problem.PageNotFound, fmt.Sprintf("No published page has the slug %q.", slug),
		`Call site.list_pages and set "slug" to the slug of a page.`)
}

func serviceNotFound(slug string) error {
	return problem.Newf(problem.ServiceNotFound, "No service has the slug %q.", slug)
}
