package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/discounts"
)

// cartLife is how long a cart lives after its last change; the contract has the same.
const cartLife = 30 * 24 * time.Hour

// CartCreate opens a cart for the key of the caller.
func (h Carts) CartCreate(ctx context.Context, req api.CartCreateRequestObject) (api.CartCreateResponseObject, error) {
	if email := req.Body.Email; email != nil {
		if err := CheckEmail(*email); err != nil {
			return nil, err
		}
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartCreateResponseObject, error) {
		opened, err := OpenCart(ctx, tx, tx.NewSecretID(), call.From(ctx).Key, req.Body)
		return api.CartCreate200JSONResponse{Ok: true, Result: opened}, err
	})
}

// OpenCart makes a cart with an id for a key, and puts items into it at the current
// prices.
func OpenCart(ctx context.Context, tx *store.Tx, id, key uuid.UUID, b *api.CartCreateRequest) (api.Cart, error) {
	c := &cart{Cart: db.Cart{ID: id, KeyID: key, Email: b.Email, CreatedAt: tx.Now, UpdatedAt: tx.Now, ExpiresAt: tx.Now.Add(cartLife)}}
	var err error
	if c.settings, err = tx.SettingsGet(ctx); err != nil {
		return api.Cart{}, err
	}
	if b.DiscountCode != nil {
		if err := c.apply(ctx, tx, *b.DiscountCode); err != nil {
			return api.Cart{}, ofDiscountCode(err)
		}
	}
	err = tx.CartInsert(ctx, db.CartInsertParams{
		ID: id, KeyID: key, Email: b.Email, EmailKey: text.CasePtr(b.Email), DiscountCode: c.DiscountCode, At: tx.Now, ExpiresAt: c.ExpiresAt,
	})
	if err != nil {
		return api.Cart{}, err
	}
	if b.Items != nil {
		if err := c.add(ctx, tx, *b.Items, func(i int) string { return fmt.Sprintf("items[%d].variantId", i) }); err != nil {
			return api.Cart{}, err
		}
	}
	return toCart(ctx, c, tx.Now), auditCart(tx, c, nil)
}

// CartAdd adds pieces of a product or variant to those in the cart.
func (h Carts) CartAdd(ctx context.Context, req api.CartAddRequestObject) (api.CartAddResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		item := api.CartItemToAdd{Slug: req.Body.Slug, VariantId: req.Body.VariantId, Quantity: *req.Body.Quantity}
		return c.add(ctx, tx, []api.CartItemToAdd{item}, func(int) string { return "variantId" })
	})
	return api.CartAdd200JSONResponse(reply), err
}

// CartUpdateQuantity sets the number of pieces of a product or variant that is in the cart.
func (h Carts) CartUpdateQuantity(ctx context.Context, req api.CartUpdateQuantityRequestObject) (api.CartUpdateQuantityResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		if req.Body.Quantity == 0 {
			return c.remove(ctx, tx, req.Body.Slug, req.Body.VariantId)
		}
		line, err := c.lineToChange(req.Body.Slug, req.Body.VariantId)
		if err != nil {
			return err
		}
		return c.put(ctx, tx, line, besideOf(line, req.Body.VariantId), 0, req.Body.Quantity)
	})
	return api.CartUpdateQuantity200JSONResponse(reply), err
}

// CartRemove takes a product or variant out of the cart.
func (h Carts) CartRemove(ctx context.Context, req api.CartRemoveRequestObject) (api.CartRemoveResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		return c.remove(ctx, tx, req.Body.Slug, req.Body.VariantId)
	})
	return api.CartRemove200JSONResponse(reply), err
}

// CartClear takes everything out of the cart.
func (h Carts) CartClear(ctx context.Context, req api.CartClearRequestObject) (api.CartClearResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		c.setDiscount(nil)
		return c.removeWhere(ctx, tx, func(*db.CartLinesRow) bool { return true })
	})
	return api.CartClear200JSONResponse(reply), err
}

// CartApplyDiscount sets the code of the cart, or removes it.
func (h Carts) CartApplyDiscount(ctx context.Context, req api.CartApplyDiscountRequestObject) (api.CartApplyDiscountResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		c.setDiscount(nil)
		if req.Body.Code == nil {
			return nil
		}
		return c.apply(ctx, tx, *req.Body.Code)
	})
	return api.CartApplyDiscount200JSONResponse(reply), err
}

// apply sets the discount of a code that can be used now.
func (c *cart) apply(ctx context.Context, tx *store.Tx, code string) error {
	d, err := discounts.Find(ctx, tx, code)
	if err != nil {
		return err
	}
	c.setDiscount(&d)
	return discounts.Usable(&d, tx.Now)
}

// ofDiscountCode has the refusal of a code say what to do about it where there is no cart yet.
func ofDiscountCode(err error) error {
	p, refused := errors.AsType[*problem.Error](err)
	switch {
	case !refused:
		return err
	case p.Code == problem.DiscountNotFound:
		return p.Lookup("discounts.list", "code", "discountCode", "a discount")
	}
	p.Resolution = `Set "discountCode" to another code, or remove it to buy without one.`
	return p.Then(problem.Remove("discountCode"))
}

func (c *cart) setDiscount(d *db.Discount) {
	c.discount, c.DiscountCode = d, nil
	if d != nil {
		c.DiscountCode = &d.Code
	}
}

// change locks a cart that is not ordered yet, has fn change it, writes what changed, and
// returns it.
func (h Carts) change(ctx context.Context, cartID string, fn func(tx *store.Tx, c *cart) error) (api.CartReply, error) {
	id, err := store.ID(cartID, cartNotFound)
	if err != nil {
		return api.CartReply{}, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartReply, error) {
		c, err := lockCart(ctx, tx, id)
		if err != nil {
			return api.CartReply{}, err
		}
		if c.OrderID != nil {
			return api.CartReply{}, alreadyOrdered(c)
		}
		before := cartStateOf(c)
		if err := fn(tx, c); err != nil {
			return api.CartReply{}, err
		}
		if err := saveCart(ctx, tx, c); err != nil {
			return api.CartReply{}, err
		}
		return api.CartReply{Ok: true, Result: toCart(ctx, c, tx.Now)}, auditCart(tx, c, before)
	})
}

// lockCart returns a cart with its lines, and locks it until the transaction ends.
func lockCart(ctx context.Context, tx *store.Tx, id uuid.UUID) (*cart, error) {
	wanted := db.CartGetParams{ID: id, KeyID: call.From(ctx).Key, Now: tx.Now}
	locked, err := tx.CartLock(ctx, db.CartLockParams(wanted))
	row := db.CartGetRow(locked)
	if err == nil && row.Cart.DiscountCode != nil && row.DiscountID == nil {
		// The code is deleted, or it was set while the statement waited for the lock, and the
		// discount was looked up before.
		row, err = tx.CartGet(ctx, wanted)
	}
	if err != nil {
		return nil, store.OrNotFound(err, id, cartNotFound)
	}
	c := cartOf(&row)
	c.lines, err = tx.CartLines(ctx, id)
	return c, err
}

// saveCart writes a changed cart, without its lines, and lets it live on.
func saveCart(ctx context.Context, tx *store.Tx, c *cart) error {
	c.UpdatedAt = tx.After(c.UpdatedAt)
	c.ExpiresAt = c.UpdatedAt.Add(cartLife)
	return tx.AtCommit(func(q *db.Queries) error { // after the order that it names
		return q.CartUpdate(ctx, db.CartUpdateParams{
			ID: c.ID, DiscountCode: c.DiscountCode, OrderID: c.OrderID, UpdatedAt: c.UpdatedAt, ExpiresAt: c.ExpiresAt,
		})
	})
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

// auditCart adds the row of a change of a cart; before is nil for a new one.
func auditCart(tx *store.Tx, c *cart, before any) error {
	return tx.Audit(store.AuditEntry{EntityType: "cart", EntityID: c.ID.String(), Before: before, After: cartStateOf(c)})
}

// cartState is a cart in the audit: without the person, whose e-mail address it may have.
type cartState struct {
	ID           string          `json:"id"`
	Items        []cartStateItem `json:"items"`
	DiscountCode *string         `json:"discountCode"`
	OrderID      *string         `json:"orderId"`
}

type cartStateItem struct {
	ProductID string     `json:"productId"`
	VariantID *uuid.UUID `json:"variantId,omitempty"`
	Quantity  int64      `json:"quantity"`
}

func cartStateOf(c *cart) cartState {
	s := cartState{ID: c.ID.String(), Items: []cartStateItem{}, DiscountCode: c.DiscountCode, OrderID: c.withoutPrices().OrderId}
	for i := range c.lines {
		s.Items = append(s.Items, cartStateItem{c.lines[i].ProductID.String(), c.lines[i].VariantID, c.lines[i].Quantity})
	}
	return s
}
