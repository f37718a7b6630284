package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/discounts"
)

// Carts answers the operations cart.*, and orders.create.
type Carts struct{ Store *store.Store }

// The limits of a cart; the contract has the same.
const (
	life      = 30 * 24 * time.Hour // after the last change
	maxPieces = 999                 // of a product
)

// content is a cart with all that its prices depend on.
type content struct {
	db.Cart
	settings db.Setting
	discount *db.Discount // that of its code; nil when it has none, or the code is deleted
	lines    []db.CartLinesRow
}

func contentOf(row *db.CartGetRow) *content {
	c := &content{Cart: row.Cart, settings: row.Setting}
	if row.DiscountID != nil {
		c.discount = &db.Discount{
			ID: *row.DiscountID, Code: *c.DiscountCode, Type: *row.Type, Value: *row.Value, Active: *row.Active,
			ValidUntil: row.ValidUntil, UsageLimit: row.UsageLimit, UsageCount: *row.UsageCount,
		}
	}
	return c
}

// usable returns the discount that a buyer gets now, nil without a code. The error is the
// discount_not_applicable of a code that cannot be used any more.
func (c *content) usable(now time.Time) (*db.Discount, error) {
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

// find returns the line of a product, a live one before a deleted one with the same slug.
func (c *content) find(slug string) *db.CartLinesRow {
	var found *db.CartLinesRow
	for i := range c.lines {
		if line := &c.lines[i]; line.Slug == slug && (found == nil || found.Gone) {
			found = line
		}
	}
	return found
}

// CartGetSummary returns the cart at the prices of the moment.
func (h Carts) CartGetSummary(ctx context.Context, req api.CartGetSummaryRequestObject) (api.CartGetSummaryResponseObject, error) {
	id, err := parseCartID(req.Body.CartId)
	if err != nil {
		return nil, err
	}
	now := h.Store.Now()
	row, err := h.Store.Read().CartGet(ctx, db.CartGetParams{ID: id, KeyID: call.From(ctx).Key, Now: now})
	if err != nil {
		return nil, orCartNotFound(err, id)
	}
	shown, err := show(ctx, h.Store.Read(), contentOf(&row), now)
	return api.CartGetSummary200JSONResponse{Ok: true, Result: shown}, err
}

// show reads the lines of a cart and returns it as the API shows it.
func show(ctx context.Context, q *db.Queries, c *content, now time.Time) (api.Cart, error) {
	if c.OrderID != nil {
		return showOrdered(ctx, q, c)
	}
	var err error
	c.lines, err = q.CartLines(ctx, c.ID)
	return toCart(ctx, c, now), err
}

// change locks a cart that is not ordered yet, has fn change it, writes what changed, and
// returns it.
func (h Carts) change(ctx context.Context, cartID string, fn func(tx *store.Tx, c *content) error) (api.CartReply, error) {
	id, err := parseCartID(cartID)
	if err != nil {
		return api.CartReply{}, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartReply, error) {
		c, err := lock(ctx, tx, id)
		if err != nil {
			return api.CartReply{}, err
		}
		if c.OrderID != nil {
			return api.CartReply{}, ordered(c)
		}
		before := cartStateOf(c)
		if err := fn(tx, c); err != nil {
			return api.CartReply{}, err
		}
		if err := save(ctx, tx, c); err != nil {
			return api.CartReply{}, err
		}
		return api.CartReply{Ok: true, Result: toCart(ctx, c, tx.Now)}, auditCart(tx, c, before)
	})
}

// lock returns a cart with its lines, and locks it until the transaction ends.
func lock(ctx context.Context, tx *store.Tx, id uuid.UUID) (*content, error) {
	wanted := db.CartGetParams{ID: id, KeyID: call.From(ctx).Key, Now: tx.Now}
	locked, err := tx.CartLock(ctx, db.CartLockParams(wanted))
	row := db.CartGetRow(locked)
	if err == nil && row.Cart.DiscountCode != nil && row.DiscountID == nil {
		// The code is deleted, or it was set while the statement waited for the lock, and the
		// discount was looked up before.
		row, err = tx.CartGet(ctx, wanted)
	}
	if err != nil {
		return nil, orCartNotFound(err, id)
	}
	c := contentOf(&row)
	c.lines, err = tx.CartLines(ctx, id)
	return c, err
}

// save writes a changed cart, without its lines, and lets it live on.
func save(ctx context.Context, tx *store.Tx, c *content) error {
	c.UpdatedAt = tx.After(c.UpdatedAt)
	c.ExpiresAt = c.UpdatedAt.Add(life)
	return tx.AtCommit(func(q *db.Queries) error { // after the order that it names
		return q.CartUpdate(ctx, db.CartUpdateParams{
			ID: c.ID, DiscountCode: c.DiscountCode, OrderID: c.OrderID, UpdatedAt: c.UpdatedAt, ExpiresAt: c.ExpiresAt,
		})
	})
}

// auditCart adds the row of a change of a cart; before is nil for a new one.
func auditCart(tx *store.Tx, c *content, before any) error {
	return tx.Audit(store.AuditEntry{EntityType: "cart", EntityID: c.ID.String(), Before: before, After: cartStateOf(c)})
}

// CartApplyDiscount sets the code of the cart, or removes it.
func (h Carts) CartApplyDiscount(ctx context.Context, req api.CartApplyDiscountRequestObject) (api.CartApplyDiscountResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error {
		c.setDiscount(nil)
		if req.Body.Code == nil {
			return nil
		}
		d, err := discounts.Find(ctx, tx, *req.Body.Code)
		if err != nil {
			return err
		}
		c.setDiscount(&d)
		_, err = c.usable(tx.Now)
		return err
	})
	return api.CartApplyDiscount200JSONResponse(reply), err
}

func (c *content) setDiscount(d *db.Discount) {
	c.discount, c.DiscountCode = d, nil
	if d != nil {
		c.DiscountCode = &d.Code
	}
}

func parseCartID(text string) (uuid.UUID, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return id, cartNotFound(text)
	}
	return id, nil
}

func orCartNotFound(err error, id uuid.UUID) error {
	if store.NotFound(err) {
		return cartNotFound(id.String())
	}
	return err
}

func cartNotFound(id string) error {
	return problem.Newf(problem.CartNotFound, "This key has no cart with the id %q, or it has expired.", id)
}

// ExpireCarts deletes some of the carts whose life is over, and returns how many. Their orders
// stay.
func ExpireCarts(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 200
	err = st.Task(ctx, "carts", func(tx *store.Tx) (err error) {
		rows, err = tx.CartExpire(ctx, db.CartExpireParams{Now: tx.Now, MaxRows: few})
		return err
	})
	return rows, err
}

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
