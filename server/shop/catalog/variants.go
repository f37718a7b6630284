package catalog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/images"
)

// ProductsSetVariants replaces the options and variants of a product.
func (h Products) ProductsSetVariants(ctx context.Context, req api.ProductsSetVariantsRequestObject) (api.ProductsSetVariantsResponseObject, error) {
	var reply api.ProductsSetVariants200JSONResponse
	answer, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.ProductsSetVariantsResponseObject, err error) {
		reply, err = replaceVariants(ctx, tx, req.Body)
		return reply, err
	})
	if errors.Is(err, errNothing) {
		return store.Answer(ctx, h.Store, func(*store.Tx) (api.ProductsSetVariantsResponseObject, error) { return reply, nil })
	}
	return answer, anySkuTaken(err)
}

// replaceVariants gives a product the variants of the body. Where it has them, the error is errNothing.
func replaceVariants(ctx context.Context, tx *store.Tx, body *api.ProductsSetVariantsRequest) (reply api.ProductsSetVariants200JSONResponse, err error) {
	before, err := lock(ctx, tx, body.Slug)
	if err != nil {
		return reply, err
	}
	if expected := body.ExpectedVariantsVersion; expected != nil && *expected != before.VariantsVersion {
		return reply, problem.Newf(problem.VersionConflict, "The variants have the version %d.", before.VariantsVersion).
			Lookup("products.get", "variantsVersion", "expectedVariantsVersion", "the product")
	}
	wanted := wantedVariants{options: &body.Options, variants: body.Variants, price: &before.PriceOere, base: call.From(ctx).BaseURL}
	after := before
	if err := wanted.putInto(&after, tx.NewID); err != nil {
		return reply, err
	}
	if err := freeSkus(ctx, tx, &after); err != nil {
		return reply, err
	}
	nothing := sameVariants(&before, &after)
	if nothing {
		after = before
	} else if err := update(ctx, tx, &before, &after); err != nil {
		return reply, err
	}
	product, err := toProduct(&after, call.From(ctx).BaseURL)
	if err == nil && nothing {
		err = errNothing
	}
	return api.ProductsSetVariants200JSONResponse{Ok: true, Result: api.ProductsSetVariantsResult{
		Id: product.Id, Slug: product.Slug, Options: product.Options, Variants: product.Variants,
		VariantsVersion: product.VariantsVersion, UpdatedAt: product.UpdatedAt,
	}}, err
}

// liveSku is the constraint by which each sku is there once.
const liveSku = "product_variants_live_sku"

// freeSkus refuses skus of a product that another one has.
func freeSkus(ctx context.Context, tx *store.Tx, r *db.ProductRecord) error {
	a, err := assortmentOf(r)
	if err != nil {
		return err
	}
	held, err := holders(ctx, tx.Queries, a.skus())
	if err != nil {
		return err
	}
	return a.checkSkus(held, r.ID, "")
}

// anySkuTaken is skuTaken for a call that was overtaken by another one: which of the skus that was is not known.
func anySkuTaken(err error) error {
	if !store.Taken(err, liveSku) {
		return err
	}
	return problem.New(problem.SkuTaken, "Another call has just used one of the skus.", "Send the call again.").Then(problem.Send{})
}

// wantedVariants is what a call says of the variants of a product.
type wantedVariants struct {
	path     string              // what precedes the names of its fields in the caller's body, such as "items[3]."
	options  *api.ProductOptions // nil: those that the product has
	variants api.VariantInputs
	price    *int64 // of a new variant that names none
	base     string // the address of the service as the caller knows it

	faults []schema.Fault
}

// variantsOf returns what a body says of variants, nil if it says nothing.
func variantsOf(path string, options *api.ProductOptions, variants *api.VariantInputs) (*wantedVariants, error) {
	switch {
	case variants != nil:
		return &wantedVariants{path: path, options: options, variants: *variants}, nil
	case options != nil:
		return nil, problem.Invalid("/options", schema.CodeRequired, "must come with variants",
			fmt.Sprintf("Remove %q from the body, or add %q.", path+"options", path+"variants"), schema.Correction{Do: schema.Remove, At: problem.Pointer(path + "options")})
	}
	return nil, nil
}

func variantField(path string, i int, name string) string {
	return strings.TrimSuffix(fmt.Sprintf("%svariants[%d].%s", path, i, name), ".")
}

// putInto gives a record the options and variants.
func (w *wantedVariants) putInto(r *db.ProductRecord, newID func() uuid.UUID) error {
	now, err := assortmentOf(r)
	if err != nil {
		return err
	}
	next := assortment{options: now.options}
	if w.options != nil {
		next.options = *w.options
	}
	w.checkOptions(next.options)
	existing, err := w.existing(now)
	if err != nil {
		return err
	}
	known, err := imagesOf(r)
	if err != nil {
		return err
	}
	for _, v := range now.variants {
		if v.Image != nil {
			known = append(known, api.ImageDetail{Url: *v.Image})
		}
	}
	for i := range w.variants {
		next.variants = append(next.variants, w.variant(i, existing[i], known, newID))
	}
	w.check(next)
	if len(w.faults) > 0 {
		return problem.InvalidBody(w.faults[:min(len(w.faults), schema.MaxFaults)])
	}
	return next.put(r)
}

// existing returns the variant that each of those in the body is now, nil for a new one: that with its id, else the one
// with its attributes.
func (w *wantedVariants) existing(now assortment) ([]*api.ProductVariant, error) {
	found := make([]*api.ProductVariant, len(w.variants))
	claimed := map[string]int{}
	for i, v := range w.variants {
		if v.VariantId == nil {
			continue
		}
		at := now.position(*v.VariantId)
		if at < 0 {
			return nil, variantNotFound(*v.VariantId, variantField(w.path, i, "variantId"))
		}
		if other, twice := claimed[now.variants[at].VariantId]; twice {
			w.repeated(i, other, "variantId")
			continue
		}
		found[i], claimed[now.variants[at].VariantId] = &now.variants[at], i
	}
	for i, v := range w.variants {
		at := slices.IndexFunc(now.variants, func(n api.ProductVariant) bool { return maps.Equal(n.Attributes, v.Attributes) })
		if at < 0 || found[i] != nil {
			continue
		}
		if _, taken := claimed[now.variants[at].VariantId]; !taken {
			found[i], claimed[now.variants[at].VariantId] = &now.variants[at], i
		}
	}
	return found, nil
}

// variant returns a variant of the body: what it leaves out stays as it is.
func (w *wantedVariants) variant(i int, was *api.ProductVariant, known []api.ImageDetail, newID func() uuid.UUID) (v api.ProductVariant) {
	in := &w.variants[i]
	if was != nil {
		v = *was
	} else {
		v.VariantId = newID().String()
		wire.Set(&v.PriceOere, w.price)
		if in.Stock == nil {
			w.required(i, "stock", "a whole number")
		}
	}
	v.Attributes, v.Active = in.Attributes, in.Active == nil || *in.Active
	wire.SetOrClear(&v.Sku, in.Sku)
	wire.Set(&v.PriceOere, in.PriceOere)
	wire.Set(&v.Stock, in.Stock)
	wire.SetOrClear(&v.Image, in.Image)
	if v.PriceOere == 0 {
		w.required(i, "priceOere", "a whole number of ore")
	}
	if image := wire.ValueOrNil(in.Image); image != nil {
		v.Image = new(images.Stored(w.base, *image))
		if at := imageAt(known, *image, w.base); at >= 0 {
			v.Image = &known[at].Url
		} else if !images.IsSafe(*v.Image) && !strings.HasPrefix(*image, "/") { // an import has pictures of the program as paths
			w.faults = append(w.faults, images.NotSafe(problem.Pointer(variantField(w.path, i, "image")), variantField(w.path, i, "image")))
		}
	}
	return v
}

// checkOptions refuses a name or a value that is there twice, and options without variants.
func (w *wantedVariants) checkOptions(options []api.ProductOption) {
	names := map[string]bool{}
	for i, option := range options {
		if names[text.Case(option.Name)] {
			w.fault(fmt.Sprintf("%soptions[%d].name", w.path, i), schema.CodeEnum, "must not be that of another option", "to another name", schema.Correction{Do: schema.Set})
		}
		names[text.Case(option.Name)] = true
		values := map[string]bool{}
		for j, value := range option.Values {
			if values[value] {
				w.fault(fmt.Sprintf("%soptions[%d].values[%d]", w.path, i, j), schema.CodeEnum, "must not be another value of the option", "to another value",
					schema.Correction{Do: schema.Set})
			}
			values[value] = true
		}
	}
	if len(w.variants) == 0 && len(options) > 0 {
		w.fault(w.path+"options", schema.CodeMaxItems, "must be empty when there are no variants", "to []", schema.Correction{Do: schema.Set, Value: "[]"})
	}
}

// check refuses variants that the options do not allow, and what may be there once only.
func (w *wantedVariants) check(a assortment) {
	choices, skus := map[string]int{}, map[string]int{}
	left := int64(maxStock)
	for i, v := range a.variants {
		if !fits(v.Attributes, a.options) {
			example := choiceOf(a.options)
			w.fault(variantField(w.path, i, "attributes"), schema.CodeEnum, "must be a value of each option, such as "+example, "to a value of each option, such as "+example,
				schema.Correction{Do: schema.Set, Value: example})
			continue
		}
		if other, twice := choices[choice(v.Attributes, a.options)]; twice {
			w.repeated(i, other, "attributes")
		}
		choices[choice(v.Attributes, a.options)] = i
		if v.Sku != nil {
			if other, twice := skus[*v.Sku]; twice {
				w.fault(variantField(w.path, i, "sku"), schema.CodeEnum, fmt.Sprintf("must not be that of variants[%d]", other), "to another one, or to null",
					schema.Correction{Do: schema.Set, Value: "null"})
			}
			skus[*v.Sku] = i
		}
		if left -= v.Stock; left < 0 {
			w.fault(variantField(w.path, i, "stock"), schema.CodeMaximum, fmt.Sprintf("must not take the sum of all above %d", int64(maxStock)), "to 0",
				schema.Correction{Do: schema.Set, Value: "0"})
			return
		}
	}
}

func (w *wantedVariants) fault(field, code, detail, to string, correction schema.Correction) {
	correction.At = problem.Pointer(field)
	w.faults = append(w.faults, schema.Fault{
		Pointer: problem.Pointer(strings.TrimPrefix(field, w.path)), Code: code, Detail: detail, Fix: fmt.Sprintf("Set %q %s.", field, to), Correction: correction,
	})
}

func (w *wantedVariants) required(i int, name, as string) {
	field := variantField(w.path, i, name)
	w.faults = append(w.faults, schema.Fault{
		Pointer: problem.Pointer(strings.TrimPrefix(field, w.path)), Code: schema.CodeRequired, Detail: "is required for a new variant",
		Fix: fmt.Sprintf("Add %q to the body, as %s.", field, as), Correction: schema.Correction{Do: schema.Fit, At: problem.Pointer(field), Value: "number"},
	})
}

// repeated refuses a variant that has what another one has.
func (w *wantedVariants) repeated(i, other int, name string) {
	field := variantField(w.path, i, "")
	w.faults = append(w.faults, schema.Fault{
		Pointer: problem.Pointer(strings.TrimPrefix(variantField(w.path, i, name), w.path)), Code: schema.CodeEnum,
		Detail: fmt.Sprintf("must not be that of variants[%d]", other), Fix: fmt.Sprintf("Remove %q from the body.", field),
		Correction: schema.Correction{Do: schema.Remove, At: problem.Pointer(field)},
	})
}
