package catalog

import (
	"context"
	"fmt"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/timestamp"
)

// maxImages is the maximum number of images of a product.
const maxImages = 100

// ProductsAttachImage appends an address that the product does not have yet.
// The image is never fetched.
func (h Products) ProductsAttachImage(ctx context.Context, req api.ProductsAttachImageRequestObject) (api.ProductsAttachImageResponseObject, error) {
	result := api.ProductsAttachImageResult{Ok: true, Slug: req.Body.Slug}
	err := h.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return err
		}
		list, err := imagesOf(&before)
		if err != nil {
			return err
		}
		result.Attached, result.AlreadyAttached, result.TotalImages, result.UpdatedAt = nil, nil, int64(len(list)), timestamp.Of(before.UpdatedAt)
		if slices.ContainsFunc(list, func(i api.ImageDetail) bool { return i.Url == req.Body.ImageUrl }) {
			yes := true
			result.AlreadyAttached = &yes
			return auditProduct(tx, &before, &before)
		}
		if len(list) >= maxImages {
			return problem.New(problem.TooManyImages, fmt.Sprintf("The product has %d images; the limit is %d.", len(list), maxImages),
				fmt.Sprintf("Shorten the list \"images\" of the product to at most %d with products.update, then send the call again.", maxImages-1))
		}
		after := before
		after.Images = encode(append(list, api.ImageDetail{Url: req.Body.ImageUrl, Alt: req.Body.Alt, SourceId: req.Body.SourceId}))
		after.UpdatedAt = tx.After(before.UpdatedAt)
		result.Attached, result.TotalImages, result.UpdatedAt = &req.Body.ImageUrl, int64(len(list)+1), timestamp.Of(after.UpdatedAt)
		if err := tx.ProductSetImages(ctx, db.ProductSetImagesParams{ID: after.ID, Images: after.Images, At: after.UpdatedAt}); err != nil {
			return err
		}
		return auditProduct(tx, &before, &after)
	})
	if err != nil {
		return nil, err
	}
	return api.ProductsAttachImage200JSONResponse{Ok: true, Result: result}, nil
}
