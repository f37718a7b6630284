package content

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Services answers the operations services.*.
type Services struct{ Store *store.Store }

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

// ServicesCreate adds a service under the slug that the request names, or one
// made from its title.
func (h Services) ServicesCreate(ctx context.Context, req api.ServicesCreateRequestObject) (api.ServicesCreateResponseObject, error) {
	record := fromServiceCreate(req.Body)
	record.HeroImage = storedImage(ctx, record.HeroImage)
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
			`Set "slug" to another value, or change that service with services.update.`).Then(problem.Set("slug", ""), problem.Or("services.update"))
	}
	if store.NotFound(err) {
		err = nil
	}
	return *b.Slug, err
}

// The contract's limits for a slug.
const (
	minSlugLength = 2
	maxSlugLength = 200
)

// untitledSlug is the slug of a service whose title has too few letters and pictures that a
// slug can say, such as !!!.
const untitledSlug = "service"

// deriveSlug makes a slug from a title.
func deriveSlug(title string) string {
	if slug := text.Slug(text.Latin(title)); len(slug) >= minSlugLength {
		return slug
	}
	return untitledSlug
}

// stem is the common prefix of a slug and its numbered variants.
func stem(slug string) string {
	const longestNumber = len("-9999999999")
	return slug[:min(len(slug), maxSlugLength-longestNumber)]
}

// freeSlug returns the wanted slug, or the slug with the lowest number from 2 on
// that is not taken.
func freeSlug(wanted string, taken []string) string {
	slices.Sort(taken)
	slug := wanted
	for n := 2; ; n++ {
		if _, found := slices.BinarySearch(taken, slug); !found {
			return slug
		}
		slug = numbered(wanted, n)
	}
}

func numbered(slug string, n int) string {
	suffix := "-" + strconv.Itoa(n)
	return strings.TrimRight(slug[:min(len(slug), maxSlugLength-len(suffix))], "-") + suffix
}

func toServiceInsert(r *db.Service) db.ServiceInsertParams {
	return db.ServiceInsertParams{
		ID: r.ID, Slug: r.Slug, Title: r.Title, TitleSort: r.TitleSort, Body: r.Body, Rendered: r.Rendered, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: r.Status, At: r.CreatedAt,
	}
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
		if err := store.CheckVersion(req.Body.ExpectedUpdatedAt, before.UpdatedAt, "service", problem.Call{Op: "services.get"}); err != nil {
			return nil, err
		}
		after := before
		applyServicePatch(&after, &req.Body.Patch)
		if err := checkBody("/patch/body", after.Body, before.Body); err != nil {
			return nil, err
		}
		if absolute := imageURL(ctx, before.HeroImage); absolute != nil && after.HeroImage != nil && *absolute == *after.HeroImage {
			after.HeroImage = before.HeroImage // written back as it was read
		}
		after.HeroImage = storedImage(ctx, after.HeroImage)
		after.UpdatedAt = tx.After(before.UpdatedAt)
		if err := updateService(ctx, tx, &after); err != nil {
			return nil, err
		}
		return api.ServicesUpdate200JSONResponse{Ok: true, Result: api.IdAndSlug{
			Id: after.ID.String(), Slug: after.Slug, UpdatedAt: wire.TimeOf(after.UpdatedAt),
		}}, auditService(ctx, tx, &before, &after)
	})
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

// Undo describes how services are put back.
func (h Services) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{
		"/title", "/body", "/shortDescription", "/priceString", "/heroImage", "/features", "/showInNav", "/navOrder", "/status",
	}}, undo.Records[db.Service, api.Service]{
		Lock: undo.ByID((*db.Queries).ServiceLockByID),
		Live: func(r *db.Service) bool { return r.DeletedAt == nil },
		View: func(ctx context.Context, r *db.Service) (api.Service, error) { return toService(ctx, r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Service, from *api.Service) error {
			after := before
			after.Title, after.TitleSort, after.Body = from.Title, text.Sort(from.Title), from.Body
			after.ShortDescription, after.PriceString, after.HeroImage = from.ShortDescription, from.PriceString, from.HeroImage
			after.Features, after.ShowInNav, after.NavOrder, after.Status = from.Features, from.ShowInNav, from.NavOrder, string(from.Status)
			after.UpdatedAt = tx.After(before.UpdatedAt)
			if err := updateService(ctx, tx, &after); err != nil {
				return err
			}
			return auditService(ctx, tx, &before, &after)
		},
		Delete: deleteService, Restore: restoreService,
	})
}

func restoreService(ctx context.Context, tx *store.Tx, record db.Service) error {
	if err := tx.ServicesLock(ctx); err != nil {
		return err
	}
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	if err := tx.ServiceRestore(ctx, db.ServiceRestoreParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return slugTaken(err, "service", record.Slug)
	}
	return auditService(ctx, tx, nil, &record)
}

// toService returns a service as it is stored, with the image as it was given.
func toService(ctx context.Context, r *db.Service) api.Service {
	return api.Service{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

func toServiceSummary(ctx context.Context, r *db.ServiceListRow) api.ServiceSummary {
	return api.ServiceSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: imageURL(ctx, r.HeroImage), Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

// fromServiceCreate returns the record that a request describes, without the
// fields that the database decides: id, slug and timestamps.
func fromServiceCreate(b *api.ServicesCreateRequest) db.Service {
	r := db.Service{
		Title: b.Title, TitleSort: text.Sort(b.Title), Body: b.Body,
		ShortDescription: wire.ValueOrNil(b.ShortDescription), PriceString: wire.ValueOrNil(b.PriceString),
		HeroImage: wire.ValueOrNil(b.HeroImage), Features: []string{}, ShowInNav: *b.ShowInNav, Status: string(*b.Status),
	}
	wire.Set(&r.Features, b.Features)
	wire.Set(&r.NavOrder, b.NavOrder)
	return r
}

// applyServicePatch sets the fields that the patch names.
func applyServicePatch(r *db.Service, p *api.ServicePatch) {
	wire.Set(&r.Title, p.Title)
	wire.Set(&r.Body, p.Body)
	wire.Set(&r.ShowInNav, p.ShowInNav)
	wire.Set(&r.NavOrder, p.NavOrder)
	wire.Set(&r.Status, (*string)(p.Status))
	wire.SetOrClear(&r.ShortDescription, p.ShortDescription)
	wire.SetOrClear(&r.PriceString, p.PriceString)
	wire.SetOrClear(&r.HeroImage, p.HeroImage)
	wire.Set(&r.Features, p.Features)
	r.TitleSort = text.Sort(r.Title)
}

func serviceURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/services/" + slug
}

func serviceNotFound(slug string) error {
	return problem.Newf(problem.ServiceNotFound, "No service has the slug %q.", slug).Of("service", "slug", slug)
}
