package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/discounts"
)

// Carts answers the operations cart.*. Prices, stock, shipping terms and discounts are read from
// the database for every answer.
type Carts struct{ Store *store.Store }

// CartGetSummary returns the cart at the current prices.
func (h Carts) CartGetSummary(ctx context.Context, req api.CartGetSummaryRequestObject) (api.CartGetSummaryResponseObject, error) {
	id, err := store.ID(req.Body.CartId, cartNotFound)
	if err != nil {
		return nil, err
	}
	now := h.Store.Now()
	row, err := h.Store.Read().CartGet(ctx, db.CartGetParams{ID: id, KeyID: call.From(ctx).Key, Now: now})
	if err != nil {
		return nil, store.OrNotFound(err, id, cartNotFound)
	}
	result, err := readCart(ctx, h.Store.Read(), cartOf(&row), now)
	return api.CartGetSummary200JSONResponse{Ok: true, Result: result}, err
}

// readCart reads the lines of a cart and returns it as the API has it.
func readCart(ctx context.Context, q *db.Queries, c *cart, now time.Time) (api.Cart, error) {
	if c.OrderID != nil {
		return readOrderedCart(ctx, q, c)
	}
	var err error
	c.lines, err = q.CartLines(ctx, c.ID)
	return toCart(ctx, c, now), err
}

// cart is a cart with all that its prices depend on.
type cart struct {
	db.Cart
	settings db.Setting
	discount *db.Discount // that of its code; nil when it has none, or the code is deleted
	lines    []db.CartLinesRow
}

func cartOf(row *db.CartGetRow) *cart {
	c := &cart{Cart: row.Cart, settings: row.Setting}
	if row.DiscountID != nil {
		c.discount = &db.Discount{
			ID: *row.DiscountID, Code: *c.DiscountCode, Type: *row.Type, Value: *row.Value, Active: *row.Active,
			ValidUntil: row.ValidUntil, UsageLimit: row.UsageLimit, UsageCount: *row.UsageCount,
		}
	}
	return c
}

// usableDiscount returns the discount that a buyer gets now, nil without a code. The error is the
// discount_not_applicable of a code that cannot be used any more.
func (c *cart) usableDiscount(now time.Time) (*db.Discount, error) {
	if c.DiscountCode == nil {
		return nil, nil
	}
	if c.discount == nil {
		return nil, discounts.NotApplicable(*c.DiscountCode, "was deleted")
	}
	if err := discounts.Usable(c.discount, now); err != nil {
		return nil, err
	}
	return c.discount, nil
}

func cartNotFound(id string) error {
	return problem.Newf(problem.CartNotFound, "This key has no cart with the id %q, or it has expired.", id)
}

// toCart returns the cart at the current prices, with what has changed since it was
// filled.
func toCart(ctx context.Context, c *cart, now time.Time) api.Cart {
	out := c.withoutPrices()
	var prices []Price
	for i := range c.lines {
		line := &c.lines[i]
		item := toCartItem(ctx, line)
		out.Items = append(out.Items, item)
		out.ItemCount += line.Quantity
		out.Messages = append(out.Messages, cartMessages(line)...)
		if !line.Gone {
			prices = append(prices, Price{Unit: line.PriceOere, Quantity: line.Quantity})
		}
	}
	used, err := c.usableDiscount(now)
	switch {
	case err != nil:
		out.Messages = append(out.Messages, cartMessage("discount_removed", "The discount code %s cannot be used any more.", *c.DiscountCode))
	case used != nil:
		out.DiscountCode = &used.Code
	}
	totals, err := Sum(prices, DiscountOf(used), TermsOf(&c.settings))
	if err != nil { // the prices have risen; orders.create refuses it
		for i := range out.Items {
			item := &out.Items[i]
			if !c.lines[i].Gone {
				out.Messages = append(out.Messages, cartMessage("unavailable", "With %s the sum of the cart exceeds %d ore.", nameOf(&c.lines[i]), int64(MaxAmount)))
			}
			item.LineTotalOere, item.Available = 0, false
		}
	}
	setTotals(&out, totals)
	return out
}

// withoutPrices returns what of a cart does not depend on prices.
func (c *cart) withoutPrices() api.Cart {
	out := api.Cart{
		CartId: c.ID.String(), Email: c.Email, ExpiresAt: wire.TimeOf(c.ExpiresAt),
		Items: []api.CartItem{}, Messages: []api.CartMessage{},
	}
	if c.OrderID != nil {
		out.OrderId = new(c.OrderID.String())
	}
	return out
}

func toCartItem(ctx context.Context, line *db.CartLinesRow) api.CartItem {
	item := api.CartItem{
		Slug: line.Slug, ProductName: line.Name, Quantity: line.Quantity, FirstImage: imageOf(ctx, line.FirstImage),
		UnitPriceOere: line.PriceOere, LineTotalOere: lineTotal(line.PriceOere, line.Quantity), Available: line.Stock >= line.Quantity,
		VariantId: idOrNil(line.VariantID), VariantSku: line.Sku, VariantAttributes: line.Attributes,
	}
	if line.Gone {
		item.UnitPriceOere, item.LineTotalOere, item.Available = line.SeenPriceOere, 0, false
	}
	return item
}

// imageOf returns the whole address of an image, nil when there is none.
func imageOf(ctx context.Context, stored string) *string {
	if stored == "" {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, stored))
}

// lineTotal returns the price of a line, or the largest amount if that is larger.
func lineTotal(unit, quantity int64) int64 {
	if unit > MaxAmount/quantity {
		return MaxAmount
	}
	return unit * quantity
}

func cartMessages(line *db.CartLinesRow) (all []api.CartMessage) {
	name := nameOf(line)
	if mustChoose(line) {
		return []api.CartMessage{cartMessage("unavailable", "%s comes in variants now: take it out and choose one of them.", name)}
	}
	if line.Gone {
		return []api.CartMessage{cartMessage("unavailable", "%s is not sold any more.", name)}
	}
	if line.PriceOere != line.SeenPriceOere {
		all = append(all, cartMessage("price_changed", "%s costs %d ore a piece; it cost %d.", name, line.PriceOere, line.SeenPriceOere))
	}
	if line.Stock < line.Quantity {
		all = append(all, cartMessage("insufficient_stock", "Only %d of %s are in stock.", line.Stock, name))
	}
	return all
}

func cartMessage(code, format string, args ...any) api.CartMessage {
	return api.CartMessage{Code: code, Text: fmt.Sprintf(format, args...)}
}

func setTotals(out *api.Cart, t Totals) {
	out.SubtotalOere, out.DiscountOere, out.ShippingOere, out.TotalOere, out.VatOere = t.Subtotal, t.Discount, t.Shipping, t.Total, t.VAT
}

// readOrderedCart returns a cart that was ordered as its order has it.
func readOrderedCart(ctx context.Context, q *db.Queries, c *cart) (api.Cart, error) {
	out := c.withoutPrices()
	order, err := q.OrderGet(ctx, *c.OrderID)
	if err != nil {
		return out, err
	}
	lines, err := q.CartOrderLines(ctx, order.ID)
	for _, line := range lines {
		out.Items = append(out.Items, api.CartItem{
			Slug: line.Slug, ProductName: line.ProductName, Quantity: line.Quantity, UnitPriceOere: line.UnitPriceOere,
			LineTotalOere: lineTotal(line.UnitPriceOere, line.Quantity), Available: true, FirstImage: imageOf(ctx, line.FirstImage),
			VariantId: line.VariantID, VariantSku: line.VariantSku, VariantAttributes: line.VariantAttributes,
		})
		out.ItemCount += line.Quantity
	}
	out.DiscountCode = order.DiscountCode
	setTotals(&out, TotalsOf(&order))
	return out, err
}
