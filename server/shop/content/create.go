package content

import (
	"context"
	"errors"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// ServicesCreate adds a service under the slug that the request names, or one
// made from its title.
func (h Services) ServicesCreate(ctx context.Context, req api.ServicesCreateRequestObject) (api.ServicesCreateResponseObject, error) {
	record := fromServiceCreate(req.Body)
	if err := errors.Join(checkBody("/body", record.Body, ""), renderService(&record)); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.ServicesCreateResponseObject, err error) {
		if record.Slug, err = reserveSlug(ctx, tx, req.Body); err != nil {
			return nil, err
		}
		record.ID, record.CreatedAt, record.UpdatedAt = tx.NewID(), tx.Now, tx.Now
		if err := tx.ServiceInsert(ctx, toServiceInsert(&record)); err != nil {
			return nil, err
		}
		return api.ServicesCreate200JSONResponse{Ok: true, Result: api.ServicesCreateResult{
			Id: record.ID.String(), Slug: record.Slug, Status: api.PublicationStatus(record.Status), PublicUrl: serviceURL(ctx, record.Slug),
			UpdatedAt: wire.TimeOf(record.UpdatedAt),
		}}, auditService(ctx, tx, nil, &record)
	})
}

// reserveSlug returns the slug of a new service. No other call can take it until
// this one is done.
func reserveSlug(ctx context.Context, tx *store.Tx, b *api.ServicesCreateRequest) (string, error) {
	if err := tx.ServicesLock(ctx); err != nil {
		return "", err
	}
	if b.Slug == nil {
		wanted := deriveSlug(b.Title)
		taken, err := tx.ServiceSlugs(ctx, stem(wanted))
		return freeSlug(wanted, taken), err
	}
	_, err := tx.ServiceGet(ctx, *b.Slug)
	if err == nil {
		return "", problem.New(problem.SlugTaken, "A live service has the slug \""+*b.Slug+"\" already.",
			`Set "slug" to another value, or change that service with services.update.`)
	}
	if store.NotFound(err) {
		err = nil
	}
	return *b.Slug, err
}

func toServiceInsert(r *db.Service) db.ServiceInsertParams {
	return db.ServiceInsertParams{
		ID: r.ID, Slug: r.Slug, Title: r.Title, TitleSort: r.TitleSort, Body: r.Body, Rendered: r.Rendered, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: r.Status, At: r.CreatedAt,
	}
}

// updateService writes a service, as updatePage writes a page.
func updateService(ctx context.Context, tx *store.Tx, r *db.Service) error {
	if err := renderService(r); err != nil {
		return err
	}
	return tx.ServiceUpdate(ctx, db.ServiceUpdateParams{
		ID: r.ID, Title: r.Title, TitleSort: r.TitleSort, Body: r.Body, Rendered: r.Rendered, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav, NavOrder: r.NavOrder, Status: r.Status, At: r.UpdatedAt,
	})
}
