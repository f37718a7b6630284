package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

// ProductsGet returns one live product.
func (h Products) ProductsGet(ctx context.Context, req api.ProductsGetRequestObject) (api.ProductsGetResponseObject, error) {
	into := buffer()
	body, err := h.answer(ctx, req.Body.Slug, into.body)
	if err != nil {
		buffers.Put(into)
		return nil, err
	}
	into.body = body
	return into.complete(call.From(ctx).BaseURL), nil
}

// answer returns the response about a product, with marks, in the memory of into if that is
// large enough.
func (h Products) answer(ctx context.Context, slug string, into []byte) ([]byte, error) {
	body, generation := h.Cache.Get(slug)
	if body != nil {
		return append(into[:0], body...), nil
	}
	record, err := h.Store.Read().ProductGet(ctx, slug)
	if store.NotFound(err) {
		return nil, ProductNotFound(slug)
	}
	if err != nil {
		return nil, err
	}
	if body, err = productAnswer(&record); err != nil {
		return nil, err
	}
	h.Cache.Keep(slug, record.ID, body, generation)
	return append(into[:0], body...), nil
}

// productAnswer encodes the whole response about a product, with a mark for the
// address of the service.
func productAnswer(r *db.ProductRecord) ([]byte, error) {
	product, err := toProduct(r, wire.BaseMark)
	if err != nil {
		return nil, err
	}
	text, err := wire.Marshal(api.ProductsGet200JSONResponse{Ok: true, Result: product})
	return wire.MarkBase(text), err
}

// ProductsCreate adds a product to a category.
func (h Products) ProductsCreate(ctx context.Context, req api.ProductsCreateRequestObject) (api.ProductsCreateResponseObject, error) {
	record := fromCreate(req.Body, call.From(ctx).BaseURL)
	created, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsCreateResponseObject, error) {
		category, err := resolveCategory(ctx, tx, "", req.Body.CategoryId, req.Body.CategorySlug)
		if err != nil {
			return nil, err
		}
		record.ID, record.CreatedAt, record.UpdatedAt = tx.NewID(), tx.Now, tx.Now
		setCategory(&record, category)
		wanted, err := variantsOf("", req.Body.Options, req.Body.Variants)
		if err != nil {
			return nil, err
		}
		if wanted != nil {
			wanted.base, wanted.price = call.From(ctx).BaseURL, &req.Body.PriceDkk
			if err := wanted.putInto(&record, tx.NewID); err != nil {
				return nil, err
			}
			if err := freeSkus(ctx, tx, &record); err != nil {
				return nil, err
			}
		}
		return api.ProductsCreate200JSONResponse{Ok: true, Result: identity(&record)}, insertProduct(ctx, tx, &record)
	})
	return created, anySkuTaken(slugTaken(err, record.Slug))
}

// slugTaken turns a violation of the unique index into its problem; it returns
// other errors as they are.
func slugTaken(err error, slug string) error {
	if !store.Taken(err, "products_live_slug") {
		return err
	}
	return problem.New(problem.SlugTaken, "A live product has the slug \""+slug+"\" already.",
		`Set "slug" to another value, or change that product with products.update.`).Then(problem.Set("slug", ""), problem.Or("products.update"))
}

// ProductsUpdate changes the fields that the patch names and nothing else.
func (h Products) ProductsUpdate(ctx context.Context, req api.ProductsUpdateRequestObject) (api.ProductsUpdateResponseObject, error) {
	var result api.ProductChanged
	answer, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.ProductsUpdateResponseObject, err error) {
		result, err = updateProduct(ctx, tx, req.Body)
		return api.ProductsUpdate200JSONResponse{Ok: true, Result: result}, err
	})
	if errors.Is(err, errNothing) {
		return store.Answer(ctx, h.Store, func(*store.Tx) (api.ProductsUpdateResponseObject, error) {
			return api.ProductsUpdate200JSONResponse{Ok: true, Result: result}, nil
		})
	}
	return answer, err
}

// updateProduct changes a product. Where it is all that it should be, the error is errNothing: it is not written, so its
// updatedAt stays, and the transaction, which locked it, is of no use.
func updateProduct(ctx context.Context, tx *store.Tx, body *api.ProductsUpdateRequest) (result api.ProductChanged, err error) {
	record, err := lock(ctx, tx, body.Slug)
	if err != nil {
		return result, err
	}
	if err := store.CheckVersion(body.ExpectedUpdatedAt, record.UpdatedAt, "product", problem.Call{Op: "products.get"}); err != nil {
		return result, err
	}
	before := record
	patch := &body.Patch
	if patch.CategoryId != nil || patch.CategorySlug != nil {
		category, err := resolveCategory(ctx, tx, "patch.", patch.CategoryId, patch.CategorySlug)
		if err != nil {
			return result, err
		}
		setCategory(&record, category)
	}
	if err := applyPatch(&record, patch, call.From(ctx).BaseURL); err != nil {
		return result, err
	}
	if same(&before, &record) {
		return productChanged(&record, []api.AuditChange{}, []api.ChangeWarning{}), errNothing
	}
	if err := update(ctx, tx, &before, &record); err != nil {
		return result, err
	}
	changes, warnings, err := changed(&before, &record)
	return productChanged(&record, changes, warnings), err
}

// ProductsDelete deletes a product; products.restore restores it.
func (h Products) ProductsDelete(ctx context.Context, req api.ProductsDeleteRequestObject) (api.ProductsDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsDeleteResponseObject, error) {
		record, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		return api.ProductsDelete200JSONResponse{Ok: true, Result: api.DeletedResult{Ok: true, Slug: req.Body.Slug}}, remove(ctx, tx, record)
	})
}

func remove(ctx context.Context, tx *store.Tx, record db.ProductRecord) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.ProductSetDeleted(ctx, db.ProductSetDeletedParams{ID: record.ID, DeletedAt: &at, At: at}); err != nil {
		return err
	}
	return auditProduct(tx, &record, nil)
}

// lock returns the live product and locks it until the transaction ends.
func lock(ctx context.Context, tx *store.Tx, slug string) (db.ProductRecord, error) {
	id, err := tx.ProductLock(ctx, slug)
	if store.NotFound(err) {
		return db.ProductRecord{}, ProductNotFound(slug)
	}
	if err != nil {
		return db.ProductRecord{}, err
	}
	return tx.ProductGetByID(ctx, id)
}

// ProductNotFound is the problem of a slug that no live product has.
func ProductNotFound(slug string) error {
	if id, ok := store.ParseID(slug); ok { // such as the productId of an order
		return problem.New(problem.ProductNotFound, fmt.Sprintf("No product has the slug %q, which is an id.", slug),
			fmt.Sprintf(`Call products.search with the id %q in "ids" and set "slug" to the slug of the product.`, id)).
			Then(problem.Call{Op: "products.search", Args: map[string]any{"ids": []string{id.String()}}, Take: "slug"}, problem.Set("slug", "")).Of("product", "id", id.String())
	}
	return problem.Newf(problem.ProductNotFound, "No product has the slug %q.", slug).Of("product", "slug", slug)
}

func insertProduct(ctx context.Context, tx *store.Tx, record *db.ProductRecord) error {
	doc := search.VectorOf(record)
	if err := store.Batched(tx.ProductInsert(ctx, []db.ProductInsertParams{toInsert(record, doc)})); err != nil {
		return err
	}
	if record.VariantCount > 0 {
		if err := writeVariants(ctx, tx, record); err != nil {
			return err
		}
	}
	if err := tx.SearchWordInsert(ctx, doc.Words); err != nil {
		return err
	}
	return auditProduct(tx, nil, record)
}

func update(ctx context.Context, tx *store.Tx, before, record *db.ProductRecord) error {
	record.UpdatedAt = tx.After(before.UpdatedAt)
	var doc *search.Vector
	if !search.SameVector(before, record) {
		d := search.VectorOf(record)
		if err := tx.SearchWordInsert(ctx, d.Words); err != nil {
			return err
		}
		doc = &d
	}
	if !sameVariants(before, record) {
		if err := writeVariants(ctx, tx, record); err != nil {
			return err
		}
	}
	if err := store.Batched(tx.ProductUpdate(ctx, []db.ProductUpdateParams{toUpdate(before, record, doc)})); err != nil {
		return err
	}
	return auditProduct(tx, before, record)
}

// auditProduct records a change of a product in the audit.
func auditProduct(tx *store.Tx, before, after *db.ProductRecord) error {
	return auditPart(tx, before, after, nil)
}

// auditPart is auditProduct for a call about many products; args are the part of its
// arguments that is about this one, nil for all.
func auditPart(tx *store.Tx, before, after *db.ProductRecord, args json.RawMessage) error {
	entry := store.AuditEntry{EntityType: "product", Args: args}
	note := func(record *db.ProductRecord, into *any) error {
		if record == nil {
			return nil
		}
		product, err := toAudited(record)
		entry.EntityID, *into = record.ID.String(), product
		return err
	}
	if err := errors.Join(note(before, &entry.Before), note(after, &entry.After)); err != nil {
		return err
	}
	return tx.Audit(entry)
}
