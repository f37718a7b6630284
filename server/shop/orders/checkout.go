package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/settings"
)

// OrdersCreate turns a cart into an order. The e-mail address is locked first, then the cart, then
// the products in the order of their ids, then a new customer, and the discount code last, so that
// no two calls wait for each other and a popular code is locked only for a short time.
func (h Orders) OrdersCreate(ctx context.Context, req api.OrdersCreateRequestObject) (api.OrdersCreateResponseObject, error) {
	id, err := store.ID(req.Body.CartId, cartNotFound)
	if err != nil {
		return nil, err
	}
	if err := CheckEmail(req.Body.Email); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersCreateResponseObject, error) {
		if err := AwaitErasure(ctx, tx, req.Body.Email); err != nil {
			return nil, err
		}
		c, err := lockCart(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		discount, err := checkOrderable(ctx, c, req.Body.ExpectedTotalOere, tx.Now)
		if err != nil {
			return nil, err
		}
		placed, err := Place(ctx, tx, draftOf(ctx, c, discount, req.Body))
		if err != nil {
			return nil, c.placeRefusal(err)
		}
		if discount != nil {
			if err := discounts.Redeem(ctx, tx, discount); err != nil {
				return nil, err
			}
		}
		c.OrderID = &placed.ID
		if err := saveCart(ctx, tx, c); err != nil { // the audit has a row of the order alone
			return nil, err
		}
		return api.OrdersCreate200JSONResponse{Ok: true, Result: api.OrdersCreateResult{
			Id: placed.ID.String(), Status: placed.Status, TotalDkk: placed.Total, Currency: settings.Currency,
		}}, nil
	})
}

// checkOrderable returns the discount that the buyer gets, or an error that says why the cart
// cannot be ordered. A code that the cart has dropped is no reason for a buyer who expects the total that the cart shows.
func checkOrderable(ctx context.Context, c *cart, expectedTotal *int64, now time.Time) (*db.Discount, error) {
	if c.OrderID != nil {
		return nil, alreadyOrdered(c)
	}
	if len(c.lines) == 0 {
		return nil, problem.New(problem.CartEmpty, "There is nothing in the cart.", "")
	}
	var short []shortage
	for i := range c.lines {
		if line := &c.lines[i]; line.Gone {
			short = append(short, shortage{line, 0})
		}
	}
	if len(short) > 0 {
		return nil, c.stockRefusal(short)
	}
	discount, err := c.usableDiscount(now)
	if err != nil && expectedTotal != nil && *expectedTotal == toCart(ctx, c, now).TotalOere {
		return nil, nil
	}
	return discount, err
}

func alreadyOrdered(c *cart) error {
	return problem.New(problem.CartOrdered, fmt.Sprintf("The cart is the order %s already.", c.OrderID),
		fmt.Sprintf("Read that order with orders.get and the orderId %q, or open another cart with cart.create.", c.OrderID.String())).
		Then(append([]problem.Step{problem.Call{Op: "orders.get", Args: map[string]any{"orderId": c.OrderID.String()}}}, problem.Find("cart.create", "cartId", "cartId")...)...)
}

// draftOf returns the order that the cart and the request make.
func draftOf(ctx context.Context, c *cart, discount *db.Discount, b *api.OrdersCreateRequest) Draft {
	d := Draft{
		Email: b.Email, PhoneNumber: b.PhoneNumber,
		Shipping:      Address{Name: b.ShippingName, Address: b.ShippingAddress, Zip: b.ShippingZip, City: b.ShippingCity},
		Billing:       billingOf(b),
		Discount:      DiscountOf(discount),
		Terms:         TermsOf(&c.settings),
		ExpectedTotal: b.ExpectedTotalOere,
		PaymentMethod: b.PaymentMethod, AIAgentSource: b.AiAgentSource, ACPSessionID: b.AcpSessionId, Channel: channelOf(ctx, b),
	}
	for i := range c.lines {
		goods := goodsOfLine(&c.lines[i])
		d.Lines = append(d.Lines, Line{Slug: goods.Slug, Quantity: c.lines[i].Quantity, Variant: goods.Variant})
	}
	return d
}

func channelOf(ctx context.Context, b *api.OrdersCreateRequest) string {
	switch {
	case b.AcpSessionId != nil:
		return ChannelACP
	case call.From(ctx).Channel == call.MCP:
		return ChannelMCP
	}
	return ChannelAPI
}

// billingOf returns who pays, nil when the request names nobody.
func billingOf(b *api.OrdersCreateRequest) *Address {
	var a Address
	wire.Set(&a.Name, b.BillingName)
	wire.Set(&a.Address, b.BillingAddress)
	wire.Set(&a.Zip, b.BillingZip)
	wire.Set(&a.City, b.BillingCity)
	wire.Set(&a.Country, b.BillingCountry)
	if a == (Address{}) {
		return nil
	}
	return &a
}

// placeRefusal turns the errors of Place into problems.
func (c *cart) placeRefusal(err error) error {
	if missing, ok := errors.AsType[catalog.InsufficientStock](err); ok {
		var short []shortage
		for _, m := range missing {
			at := slices.IndexFunc(c.lines, func(l db.CartLinesRow) bool { return goodsOfLine(&l) == m.Goods })
			short = append(short, shortage{&c.lines[at], m.Stock})
		}
		return c.stockRefusal(short)
	}
	if errors.Is(err, ErrAmountTooLarge) {
		return problem.New(problem.AmountTooLarge, fmt.Sprintf("The sum of the cart exceeds %d ore.", int64(MaxAmount)), "")
	}
	if p, ok := errors.AsType[*problem.Error](err); ok && p.Code == problem.ProductNotFound { // it was deleted a moment ago
		return problem.New(problem.InsufficientStock, p.Detail, "Read the cart again with cart.get_summary and take out what is not available with cart.remove.").
			Then(problem.Call{Op: "cart.get_summary"}, problem.Or("cart.remove"))
	}
	return err
}

// shortage is a line of which there is less than it wants.
type shortage struct {
	line  *db.CartLinesRow
	stock int64 // 0 when it is not sold any more
}

// stockRefusal refuses an order of more than there is.
func (c *cart) stockRefusal(short []shortage) error {
	parts := make([]string, len(short))
	for i, s := range short {
		parts[i] = fmt.Sprintf("%d of %s wanted, %d in stock", s.line.Quantity, withVariant(s.line.Slug, s.line), s.stock)
	}
	e := problem.New(problem.InsufficientStock, strings.Join(parts, "; ")+".", "")
	first := short[0]
	args, words := c.naming(first.line)
	if first.stock > 0 {
		args["quantity"] = first.stock
		e.Resolution = fmt.Sprintf("Call cart.update_quantity with %s and a quantity of at most %d, then send the call again.", strings.Join(words, ", "), first.stock)
		return e.Then(problem.Call{Op: "cart.update_quantity", Args: args})
	}
	e.Resolution = fmt.Sprintf("Call cart.remove with %s, then send the call again.", strings.Join(words, " and "))
	return e.Then(problem.Call{Op: "cart.remove", Args: args})
}

// ErasedDomain ends the e-mail of an order whose customer was erased.
const ErasedDomain = "@erased.invalid"

// Erased reports whether the customer of an order was erased.
func Erased(o *db.Order) bool { return strings.HasSuffix(o.Email, ErasedDomain) }

// CheckEmail refuses the e-mail of somebody who was erased: nobody else may have it.
func CheckEmail(email string) error {
	if !strings.HasSuffix(text.Case(email), ErasedDomain) {
		return nil
	}
	return problem.Invalid("/email", schema.CodePattern, "must not end in "+ErasedDomain+", which stands for somebody who was erased",
		`Set "email" to the address that the buyer has now.`,
		schema.Correction{Do: schema.Set})
}
