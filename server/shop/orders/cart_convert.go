package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/wire"
)

// toCart returns the cart at the prices of the moment, with what has changed since it was
// filled.
func toCart(ctx context.Context, c *content, now time.Time) api.Cart {
	out := c.shown()
	var prices []Price
	for i := range c.lines {
		line := &c.lines[i]
		item := toItem(ctx, line)
		out.Items = append(out.Items, item)
		out.ItemCount += line.Quantity
		out.Messages = append(out.Messages, messagesOf(line)...)
		if !line.Gone {
			prices = append(prices, Price{Unit: line.PriceOere, Quantity: line.Quantity})
		}
	}
	used, err := c.usable(now)
	switch {
	case err != nil:
		out.Messages = append(out.Messages, message("discount_removed", "The discount code %s cannot be used any more.", *c.DiscountCode))
	case used != nil:
		out.DiscountCode = &used.Code
	}
	// A sum that is too large is shown as the largest there is; orders.create refuses it.
	totals, err := Sum(prices, DiscountOf(used), TermsOf(&c.settings))
	if err != nil {
		totals = Totals{Subtotal: MaxAmount, Total: MaxAmount}
	}
	setTotals(&out, totals)
	return out
}

// shown returns what of a cart does not depend on prices.
func (c *content) shown() api.Cart {
	out := api.Cart{
		CartId: c.ID.String(), Email: c.Email, ExpiresAt: wire.TimeOf(c.ExpiresAt),
		Items: []api.CartItem{}, Messages: []api.CartMessage{},
	}
	if c.OrderID != nil {
		id := c.OrderID.String()
		out.OrderId = &id
	}
	return out
}

func setTotals(out *api.Cart, t Totals) {
	out.SubtotalOere, out.DiscountOere, out.ShippingOere, out.TotalOere, out.VatOere = t.Subtotal, t.Discount, t.Shipping, t.Total, t.VAT
}

func toItem(ctx context.Context, line *db.CartLinesRow) api.CartItem {
	item := api.CartItem{
		Slug: line.Slug, ProductName: line.Name, Quantity: line.Quantity, FirstImage: imageOf(ctx, line.FirstImage),
		UnitPriceOere: line.PriceOere, LineTotalOere: lineTotal(line.PriceOere, line.Quantity), Available: line.Stock >= line.Quantity,
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

func messagesOf(line *db.CartLinesRow) (all []api.CartMessage) {
	if line.Gone {
		return []api.CartMessage{message("unavailable", "%s is not sold any more.", line.Name)}
	}
	if line.PriceOere != line.SeenPriceOere {
		all = append(all, message("price_changed", "%s costs %d ore a piece; it cost %d.", line.Name, line.PriceOere, line.SeenPriceOere))
	}
	if line.Stock < line.Quantity {
		all = append(all, message("insufficient_stock", "Only %d of %s are in stock.", line.Stock, line.Name))
	}
	return all
}

func message(code, format string, args ...any) api.CartMessage {
	return api.CartMessage{Code: code, Text: fmt.Sprintf(format, args...)}
}

// showOrdered returns a cart that was ordered as its order has it.
func showOrdered(ctx context.Context, q *db.Queries, c *content) (api.Cart, error) {
	out := c.shown()
	order, err := q.OrderGet(ctx, *c.OrderID)
	if err != nil {
		return out, err
	}
	lines, err := q.CartOrderLines(ctx, order.ID)
	for _, line := range lines {
		out.Items = append(out.Items, api.CartItem{
			Slug: line.Slug, ProductName: line.ProductName, Quantity: line.Quantity, UnitPriceOere: line.UnitPriceOere,
			LineTotalOere: lineTotal(line.UnitPriceOere, line.Quantity), Available: true, FirstImage: imageOf(ctx, line.FirstImage),
		})
		out.ItemCount += line.Quantity
	}
	out.DiscountCode = order.DiscountCode
	setTotals(&out, TotalsOf(&order))
	return out, err
}

// cartState is a cart in the audit: without the person, whose e-mail address it may have.
type cartState struct {
	ID           string      `json:"id"`
	Items        []stateItem `json:"items"`
	DiscountCode *string     `json:"discountCode"`
	OrderID      *string     `json:"orderId"`
}

type stateItem struct {
	ProductID string `json:"productId"`
	Quantity  int64  `json:"quantity"`
}

func cartStateOf(c *content) cartState {
	s := cartState{ID: c.ID.String(), Items: []stateItem{}, DiscountCode: c.DiscountCode, OrderID: c.shown().OrderId}
	for i := range c.lines {
		s.Items = append(s.Items, stateItem{c.lines[i].ProductID.String(), c.lines[i].Quantity})
	}
	return s
}
