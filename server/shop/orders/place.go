package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog"
)

// The channels of an order.
const (
	ChannelAPI = "api"
	ChannelMCP = "mcp"
	ChannelACP = "acp" // a checkout session of an agent's platform
)

// The limits of an order; the contract has the same.
const (
	maxLines    = 200
	maxQuantity = 999
)

// Draft is an order to be placed.
type Draft struct {
	ID uuid.UUID // uuid.Nil means a new one
	At time.Time // the zero time means that of the transaction

	Email       string
	PhoneNumber *string
	Shipping    Address
	Billing     *Address // nil means the shipping address; its fields may be ""
	Lines       []Line
	Discount    *Discount
	Terms       Terms

	ExpectedTotal *int64 // nil takes any total

	PaymentMethod *string
	Channel       string
	AIAgentSource *string
	ACPSessionID  *string
}

// Address is the address of a parcel or of an invoice. Only that of an invoice
// has a country.
type Address struct{ Name, Address, Zip, City, Country string }

// Line is a number of pieces of one product, or of a variant of it.
type Line struct {
	Slug     string
	Quantity int64
	Variant  uuid.UUID // uuid.Nil for a product without variants
}

func (l *Line) goods() catalog.Goods { return catalog.Goods{Slug: l.Slug, Variant: l.Variant} }

// Placed is a new order.
type Placed struct {
	ID     uuid.UUID
	Status api.OrderStatus
	Totals
}

// Place creates an order that waits for its payment, at the current prices and terms, and takes its
// goods from the stock. Its customer is the one with its e-mail, who is made if there is none. Where
// that one may be erased meanwhile, AwaitErasure was called. The rows are written with the COMMIT.
//
// The error is a product_not_found for a product that is not live, a
// catalog.InsufficientStock for too few pieces, a total_changed, and ErrAmountTooLarge for a sum
// that is too large; after any error the transaction must not commit. The caller checks whether the
// discount may be used and records its use.
func Place(ctx context.Context, tx *store.Tx, d Draft) (Placed, error) {
	if err := d.complete(tx.Now, tx.NewID); err != nil {
		return Placed{}, err
	}
	taken, err := catalog.TakeStock(ctx, tx, d.wanted())
	if err != nil {
		return Placed{}, err
	}
	totals, err := d.totals(taken)
	if err != nil {
		return Placed{}, err
	}
	order := d.row(totals)
	order.EntryID, order.Actor = tx.NewID(), call.From(ctx).Actor // of the creation, in the history
	items := d.items(taken, tx.NewID)
	err = tx.AtCommit(func(q *db.Queries) error {
		return errors.Join(
			q.CustomerMake(ctx, db.CustomerMakeParams{ID: tx.NewID(), Email: d.Email, EmailKey: text.Case(d.Email), At: d.At}),
			q.OrderInsert(ctx, order), q.OrderItemsInsert(ctx, items),
			q.OrderWordsInsert(ctx, db.OrderWordsInsertParams{Words: d.words(), OrderedAt: d.At, OrderID: d.ID}))
	})
	if err != nil {
		return Placed{}, err
	}
	return Placed{d.ID, api.OrderStatusPendingPayment, totals}, auditPlaced(tx, &order, &items)
}

// AwaitErasure waits for an erasure of the customer with an e-mail, and makes a later one wait for the transaction: before anything is
// locked, for which the erasure, or others, would wait.
func AwaitErasure(ctx context.Context, tx *store.Tx, email string) error {
	return tx.CustomerAwait(ctx, text.Case(email))
}

// complete sets the id and the time of a valid draft if they are missing.
func (d *Draft) complete(now time.Time, newID func() uuid.UUID) error {
	if err := d.check(); err != nil {
		return err
	}
	if d.At.IsZero() {
		d.At = now
	}
	d.At = d.At.UTC().Truncate(time.Millisecond) // the database would round it
	if d.ID == uuid.Nil {
		d.ID = newID()
	}
	return nil
}

// check refuses a draft that no order can be; the contract refuses it before.
func (d *Draft) check() error {
	if len(d.Lines) == 0 || len(d.Lines) > maxLines {
		return fmt.Errorf("orders: a draft of %d lines", len(d.Lines))
	}
	for _, line := range d.Lines {
		if line.Quantity < 1 || line.Quantity > maxQuantity {
			return fmt.Errorf("orders: a draft with %d of %s", line.Quantity, line.Slug)
		}
	}
	if d.Email == "" || d.Channel == "" {
		return errors.New("orders: a draft without e-mail or channel")
	}
	return nil
}

// wanted returns the total number of pieces of each product or variant in the draft.
func (d *Draft) wanted() map[catalog.Goods]int64 {
	pieces := make(map[catalog.Goods]int64, len(d.Lines))
	for _, line := range d.Lines {
		pieces[line.goods()] += line.Quantity
	}
	return pieces
}

func (d *Draft) totals(taken map[catalog.Goods]catalog.TakenStock) (Totals, error) {
	prices := make([]Price, len(d.Lines))
	for i, line := range d.Lines {
		prices[i] = Price{Unit: taken[line.goods()].PriceOere, Quantity: line.Quantity}
	}
	totals, err := Sum(prices, d.Discount, d.Terms)
	if err == nil && d.ExpectedTotal != nil && *d.ExpectedTotal != totals.Total {
		err = problem.Newf(problem.TotalChanged, "The total is %d ore, not %d.", totals.Total, *d.ExpectedTotal)
	}
	return totals, err
}

func (d *Draft) row(t Totals) db.OrderInsertParams {
	row := db.OrderInsertParams{
		ID: d.ID, At: d.At, Email: d.Email, EmailKey: text.Case(d.Email), PhoneNumber: d.PhoneNumber,
		Status:       string(api.OrderStatusPendingPayment),
		ShippingName: d.Shipping.Name, ShippingAddress: d.Shipping.Address, ShippingZip: d.Shipping.Zip, ShippingCity: d.Shipping.City,
		SubtotalOere: t.Subtotal, ShippingOere: t.Shipping, DiscountOere: t.Discount, TotalOere: t.Total, VatOere: &t.VAT, VatRatePpm: int32(d.Terms.VATPPM), //nolint:gosec // at most a million
		PaymentMethod: d.PaymentMethod, Channel: d.Channel, IsAiGenerated: d.byAgent(),
		AiAgentSource: d.AIAgentSource, AcpSessionID: d.ACPSessionID,
	}
	if b := d.Billing; b != nil {
		row.BillingName, row.BillingAddress, row.BillingZip = orNil(b.Name), orNil(b.Address), orNil(b.Zip)
		row.BillingCity, row.BillingCountry = orNil(b.City), orNil(b.Country)
	}
	if d.Discount != nil {
		row.DiscountCode = &d.Discount.Code
	}
	return row
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// byAgent reports whether a software agent placed the order.
func (d *Draft) byAgent() bool {
	return d.Channel == ChannelMCP || d.Channel == ChannelACP || d.AIAgentSource != nil
}

func (d *Draft) items(taken map[catalog.Goods]catalog.TakenStock, newID func() uuid.UUID) db.OrderItemsInsertParams {
	items := db.OrderItemsInsertParams{OrderID: d.ID, OrderedAt: &d.At}
	for _, line := range d.Lines {
		product := taken[line.goods()]
		items.Ids, items.Quantities = append(items.Ids, newID()), append(items.Quantities, line.Quantity)
		items.ProductIds, items.ProductNames = append(items.ProductIds, product.ID), append(items.ProductNames, product.Name)
		items.UnitPricesOere = append(items.UnitPricesOere, product.PriceOere)
		variant, sku := "", ""
		if product.VariantID != uuid.Nil {
			variant = product.VariantID.String()
			wire.Set(&sku, product.Sku)
		}
		items.VariantIds, items.VariantSkus = append(items.VariantIds, variant), append(items.VariantSkus, sku)
		items.VariantAttributes = append(items.VariantAttributes, string(product.Attributes))
	}
	return items
}

// words returns the words by which orders.list finds the order.
func (d *Draft) words() []string {
	local, _, _ := strings.Cut(d.Email, "@")
	texts := []string{d.Shipping.Name, local}
	if d.Billing != nil {
		texts = append(texts, d.Billing.Name)
	}
	return text.Keys(texts...)
}
