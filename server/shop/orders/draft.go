package orders

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
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

// Line is a number of pieces of one product.
type Line struct {
	Slug     string
	Quantity int64
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

// wanted returns the total number of pieces of each product in the draft.
func (d *Draft) wanted() map[string]int64 {
	pieces := make(map[string]int64, len(d.Lines))
	for _, line := range d.Lines {
		pieces[line.Slug] += line.Quantity
	}
	return pieces
}

// byAgent reports whether a software agent placed the order.
func (d *Draft) byAgent() bool {
	return d.Channel == ChannelMCP || d.Channel == ChannelACP || d.AIAgentSource != nil
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

func (d *Draft) row(t Totals) db.OrderInsertParams {
	row := db.OrderInsertParams{
		ID: d.ID, At: d.At, Email: d.Email, EmailKey: text.Case(d.Email), PhoneNumber: d.PhoneNumber,
		Status:       string(api.OrderStatusPendingPayment),
		ShippingName: d.Shipping.Name, ShippingAddress: d.Shipping.Address, ShippingZip: d.Shipping.Zip, ShippingCity: d.Shipping.City,
		SubtotalOere: t.Subtotal, ShippingOere: t.Shipping, DiscountOere: t.Discount, TotalOere: t.Total, VatOere: &t.VAT,
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
