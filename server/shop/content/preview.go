package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	previewed   = 10 * time.Minute // how long a draft is shown
	maxPreviews = 20               // of a key
)

// PagesPreview keeps a page as it would be, for some minutes, and returns the address that shows it. Nothing of the shop
// changes, so that nothing is audited.
func (h Pages) PagesPreview(ctx context.Context, req api.PagesPreviewRequestObject) (api.PagesPreviewResponseObject, error) {
	page, err := h.draft(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	var url string
	ends := h.Store.Now().Add(previewed)
	err = h.Store.Task(ctx, "pages.preview", func(tx *store.Tx) error {
		id := tx.NewSecretID()
		secret, key := hex.EncodeToString(id[:]), call.From(ctx).Key
		digest := sha256.Sum256([]byte(secret))
		url = call.From(ctx).BaseURL + "/previews/" + secret
		err := tx.PageDraftInsert(ctx, db.PageDraftInsertParams{
			Digest: digest[:], KeyID: key, Slug: page.Slug, Title: page.Title, Body: page.Body, Layout: page.Layout, At: tx.Now, ExpiresAt: ends,
		})
		if err != nil {
			return err
		}
		return tx.PageDraftsTrim(ctx, db.PageDraftsTrimParams{KeyID: key, Keep: maxPreviews})
	})
	return api.PagesPreview200JSONResponse{Ok: true, Result: api.PagesPreviewResult{Url: url, ExpiresAt: wire.TimeOf(ends)}}, err
}

// draft returns the page that a request describes: what it leaves out is as it is, or of a page that is not there yet the least.
func (h Pages) draft(ctx context.Context, b *api.PagesPreviewRequest) (db.Page, error) {
	tree, _, err := readLayout(ctx, h.Sections, b.Layout)
	if err != nil {
		return db.Page{}, err
	}
	before, err := h.Store.Read().PageGet(ctx, b.Slug)
	if store.NotFound(err) {
		before, err = db.Page{Slug: b.Slug, Title: b.Slug}, nil
	}
	if err != nil {
		return before, err
	}
	after := before
	wire.Set(&after.Title, b.Title)
	wire.Set(&after.Body, b.Body)
	if b.Layout != nil {
		after.Layout = tree
	}
	if err := checkBody("/body", after.Body, before.Body); err != nil {
		return after, err
	}
	return after, checkLayout(after.Layout, before.Layout)
}

// Preview returns the page that an address shows, as site.get_page returns one.
func Preview(ctx context.Context, s *store.Store, secret string) (api.SiteGetPageReply, error) {
	digest := sha256.Sum256([]byte(secret))
	draft, err := s.Read().PageDraftGet(ctx, db.PageDraftGetParams{Digest: digest[:], At: s.Now()})
	if store.NotFound(err) {
		return api.SiteGetPageReply{}, problem.New(problem.EndpointNotFound, "No preview has this address, or its time is over.", "Call pages.preview again.").
			Then(problem.Call{Op: "pages.preview"})
	}
	if err != nil {
		return api.SiteGetPageReply{}, err
	}
	page, err := toSitePage(ctx, &db.Page{Slug: draft.Slug, Title: draft.Title, Body: draft.Body, Layout: draft.Layout, UpdatedAt: draft.CreatedAt})
	return api.SiteGetPageReply{Ok: true, Result: page}, err
}

// PrunePreviews deletes some of the drafts whose time is over, and returns how many.
func PrunePreviews(ctx context.Context, s *store.Store) (done int64, err error) {
	const some = 1000
	err = s.Task(ctx, "previews.prune", func(tx *store.Tx) error {
		done, err = tx.PageDraftsPrune(ctx, db.PageDraftsPruneParams{At: tx.Now, MaxRows: some})
		return err
	})
	return done, err
}
