// Package content keeps the texts of the shop: its pages, its services, and what
// the public storefront shows of the pages.
package content

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

const published = string(api.PublicationStatusPublished)

// checkVersion refuses a change if the thing is not the version that the caller
// read.
func checkVersion(expected *wire.Time, kind string, updatedAt time.Time) error {
	if expected == nil || expected.Equal(updatedAt) {
		return nil
	}
	return problem.Newf(problem.VersionConflict, "The %s was changed at %s.", kind, wire.TimeOf(updatedAt)).
		Lookup(kind+"s.get", "updatedAt", "expectedUpdatedAt", "the "+kind)
}

// imageURL returns the whole address of an image; nil is none.
func imageURL(ctx context.Context, stored *string) *string {
	if stored == nil {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, *stored))
}

// slugTaken explains a page or service that cannot be restored, because a live one has its slug.
func slugTaken(err error, kind, slug string) error {
	if !store.Taken(err, kind+"s_live_slug") {
		return err
	}
	return problem.Newf(problem.SlugTaken, "A live %s has the slug %q already.", kind, slug).Delete(kind+"s.delete", "slug", slug)
}
