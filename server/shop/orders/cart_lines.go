package orders

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// lineID returns the id by which a call names a line: that of the variant, else that of the product.
func lineID(line *db.CartLinesRow) uuid.UUID {
	if line.VariantID != nil {
		return *line.VariantID
	}
	return line.ProductID
}

func goodsOfLine(line *db.CartLinesRow) catalog.Goods {
	goods := catalog.Goods{Slug: line.Slug}
	if line.VariantID != nil {
		goods.Variant = *line.VariantID
	}
	return goods
}

// mustChoose reports whether a line is a product that has got variants since it was put in.
func mustChoose(line *db.CartLinesRow) bool {
	return line.Gone && !line.Deleted && line.VariantID == nil
}

// add puts pieces to those in the cart; the same goods twice are added up. fieldOf returns the field with the variant of an item.
func (c *cart) add(ctx context.Context, tx *store.Tx, items []api.CartItemToAdd, fieldOf func(i int) string) error {
	if len(items) == 0 {
		return nil
	}
	offered, err := findOffers(ctx, tx, items)
	if err != nil {
		return err
	}
	type wish struct {
		goods  db.CartLinesRow
		err    error // the goods are none
		beside string
		pieces int64
	}
	var wishes []wish
	for i := range items {
		goods, err := offered.goods(&items[i], fieldOf(i))
		at := slices.IndexFunc(wishes, func(w wish) bool { return err == nil && w.err == nil && lineID(&w.goods) == lineID(&goods) })
		if at < 0 {
			at = len(wishes)
			wishes = append(wishes, wish{goods, err, besideOf(&goods, items[i].VariantId), 0})
		}
		wishes[at].pieces += items[i].Quantity
	}
	for i := range wishes {
		w := &wishes[i]
		if w.err != nil {
			return w.err
		}
		if err := c.put(ctx, tx, &w.goods, w.beside, c.pieces(&w.goods), w.pieces); err != nil {
			return err
		}
	}
	return nil
}

// besideOf returns by what the body of a call names goods, for the correction of what stands beside it.
func besideOf(goods *db.CartLinesRow, variant *string) string {
	if variant != nil && goods.VariantID != nil {
		return goods.VariantID.String()
	}
	return goods.Slug
}

// put puts more pieces of what is sold to those that count already, and remembers the
// current price.
func (c *cart) put(ctx context.Context, tx *store.Tx, p *db.CartLinesRow, beside string, already, more int64) error {
	pieces, affordable, name := already+more, c.affordable(p), withVariant(p.Slug, p)
	switch {
	case pieces > maxQuantity:
		return tooManyPieces(problem.LimitReached, p, beside, min(maxQuantity, p.Stock), already, "%d pieces of %s would be in the cart; the limit is %d.", pieces, name, maxQuantity)
	case pieces > p.Stock:
		return tooManyPieces(problem.InsufficientStock, p, beside, p.Stock, already, "%d pieces of %s would be in the cart; %d are in stock.", pieces, name, p.Stock)
	case pieces > affordable && pieces > c.pieces(p):
		return tooManyPieces(problem.AmountTooLarge, p, beside, affordable, already, "With %d pieces of %s the sum of the cart would exceed %d ore.", pieces, name, int64(MaxAmount))
	}
	line := c.lineFor(p)
	if line == nil {
		return problem.New(problem.LimitReached, fmt.Sprintf("The cart has %d products, the limit.", maxLines),
			"Take a product out with cart.remove, or open another cart with cart.create.").
			Then(problem.Call{Op: "cart.get_summary", Take: "items.slug"}, problem.Call{Op: "cart.remove"}, problem.Or("cart.create"))
	}
	place := line.Line
	*line = *p
	line.Line, line.Quantity, line.SeenPriceOere = place, pieces, p.PriceOere
	if id := p.VariantID; id != nil {
		return store.Batched(tx.CartVariantPut(ctx, []db.CartVariantPutParams{{
			CartID: c.ID, VariantID: *id, Line: place, Quantity: pieces, UnitPriceOere: p.PriceOere, At: tx.Now,
		}}))
	}
	return store.Batched(tx.CartItemPut(ctx, []db.CartItemPutParams{{
		CartID: c.ID, ProductID: p.ProductID, Line: place, Quantity: pieces, UnitPriceOere: p.PriceOere, At: tx.Now,
	}}))
}

// pieces returns how many pieces of goods are in the cart.
func (c *cart) pieces(goods *db.CartLinesRow) int64 {
	for i := range c.lines {
		if lineID(&c.lines[i]) == lineID(goods) {
			return c.lines[i].Quantity
		}
	}
	return 0
}

// affordable returns with how many pieces of goods, beside the other lines, the sum of the cart stays within what an
// order may have.
func (c *cart) affordable(goods *db.CartLinesRow) int64 {
	left := int64(MaxAmount)
	for i := range c.lines {
		if line := &c.lines[i]; lineID(line) != lineID(goods) && !line.Gone {
			left -= min(left, lineTotal(line.PriceOere, line.Quantity))
		}
	}
	return left / goods.PriceOere
}

// lineFor returns the line of goods, a new one at the end if they have none, and nil if
// the cart is full.
func (c *cart) lineFor(goods *db.CartLinesRow) *db.CartLinesRow {
	var last int32
	for i := range c.lines {
		if lineID(&c.lines[i]) == lineID(goods) {
			return &c.lines[i]
		}
		last = max(last, c.lines[i].Line)
	}
	if len(c.lines) >= maxLines {
		return nil
	}
	c.lines = append(c.lines, db.CartLinesRow{Line: last + 1})
	return &c.lines[len(c.lines)-1]
}

// lineToChange returns the line that a call means, which is sold.
func (c *cart) lineToChange(slug string, variant *string) (*db.CartLinesRow, error) {
	lines, err := c.named(slug, variant)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, c.notInCart(slug, variant)
	}
	line := lines[max(0, slices.IndexFunc(lines, func(l *db.CartLinesRow) bool { return !l.Gone }))]
	switch {
	case mustChoose(line):
		args, words := c.naming(line)
		return nil, problem.New(problem.VariantNotFound, fmt.Sprintf("%q comes in variants now, and the cart has none of them.", slug),
			fmt.Sprintf("Take it out with cart.remove and %s, and put a variant in with cart.add.", strings.Join(words, ", "))).
			Then(problem.Call{Op: "cart.remove", Args: args}, problem.Call{Op: "cart.add"})
	case line.Gone && !line.Deleted:
		return nil, variantNotFound(slug, lineID(line).String(), "variantId")
	case line.Gone:
		return nil, catalog.ProductNotFound(slug)
	}
	return line, nil
}

// notInCart refuses a change of what is not in the cart.
func (c *cart) notInCart(slug string, variant *string) error {
	code, what, args := problem.ProductNotFound, fmt.Sprintf("product with the slug %q", slug), map[string]any{"slug": slug}
	advice := fmt.Sprintf("Put it into the cart with cart.add and the slug %q.", slug)
	if variant != nil {
		args["variantId"] = *variant
		advice = fmt.Sprintf("Put it into the cart with cart.add, the slug %q and the variantId %q.", slug, *variant)
		if lines, err := c.named(slug, nil); err != nil || len(lines) > 0 {
			code, what = problem.VariantNotFound, fmt.Sprintf("variant %q of %q", *variant, slug)
		}
	}
	return problem.New(code, fmt.Sprintf("The cart has no %s.", what), advice).Then(problem.Call{Op: "cart.add", Args: args})
}

// named returns the lines that a call means: of each product with the slug one. There are several such products where one was
// deleted, and another has its slug.
func (c *cart) named(slug string, variant *string) ([]*db.CartLinesRow, error) {
	var lines []*db.CartLinesRow
	products, several := map[uuid.UUID]bool{}, false
	for i := range c.lines {
		line := &c.lines[i]
		if line.Slug == slug && (variant == nil || strings.EqualFold(*variant, lineID(line).String())) {
			lines, several = append(lines, line), several || products[line.ProductID]
			products[line.ProductID] = true
		}
	}
	if !several {
		return lines, nil
	}
	var all []api.ProductVariant
	var names []string
	for _, line := range lines {
		id := lineID(line).String()
		all, names = append(all, api.ProductVariant{VariantId: id}), append(names, fmt.Sprintf("%s (%s)", cmp.Or(catalog.Spoken(choiceOf(line.Attributes)), "none"), id))
	}
	p := catalog.VariantRequired(slug, all, "variantId")
	p.Detail = fmt.Sprintf("The cart has several variants of %q: %s.", slug, strings.Join(names[:min(len(names), catalog.MaxChoices)], "; "))
	return nil, p
}

// naming returns the fields by which a call names a line, and the words for them.
func (c *cart) naming(line *db.CartLinesRow) (map[string]any, []string) {
	args, words := map[string]any{"slug": line.Slug}, []string{fmt.Sprintf("the slug %q", line.Slug)}
	several := slices.ContainsFunc(c.lines, func(l db.CartLinesRow) bool { return l.ProductID == line.ProductID && lineID(&l) != lineID(line) })
	if line.VariantID != nil || several {
		id := lineID(line).String()
		args["variantId"], words = id, append(words, fmt.Sprintf("the variantId %q", id))
	}
	return args, words
}

// remove takes what a call means out of the cart, also what is not sold any more.
func (c *cart) remove(ctx context.Context, tx *store.Tx, slug string, variant *string) error {
	lines, err := c.named(slug, variant)
	if err != nil {
		return err
	}
	return c.removeWhere(ctx, tx, func(line *db.CartLinesRow) bool { return slices.Contains(lines, line) })
}

func (c *cart) removeWhere(ctx context.Context, tx *store.Tx, out func(*db.CartLinesRow) bool) error {
	var kept []db.CartLinesRow
	var products, variants []uuid.UUID
	for i := range c.lines {
		switch line := &c.lines[i]; {
		case !out(line):
			kept = append(kept, *line)
		case line.VariantID != nil:
			variants = append(variants, *line.VariantID)
		default:
			products = append(products, line.ProductID)
		}
	}
	c.lines = kept
	if len(variants) > 0 {
		if err := tx.CartVariantsRemove(ctx, db.CartVariantsRemoveParams{CartID: c.ID, VariantIds: variants}); err != nil {
			return err
		}
	}
	if len(products) == 0 {
		return nil
	}
	return tx.CartItemsRemove(ctx, db.CartItemsRemoveParams{CartID: c.ID, ProductIds: products})
}

// tooManyPieces refuses pieces of goods of which a cart can have most. already is how many are in the cart, and beside
// what the body names them by.
func tooManyPieces(code problem.Code, p *db.CartLinesRow, beside string, most, already int64, format string, args ...any) error {
	e, left, name := problem.Newf(code, format, args...), most-already, strconv.Quote(p.Slug)
	if p.VariantID != nil {
		name = fmt.Sprintf("%q (%s)", p.Slug, strings.TrimPrefix(catalog.Spoken(choiceOf(p.Attributes))+", "+p.VariantID.String(), ", "))
	}
	var steps []problem.Step
	switch {
	case left > 0:
		e.Resolution = fmt.Sprintf(`Set the "quantity" of %s to at most %d`, name, left)
		steps = append(steps, problem.Correct{Do: schema.Set, At: "quantity", Beside: beside, Value: strconv.FormatInt(left, 10)})
	case code == problem.AmountTooLarge:
		e.Resolution = fmt.Sprintf("Leave %s out, or put it into another cart, which cart.create opens", name)
		steps = append(steps, problem.Leave{}, problem.Or("cart.create"))
	case p.VariantID != nil:
		e.Resolution = fmt.Sprintf(`Call products.get with the slug %q and set the "variantId" of %s to the variantId of a variant that is in stock`, p.Slug, name)
		steps = append(steps, problem.Call{Op: "products.get", Args: map[string]any{"slug": p.Slug}, Take: "variants.variantId"},
			problem.Correct{Do: schema.Set, At: "variantId", Beside: beside})
	default:
		e.Resolution, steps = chooseAnother(p.Slug)
	}
	if already > 0 && most > 0 {
		e.Resolution += fmt.Sprintf(", or set how many are in the cart with cart.update_quantity, to at most %d", most)
		steps = append(steps, problem.Or("cart.update_quantity"))
	}
	e.Resolution += "."
	return e.Then(steps...)
}
