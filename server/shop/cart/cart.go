// Package cart keeps the carts of API keys, and turns one into an order. Prices,
// stock, shipping terms and discounts are read from the database for every answer.
package cart

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/discounts"
)

// Carts answers the operations cart.*, and orders.create.
type Carts struct{ Store *store.Store }

// The limits of a cart; the contract has the same.
const (
	life      = 30 * 24 * time.Hour // after the last change
	maxLines  = 200
	maxPieces = 999 // of a product
)

// content is a cart with all that its prices depend on.
type content struct {
	db.CartGetRow
	lines []db.CartLinesRow
}

// discount returns the code of the cart, nil when it has none or the code is deleted.
func (c *content) discount() *db.Discount {
	if c.DiscountID == nil {
		return nil
	}
	return &db.Discount{
		ID: *c.DiscountID, Code: *c.Cart.DiscountCode, Type: *c.Type, Value: *c.Value, Active: *c.Active,
		ValidUntil: c.ValidUntil, UsageLimit: c.UsageLimit, UsageCount: *c.UsageCount,
	}
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
	id, err := parseID(req.Body.CartId)
	if err != nil {
		return nil, err
	}
	now := h.Store.Now()
	row, err := h.Store.Read().CartGet(ctx, db.CartGetParams{ID: id, KeyID: call.From(ctx).Key, Now: now})
	if err != nil {
		return nil, orNotFound(err, id)
	}
	shown, err := show(ctx, h.Store.Read(), &content{CartGetRow: row}, now)
	return api.CartGetSummary200JSONResponse{Ok: true, Result: shown}, err
}

// show reads the lines of a cart and returns it as the API shows it.
func show(ctx context.Context, q *db.Queries, c *content, now time.Time) (api.Cart, error) {
	if c.Cart.OrderID != nil {
		return showOrdered(ctx, q, c)
	}
	var err error
	c.lines, err = q.CartLines(ctx, c.Cart.ID)
	return toCart(c, now), err
}

// change locks a cart that is not ordered yet, has fn change it, writes what changed, and
// returns it.
func (h Carts) change(ctx context.Context, cartID string, fn func(tx *store.Tx, c *content) error) (api.CartReply, error) {
	id, err := parseID(cartID)
	if err != nil {
		return api.CartReply{}, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartReply, error) {
		c, err := lock(ctx, tx, id)
		if err != nil {
			return api.CartReply{}, err
		}
		if c.Cart.OrderID != nil {
			return api.CartReply{}, ordered(c)
		}
		before := stateOf(c)
		if err := fn(tx, c); err != nil {
			return api.CartReply{}, err
		}
		if err := save(ctx, tx, c, before); err != nil {
			return api.CartReply{}, err
		}
		return api.CartReply{Ok: true, Result: toCart(c, tx.Now)}, nil
	})
}

// lock returns a cart with its lines, and locks it until the transaction ends.
func lock(ctx context.Context, tx *store.Tx, id uuid.UUID) (*content, error) {
	row, err := tx.CartLock(ctx, db.CartLockParams{ID: id, KeyID: call.From(ctx).Key, Now: tx.Now})
	if err != nil {
		return nil, orNotFound(err, id)
	}
	c := &content{CartGetRow: db.CartGetRow(row)}
	c.lines, err = tx.CartLines(ctx, id)
	return c, err
}

// save writes a changed cart, without its lines, and lets it live on.
func save(ctx context.Context, tx *store.Tx, c *content, before any) error {
	c.Cart.UpdatedAt = tx.After(c.Cart.UpdatedAt)
	c.Cart.ExpiresAt = c.Cart.UpdatedAt.Add(life)
	err := tx.Last.CartUpdate(ctx, db.CartUpdateParams{
		ID: c.Cart.ID, DiscountCode: c.Cart.DiscountCode, OrderID: c.Cart.OrderID, UpdatedAt: c.Cart.UpdatedAt, ExpiresAt: c.Cart.ExpiresAt,
	})
	if err != nil {
		return err
	}
	return tx.Audit(audit.Entry{EntityType: "cart", EntityID: c.Cart.ID.String(), Before: before, After: stateOf(c)})
}

// CartApplyDiscount sets the code of the cart, or removes it.
func (h Carts) CartApplyDiscount(ctx context.Context, req api.CartApplyDiscountRequestObject) (api.CartApplyDiscountResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error {
		c.setDiscount(nil)
		if req.Body.Code == nil {
			return nil
		}
		d, err := tx.DiscountGet(ctx, discounts.Canonical(*req.Body.Code))
		if store.NotFound(err) {
			return problem.Newf(problem.DiscountNotFound, "No discount has the code %q.", discounts.Canonical(*req.Body.Code))
		}
		if err != nil {
			return err
		}
		c.setDiscount(&d)
		return discounts.Usable(&d, tx.Now)
	})
	return api.CartApplyDiscount200JSONResponse(reply), err
}

func (c *content) setDiscount(d *db.Discount) {
	c.Cart.DiscountCode, c.DiscountID = nil, nil
	if d != nil {
		c.Cart.DiscountCode, c.DiscountID, c.Type, c.Value, c.Active = &d.Code, &d.ID, &d.Type, &d.Value, &d.Active
		c.ValidUntil, c.UsageLimit, c.UsageCount = d.ValidUntil, d.UsageLimit, &d.UsageCount
	}
}

func parseID(text string) (uuid.UUID, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return id, notFound(text)
	}
	return id, nil
}

func orNotFound(err error, id uuid.UUID) error {
	if store.NotFound(err) {
		return notFound(id.String())
	}
	return err
}

func notFound(id string) error {
	return problem.Newf(problem.CartNotFound, "This key has no cart with the id %q, or it has expired.", id)
}
