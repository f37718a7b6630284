package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// offers are the products that a call wants to put into a cart, with those of their variants that it may mean.
type offers struct {
	products map[string]db.CartProductsRow        // by their slugs
	variants map[uuid.UUID]db.VariantChoicesRow   // by their ids
	choices  map[uuid.UUID][]db.VariantChoicesRow // of products of which no variant is named, by the products' ids
}

func findOffers(ctx context.Context, tx *store.Tx, items []api.CartItemToAdd) (*offers, error) {
	o := &offers{map[string]db.CartProductsRow{}, map[uuid.UUID]db.VariantChoicesRow{}, map[uuid.UUID][]db.VariantChoicesRow{}}
	slugs := make([]string, len(items))
	for i := range items {
		slugs[i] = items[i].Slug
	}
	products, err := tx.CartProducts(ctx, slugs)
	if err != nil {
		return nil, err
	}
	for _, p := range products {
		o.products[p.Slug] = p
	}
	wanted := db.VariantChoicesParams{Most: catalog.MaxChoices}
	for _, item := range items {
		switch p := o.products[item.Slug]; {
		case p.VariantCount == 0: // also a product that is not there
		case item.VariantId == nil:
			wanted.ProductIds = append(wanted.ProductIds, p.ID)
		default:
			id, _ := store.ParseID(*item.VariantId)
			wanted.Ids = append(wanted.Ids, id)
		}
	}
	if wanted.ProductIds == nil && wanted.Ids == nil {
		return o, nil
	}
	variants, err := tx.VariantChoices(ctx, wanted)
	for _, v := range variants {
		if _, twice := o.variants[v.ID]; !twice {
			o.variants[v.ID], o.choices[v.ProductID] = v, append(o.choices[v.ProductID], v)
		}
	}
	return o, err
}

// goods returns what an item of a call means, as a line without pieces. field is that of the body with the variant.
func (o *offers) goods(item *api.CartItemToAdd, field string) (db.CartLinesRow, error) {
	p, ok := o.products[item.Slug]
	if !ok {
		return db.CartLinesRow{}, catalog.ProductNotFound(item.Slug)
	}
	goods := db.CartLinesRow{ProductID: p.ID, Slug: p.Slug, Name: p.Name, PriceOere: p.PriceOere, Stock: p.Stock, FirstImage: p.FirstImage}
	if p.VariantCount == 0 {
		if item.VariantId != nil && !strings.EqualFold(*item.VariantId, p.ID.String()) {
			return goods, hasNoVariants(p.Slug, *item.VariantId, field)
		}
		return goods, nil
	}
	v, err := o.variant(&p, item.VariantId, field)
	if err != nil {
		return goods, err
	}
	goods.VariantID, goods.Sku, goods.Attributes, goods.PriceOere, goods.Stock = &v.ID, v.Sku, v.Attributes, v.PriceOere, v.Stock
	if v.Image != nil {
		goods.FirstImage = *v.Image
	}
	return goods, nil
}

// variant returns the variant of a product that a call names, or the only one if it names none.
func (o *offers) variant(p *db.CartProductsRow, named *string, field string) (v db.VariantChoicesRow, err error) {
	if named != nil {
		id, _ := store.ParseID(*named)
		if v, ok := o.variants[id]; ok && v.ProductID == p.ID {
			return v, nil
		}
		return v, variantNotFound(p.Slug, *named, field)
	}
	choices := o.choices[p.ID]
	switch len(choices) {
	case 0:
		words, steps := chooseAnother(p.Slug)
		return v, problem.New(problem.InsufficientStock, fmt.Sprintf("No variant of %q is sold at the moment.", p.Slug), words+".").Then(steps...)
	case 1:
		return choices[0], nil
	}
	slices.SortStableFunc(choices, func(a, b db.VariantChoicesRow) int { return int(min(b.Stock, 1) - min(a.Stock, 1)) }) // what is in stock first
	var all []api.ProductVariant
	for _, v := range choices {
		all = append(all, api.ProductVariant{VariantId: v.ID.String(), Attributes: choiceOf(v.Attributes), Stock: v.Stock})
	}
	return v, catalog.VariantRequired(p.Slug, all, field)
}

func variantNotFound(slug, id, field string) error {
	return problem.New(problem.VariantNotFound, fmt.Sprintf("No variant of %q that is sold has the id %q.", slug, id),
		fmt.Sprintf(`Call products.get with the slug %q and set %q to the variantId of a variant that is active.`, slug, field)).
		Then(problem.Call{Op: "products.get", Args: map[string]any{"slug": slug}, Take: "variants.variantId"}, problem.Set(field, ""))
}

func hasNoVariants(slug, id, field string) error {
	return problem.New(problem.VariantNotFound, fmt.Sprintf("%q comes in no variants, and its id is not %q.", slug, id),
		fmt.Sprintf(`Remove %q from the body.`, field)).Then(problem.Remove(field))
}

// chooseAnother says, in words and as data, to buy something else than a product.
func chooseAnother(slug string) (string, []problem.Step) {
	return fmt.Sprintf("Call products.search with inStock true and choose another product than %q", slug), []problem.Step{
		problem.Call{Op: "products.search", Args: map[string]any{"inStock": true}, Take: "slug"}, problem.Correct{Do: schema.Set, At: "slug", Beside: slug},
	}
}

// choiceOf reads the attributes of a variant, none of a product without variants.
func choiceOf(attributes []byte) (values api.VariantChoice) {
	_ = json.Unmarshal(attributes, &values) // texts of the database
	return values
}

// nameOf returns the name of a product, with its variant.
func nameOf(line *db.CartLinesRow) string { return withVariant(line.Name, line) }

func withVariant(name string, line *db.CartLinesRow) string {
	if variant := catalog.Spoken(choiceOf(line.Attributes)); variant != "" {
		name += " (" + variant + ")"
	}
	return name
}
