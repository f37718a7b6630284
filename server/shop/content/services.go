package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// ServicesList returns the services in the order of the public listing. Without
// a key it returns only published ones.
func (h Services) ServicesList(ctx context.Context, req api.ServicesListRequestObject) (api.ServicesListResponseObject, error) {
	status := ""
	if req.Body.Status != nil {
		status = string(*req.Body.Status)
	}
	if call.From(ctx).Anonymous() {
		if status != "" && status != published {
			return api.ServicesList200JSONResponse{Ok: true, Result: []api.ServiceSummary{}, Page: paging.Whole(0)}, nil
		}
		status = published
	}
	limit, offset := *req.Body.Limit, *req.Body.Offset
	rows, err := h.Store.Read().ServiceList(ctx, db.ServiceListParams{Status: status, MaxRows: int32(limit), Skip: int32(offset)})
	if err != nil {
		return nil, err
	}
	result := make([]api.ServiceSummary, len(rows))
	for i := range rows {
		result[i] = toServiceSummary(ctx, &rows[i])
	}
	page, err := paging.Of(ctx, offset, limit, int64(len(rows)), func(ctx context.Context) (int64, error) {
		return h.Store.Read().ServiceCount(ctx, db.ServiceCountParams{Status: status, Most: paging.Most + 1})
	})
	return api.ServicesList200JSONResponse{Ok: true, Result: result, Page: page}, err
}

// ServicesGet returns one service. Without a key a draft is not found.
func (h Services) ServicesGet(ctx context.Context, req api.ServicesGetRequestObject) (api.ServicesGetResponseObject, error) {
	record, err := h.Store.Read().ServiceGet(ctx, req.Body.Slug)
	if store.NotFound(err) || err == nil && record.Status != published && call.From(ctx).Anonymous() {
		return nil, serviceNotFound(req.Body.Slug)
	}
	if err != nil {
		return nil, err
	}
	service := toService(ctx, &record)
	service.HeroImage = imageURL(ctx, service.HeroImage)
	return api.ServicesGet200JSONResponse{Ok: true, Result: service}, nil
}

// ServicesUpdate changes the fields that the patch names and nothing else.
func (h Services) ServicesUpdate(ctx context.Context, req api.ServicesUpdateRequestObject) (api.ServicesUpdateResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ServicesUpdateResponseObject, error) {
		before, err := tx.ServiceLock(ctx, req.Body.Slug)
		if store.NotFound(err) {
			return nil, serviceNotFound(req.Body.Slug)
		}
		if err != nil {
			return nil, err
		}
		if err := checkVersion(req.Body.ExpectedUpdatedAt, "service", before.UpdatedAt); err != nil {
			return nil, err
		}
		after := before
		applyServicePatch(&after, &req.Body.Patch)
		if err := checkBody("/patch/body", after.Body, before.Body); err != nil {
			return nil, err
		}
		if shown := imageURL(ctx, before.HeroImage); shown != nil && after.HeroImage != nil && *shown == *after.HeroImage {
			after.HeroImage = before.HeroImage // written back as it was read
		}
		after.UpdatedAt = tx.After(before.UpdatedAt)
		if err := updateService(ctx, tx, &after); err != nil {
			return nil, err
		}
		return api.ServicesUpdate200JSONResponse{Ok: true, Result: api.IdAndSlug{
			Id: after.ID.String(), Slug: after.Slug, UpdatedAt: wire.TimeOf(after.UpdatedAt),
		}}, auditService(ctx, tx, &before, &after)
	})
}

// ServicesDelete deletes a service. Its row is kept, so that it can be restored.
func (h Services) ServicesDelete(ctx context.Context, req api.ServicesDeleteRequestObject) (api.ServicesDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ServicesDeleteResponseObject, error) {
		record, err := tx.ServiceLock(ctx, req.Body.Slug)
		if store.NotFound(err) {
			return nil, serviceNotFound(req.Body.Slug)
		}
		if err != nil {
			return nil, err
		}
		return api.ServicesDelete200JSONResponse{Ok: true, Result: api.DeletedResult{Ok: true, Slug: req.Body.Slug}}, deleteService(ctx, tx, record)
	})
}

func deleteService(ctx context.Context, tx *store.Tx, record db.Service) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.ServiceDelete(ctx, db.ServiceDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return auditService(ctx, tx, &record, nil)
}

func auditService(ctx context.Context, tx *store.Tx, before, after *db.Service) error {
	return tx.Audit(store.ChangeOf("service", before, after, func(s *db.Service) (string, any) { return s.ID.String(), toService(ctx, s) }))
}
