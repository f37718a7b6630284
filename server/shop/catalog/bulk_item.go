package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// Item is a product to create or, when its slug exists, to change. A nil field
// of the body is left out: an existing product keeps its value.
type Item struct {
	ID   uuid.UUID // of the product if the item creates it; the zero UUID means a new one
	Path string    // what precedes the names of its fields in the caller's body, such as "items[3]."
	Body api.ProductsBulkItem
	New  *api.ProductsBulkItem // takes the place of Body if the item creates the product; nil for the same

	Args json.RawMessage // the part of the arguments of an import that is about it, for the audit; nil for all

	Merges bool // an existing product keeps the attributes and the variants that Body does not name
}

// creates returns the item as it is for a product that it creates.
func (i *Item) creates() *Item {
	if i.New == nil {
		return i
	}
	return &Item{ID: i.ID, Path: i.Path, Body: *i.New}
}

// FallBack gives a product that the item creates a category, unless the item names one.
func (i *Item) FallBack(categorySlug string) {
	body := i.creates().Body
	if body.CategoryId == nil && body.CategorySlug == nil {
		body.CategorySlug = &categorySlug
		i.New = &body
	}
}

// merged returns the attributes of the item, with those that an existing product has besides.
func (i *Item) merged(existing json.RawMessage) (api.Attributes, error) {
	if !i.Merges || i.Body.Attributes == nil {
		return i.Body.Attributes, nil
	}
	var own map[string]json.RawMessage
	if err := json.Unmarshal(i.Body.Attributes, &own); err != nil {
		return nil, err
	}
	return wire.WithMembers(existing, own)
}

// record returns what the item creates, without the id and the category. base is the address of the service as the caller knows it.
func (i *Item) record(base string) (db.ProductRecord, error) {
	if err := i.checkCreation(); err != nil {
		return db.ProductRecord{}, err
	}
	record := db.ProductRecord{
		Slug: i.Body.Slug, Attributes: emptyObject, ComparisonFacts: emptyObject, Faq: emptyArray, UseCases: emptyArray, Images: emptyArray,
		Options: emptyArray, Variants: emptyArray,
	}
	err := applyPatch(&record, i.patch(), base)
	return record, err
}

// checkCreation refuses an item that lacks a field that a new product needs.
func (i *Item) checkCreation() error {
	b := &i.Body
	var faults []schema.Fault
	for _, field := range []struct {
		name, kind, wanted string
		given              bool
	}{
		{"name", "string", "a string", b.Name != nil}, {"description", "string", "a string", b.Description != nil},
		{"priceDkk", "number", "a whole number of ore", b.PriceDkk != nil}, {"stock", "number", "a whole number", b.Stock != nil || b.Variants != nil},
	} {
		if !field.given {
			faults = append(faults, schema.Fault{
				Pointer: "/" + field.name, Code: schema.CodeRequired, Detail: "is required for a new product",
				Fix:        fmt.Sprintf("Add %q to the body, as %s.", i.Path+field.name, field.wanted),
				Correction: schema.Correction{Do: schema.Fit, At: problem.Pointer(i.Path + field.name), Value: field.kind},
			})
		}
	}
	switch {
	case len(faults) > 0:
		return problem.InvalidBody(faults)
	case b.CategoryId == nil && b.CategorySlug == nil:
		return categoryRequired(i.Path)
	}
	return nil
}

// patch returns the item as the patch that it applies to a product.
func (i *Item) patch() *api.ProductPatch {
	b := &i.Body
	return &api.ProductPatch{
		Name: b.Name, Description: b.Description, PriceDkk: b.PriceDkk, Stock: b.Stock, Featured: b.Featured,
		Brand: b.Brand, FrameColor: b.FrameColor, LensColor: b.LensColor, AnswerSummary: b.AnswerSummary,
		Attributes: b.Attributes, ComparisonFacts: b.ComparisonFacts, Faq: b.Faq, UseCases: b.UseCases, Images: b.Images,
	}
}

// change is what a batch changes in one product.
type change struct {
	item   *Item             // the first one about the product
	before *db.ProductRecord // nil when the batch creates it
	after  db.ProductRecord
}

// decide computes the effect of each item in todo on what was found, sets the
// outcomes and returns the changes in the order of the items. newID makes the ids of
// new products. If the batch is strict, its error is the problem of the first refused
// item.
func (b *bulk) decide(found *found, newID func() uuid.UUID) ([]*change, error) {
	var order []*change
	bySlug := map[string]*change{}
	for _, i := range b.todo {
		item := &b.items[i]
		c := bySlug[item.Body.Slug]
		if c == nil {
			c = &change{item: item, before: found.products[item.Body.Slug]}
		}
		outcome, err := c.apply(item, found, b, newID)
		if refusal, ok := errors.AsType[*problem.Error](err); ok {
			b.outcomes[i] = Outcome{Result: Refused, Refusal: refusal}
			continue
		}
		if err != nil {
			return nil, err
		}
		b.outcomes[i] = outcome
		if bySlug[item.Body.Slug] == nil {
			bySlug[item.Body.Slug] = c
			order = append(order, c)
		}
	}
	if err := b.refusal(); err != nil {
		return nil, err
	}
	// Items with the same slug may have undone each other's changes.
	return slices.DeleteFunc(order, func(c *change) bool { return c.before != nil && same(c.before, &c.after) }), nil
}

// apply applies the item to the product, on top of earlier items; a refused item
// changes nothing.
func (c *change) apply(item *Item, found *found, b *bulk, newID func() uuid.UUID) (o Outcome, err error) {
	last := c.last()
	var next db.ProductRecord
	if last == nil {
		item = item.creates()
		other := b.meant[item.Body.Slug]
		if b.keeps {
			return o, other.refusal(item, problem.ProductNotFound)
		}
		if next, err = item.record(b.base); err != nil {
			if refusal := other.refusal(item, problem.ValidationFailed); refusal != nil {
				return o, refusal
			}
			return o, err
		}
		if next.ID = item.ID; next.ID == uuid.Nil {
			next.ID = newID()
		}
		if err := item.applyVariants(&next, found.held, b.base, newID); err != nil {
			return o, err
		}
	} else {
		next = *last
		if err := item.applyVariants(&next, found.held, b.base, newID); err != nil {
			return o, err
		}
		patch := item.patch()
		if item.Body.Variants != nil && next.VariantCount > 0 {
			patch.PriceDkk, patch.Stock = nil, nil
		}
		if patch.Attributes, err = item.merged(last.Attributes); err != nil {
			return o, err
		}
		if err := applyPatch(&next, patch, b.base); err != nil {
			return o, err
		}
	}
	if body := &item.Body; body.CategoryId != nil || body.CategorySlug != nil {
		category, err := found.category(item)
		if err != nil {
			return o, err
		}
		setCategory(&next, category)
	}
	switch {
	case last == nil:
		o = Outcome{Result: Created, Warnings: append(slips(nil, next.PriceOere), b.meant[item.Body.Slug].warnings()...)}
	case same(last, &next):
		o.Result, next = Unchanged, *last
	default:
		o.Result = Updated
		if b.mode != "" { // an import shows no changes, and does not pay for them
			o.Changes, o.Warnings, err = changed(last, &next)
		}
	}
	c.after = next
	return o, err
}

// applyVariants gives a product the variants that the item names. held are the skus that are taken, also by earlier items.
func (i *Item) applyVariants(r *db.ProductRecord, held map[string]db.SkuHoldersRow, base string, newID func() uuid.UUID) error {
	options, variants, err := i.mergedVariants(r)
	if err != nil {
		return err
	}
	wanted, err := variantsOf(i.Path, options, variants)
	if err != nil || wanted == nil {
		return err
	}
	wanted.base, wanted.price = base, new(r.PriceOere)
	if i.Body.PriceDkk != nil {
		wanted.price = i.Body.PriceDkk
	}
	if err := wanted.putInto(r, newID); err != nil {
		return err
	}
	a, err := assortmentOf(r)
	if err != nil {
		return err
	}
	if err := a.checkSkus(held, r.ID, i.Path); err != nil {
		return err
	}
	for _, sku := range a.skus() {
		held[sku] = db.SkuHoldersRow{Sku: sku, ProductID: r.ID, Slug: r.Slug}
	}
	return nil
}

// mergedVariants returns the options and variants of the item. Where it merges and has the options of the product, these are those
// of the product too: a variant is meant by its attributes, or else by its sku.
func (i *Item) mergedVariants(r *db.ProductRecord) (*api.ProductOptions, *api.VariantInputs, error) {
	now, err := assortmentOf(r)
	if err != nil || !i.Merges || i.Body.Options == nil || i.Body.Variants == nil || len(now.variants) == 0 || len(now.options) != len(*i.Body.Options) {
		return i.Body.Options, i.Body.Variants, err
	}
	options := now.options
	for at, option := range *i.Body.Options {
		if options[at].Name != option.Name {
			return i.Body.Options, i.Body.Variants, nil
		}
		for _, value := range option.Values {
			if !slices.Contains(options[at].Values, value) {
				options[at].Values = append(options[at].Values, value)
			}
		}
	}
	rest := slices.Clone(*i.Body.Variants)
	var all api.VariantInputs
	for _, v := range now.variants {
		in := api.VariantInput{Attributes: v.Attributes}
		at := slices.IndexFunc(rest, func(in api.VariantInput) bool { return maps.Equal(in.Attributes, v.Attributes) })
		if at < 0 && v.Sku != nil {
			at = slices.IndexFunc(rest, func(in api.VariantInput) bool { sku := wire.ValueOrNil(in.Sku); return sku != nil && *sku == *v.Sku })
		}
		if at >= 0 {
			in = rest[at]
			rest = slices.Delete(rest, at, at+1)
		}
		in.VariantId, in.Active = &v.VariantId, &v.Active
		all = append(all, in)
	}
	all = append(all, rest...)
	return &options, &all, nil
}

// last returns the product after the items so far, or nil.
func (c *change) last() *db.ProductRecord {
	if c.after.ID != uuid.Nil {
		return &c.after
	}
	return c.before
}

// same reports whether two records of one product are equal.
func same(a, b *db.ProductRecord) bool {
	return a.Name == b.Name && a.Description == b.Description && a.PriceOere == b.PriceOere && a.Stock == b.Stock &&
		a.Featured == b.Featured && a.CategoryID == b.CategoryID &&
		sameText(a.Brand, b.Brand) && sameText(a.FrameColor, b.FrameColor) && sameText(a.LensColor, b.LensColor) &&
		sameText(a.AnswerSummary, b.AnswerSummary) &&
		sameJSON(a.Attributes, b.Attributes) && sameJSON(a.ComparisonFacts, b.ComparisonFacts) &&
		sameJSON(a.Faq, b.Faq) && sameJSON(a.UseCases, b.UseCases) && sameJSON(a.Images, b.Images) && sameVariants(a, b)
}

func sameText(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// sameJSON reports whether two JSON texts differ at most in white space: an
// export has none, whatever the product was created with.
func sameJSON(a, b []byte) bool { return bytes.Equal(a, b) || bytes.Equal(compact(a), compact(b)) }

func compact(text []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, text) != nil {
		return text
	}
	return out.Bytes()
}
