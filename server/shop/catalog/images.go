package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/images"
)

// maxImages is the maximum number of images of a product.
const maxImages = 100

// ProductsAttachImage appends an address that the product does not have yet, and
// sets the details of one that it has. The image is never fetched.
func (h Products) ProductsAttachImage(ctx context.Context, req api.ProductsAttachImageRequestObject) (api.ProductsAttachImageResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsAttachImageResponseObject, error) {
		result := api.ProductsAttachImageResult{Ok: true, Slug: req.Body.Slug}
		base := call.From(ctx).BaseURL
		address := images.Stored(base, req.Body.ImageUrl)
		if !images.IsSafe(address) {
			return nil, problem.InvalidBody([]schema.Fault{images.NotSafe("/imageUrl", "imageUrl")})
		}
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		list, err := imagesOf(&before)
		if err != nil {
			return nil, err
		}
		at := imageAt(list, req.Body.ImageUrl, base)
		switch {
		case at >= 0:
			result.AlreadyAttached = new(true)
		case len(list) >= maxImages:
			return nil, tooManyImages(list, base)
		default:
			alt, err := images.AltOf(ctx, tx, address)
			if err != nil {
				return nil, err
			}
			result.Attached, at = &req.Body.ImageUrl, len(list)
			list = append(list, api.ImageDetail{Url: address, Alt: alt})
		}
		changed := describe(&list[at], req.Body) || result.Attached != nil
		after, err := setImages(ctx, tx, before, list, changed)
		if err != nil {
			return nil, err
		}
		result.TotalImages, result.UpdatedAt = int64(len(list)), wire.TimeOf(after.UpdatedAt)
		return api.ProductsAttachImage200JSONResponse{Ok: true, Result: result}, auditProduct(tx, &before, &after)
	})
}

// ProductsDetachImage removes an address, wherever it is in the list. An
// address that it does not have changes nothing.
func (h Products) ProductsDetachImage(ctx context.Context, req api.ProductsDetachImageRequestObject) (api.ProductsDetachImageResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsDetachImageResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		list, err := imagesOf(&before)
		if err != nil {
			return nil, err
		}
		base := call.From(ctx).BaseURL
		kept := slices.DeleteFunc(list, func(i api.ImageDetail) bool { return wire.Absolute(base, i.Url) == req.Body.ImageUrl })
		after, err := setImages(ctx, tx, before, kept, len(kept) < len(list))
		if err != nil {
			return nil, err
		}
		result := api.ProductsDetachImageResult{Ok: true, Slug: req.Body.Slug, TotalImages: int64(len(kept))}
		return api.ProductsDetachImage200JSONResponse{Ok: true, Result: result}, auditProduct(tx, &before, &after)
	})
}

// describe sets the details of an image that the request names, and reports
// whether they were others before.
func describe(image *api.ImageDetail, b *api.ProductsAttachImageRequest) bool {
	same := func(now, wanted *string) bool { return wanted == nil || now != nil && *now == *wanted }
	changed := !same(image.Alt, b.Alt) || !same(image.SourceId, b.SourceId)
	if b.Alt != nil {
		image.Alt = b.Alt
	}
	if b.SourceId != nil {
		image.SourceId = b.SourceId
	}
	return changed
}

// setImages returns the product with these images, and writes it if they have
// changed.
func setImages(ctx context.Context, tx *store.Tx, record db.ProductRecord, list []api.ImageDetail, changed bool) (db.ProductRecord, error) {
	if !changed {
		return record, nil
	}
	record.Images, record.UpdatedAt = encode(list), tx.After(record.UpdatedAt)
	return record, tx.ProductSetImages(ctx, db.ProductSetImagesParams{ID: record.ID, Images: record.Images, At: record.UpdatedAt})
}

func tooManyImages(list []api.ImageDetail, base string) error {
	var kept []string
	for _, image := range list[:maxImages-1] {
		kept = append(kept, wire.Absolute(base, image.Url))
	}
	return problem.New(problem.TooManyImages, fmt.Sprintf("The product has %d images; the limit is %d.", len(list), maxImages),
		fmt.Sprintf("Shorten the list \"images\" of the product to at most %d with products.update, then send the call again.", maxImages-1)).
		Then(problem.Call{Op: "products.update", Args: map[string]any{"patch": map[string]any{"images": kept}}})
}

// storedImages returns addresses in their stored form. An image that is known at base
// stays as it is, with its details (alt, sourceId).
func storedImages(addresses *api.ImageUrls, known []api.ImageDetail, base string) json.RawMessage {
	list := []api.ImageDetail{}
	if addresses != nil {
		for _, one := range *addresses {
			image := api.ImageDetail{Url: images.Stored(base, one)}
			if at := imageAt(known, one, base); at >= 0 {
				image = known[at]
			}
			list = append(list, image)
		}
	}
	return encode(list)
}

func imagesOf(r *db.ProductRecord) ([]api.ImageDetail, error) {
	images := []api.ImageDetail{}
	return images, json.Unmarshal(r.Images, &images)
}

func urls(images []api.ImageDetail) []string {
	out := make([]string, len(images))
	for i, image := range images {
		out[i] = image.Url
	}
	return out
}

// imageAt returns the index of the image that has this address at base, or -1.
func imageAt(list []api.ImageDetail, url, base string) int {
	return slices.IndexFunc(list, func(i api.ImageDetail) bool { return wire.Absolute(base, i.Url) == url })
}

// encode returns the stored form of images.
func encode(list []api.ImageDetail) json.RawMessage {
	text, _ := json.Marshal(list) // strings always encode
	return text
}
