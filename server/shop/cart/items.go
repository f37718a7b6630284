package cart

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/stock"
)

// CartCreate opens a cart for the key of the caller.
func (h Carts) CartCreate(ctx context.Context, req api.CartCreateRequestObject) (api.CartCreateResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartCreateResponseObject, error) {
		c := &content{CartGetRow: db.CartGetRow{Cart: db.Cart{
			ID: uuid.Must(uuid.NewV7()), KeyID: call.From(ctx).Key, Email: req.Body.Email, CreatedAt: tx.Now, UpdatedAt: tx.Now, ExpiresAt: tx.Now.Add(life),
		}}}
		var err error
		if c.Setting, err = tx.SettingsGet(ctx); err != nil {
			return nil, err
		}
		err = tx.Last.CartInsert(ctx, db.CartInsertParams{ID: c.Cart.ID, KeyID: c.Cart.KeyID, Email: c.Cart.Email, At: tx.Now, ExpiresAt: c.Cart.ExpiresAt})
		if err != nil {
			return nil, err
		}
		if err := c.fill(ctx, tx, req.Body.Items); err != nil {
			return nil, err
		}
		return api.CartCreate200JSONResponse{Ok: true, Result: toCart(c, tx.Now)}, auditCreated(tx, c)
	})
}

// fill puts the items of a request into a new cart.
func (c *content) fill(ctx context.Context, tx *store.Tx, items *[]api.NewCartItem) error {
	if items == nil || len(*items) == 0 {
		return nil
	}
	var slugs []string
	pieces := map[string]int64{}
	for _, item := range *items {
		if pieces[item.Slug] == 0 {
			slugs = append(slugs, item.Slug)
		}
		pieces[item.Slug] += item.Quantity
	}
	products, err := tx.CartProducts(ctx, slugs)
	if err != nil {
		return err
	}
	found := map[string]db.CartProductsRow{}
	for _, p := range products {
		found[p.Slug] = p
	}
	for _, slug := range slugs {
		product, ok := found[slug]
		if !ok {
			return productNotFound(slug)
		}
		if err := c.put(ctx, tx, &product, pieces[slug]); err != nil {
			return err
		}
	}
	return nil
}

// CartAdd adds pieces of a product to those in the cart.
func (h Carts) CartAdd(ctx context.Context, req api.CartAddRequestObject) (api.CartAddResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error {
		products, err := tx.CartProducts(ctx, []string{req.Body.Slug})
		if err != nil {
			return err
		}
		if len(products) == 0 {
			return productNotFound(req.Body.Slug)
		}
		pieces := *req.Body.Quantity
		for i := range c.lines {
			if c.lines[i].ProductID == products[0].ID {
				pieces += c.lines[i].Quantity
			}
		}
		return c.put(ctx, tx, &products[0], pieces)
	})
	return api.CartAdd200JSONResponse(reply), err
}

// CartUpdateQuantity sets the number of pieces of a product that is in the cart.
func (h Carts) CartUpdateQuantity(ctx context.Context, req api.CartUpdateQuantityRequestObject) (api.CartUpdateQuantityResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error {
		line, pieces := c.find(req.Body.Slug), req.Body.Quantity
		switch {
		case pieces == 0:
			return c.remove(ctx, tx, req.Body.Slug)
		case line == nil:
			return problem.New(problem.ProductNotFound, fmt.Sprintf("The cart has no product with the slug %q.", req.Body.Slug),
				fmt.Sprintf("Put it into the cart with cart.add and the slug %q.", req.Body.Slug))
		case line.Gone:
			return productNotFound(req.Body.Slug)
		}
		return c.put(ctx, tx, &db.CartProductsRow{
			ID: line.ProductID, Slug: line.Slug, Name: line.Name, PriceOere: line.PriceOere, Stock: line.Stock, FirstImage: line.FirstImage,
		}, pieces)
	})
	return api.CartUpdateQuantity200JSONResponse(reply), err
}

// CartRemove takes a product out of the cart.
func (h Carts) CartRemove(ctx context.Context, req api.CartRemoveRequestObject) (api.CartRemoveResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error { return c.remove(ctx, tx, req.Body.Slug) })
	return api.CartRemove200JSONResponse(reply), err
}

// CartClear takes everything out of the cart.
func (h Carts) CartClear(ctx context.Context, req api.CartClearRequestObject) (api.CartClearResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *content) error {
		c.setDiscount(nil)
		return c.removeWhere(ctx, tx, func(*db.CartLinesRow) bool { return true })
	})
	return api.CartClear200JSONResponse(reply), err
}

// put sets the number of pieces of a live product, at the price of the moment.
func (c *content) put(ctx context.Context, tx *store.Tx, p *db.CartProductsRow, pieces int64) error {
	if pieces > maxPieces {
		return problem.New(problem.LimitReached, fmt.Sprintf("The cart would have %d pieces of %s; the limit is %d.", pieces, p.Slug, maxPieces),
			fmt.Sprintf("Set its quantity to at most %d with cart.update_quantity.", maxPieces))
	}
	if pieces > p.Stock {
		return tooFew(stock.Shortage{Slug: p.Slug, Wanted: pieces, Stock: p.Stock})
	}
	line := c.place(p.ID)
	if line == nil {
		return problem.New(problem.LimitReached, fmt.Sprintf("The cart has %d products, the limit.", maxLines),
			"Take a product out with cart.remove, or open another cart with cart.create.")
	}
	*line = db.CartLinesRow{
		ProductID: p.ID, Line: line.Line, Quantity: pieces, SeenPriceOere: p.PriceOere,
		Slug: p.Slug, Name: p.Name, PriceOere: p.PriceOere, Stock: p.Stock, FirstImage: p.FirstImage,
	}
	return store.Batched(tx.Last.CartItemPut(ctx, []db.CartItemPutParams{{
		CartID: c.Cart.ID, ProductID: p.ID, Line: line.Line, Quantity: pieces, UnitPriceOere: p.PriceOere, At: tx.Now,
	}}))
}

// place returns the line of a product, a new one at the end if it has none, and nil if
// the cart is full.
func (c *content) place(product uuid.UUID) *db.CartLinesRow {
	var last int32
	for i := range c.lines {
		if c.lines[i].ProductID == product {
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

// remove takes every product with a slug out of the cart, also a deleted one.
func (c *content) remove(ctx context.Context, tx *store.Tx, slug string) error {
	return c.removeWhere(ctx, tx, func(line *db.CartLinesRow) bool { return line.Slug == slug })
}

func (c *content) removeWhere(ctx context.Context, tx *store.Tx, out func(*db.CartLinesRow) bool) error {
	var kept []db.CartLinesRow
	var removed []uuid.UUID
	for i := range c.lines {
		if out(&c.lines[i]) {
			removed = append(removed, c.lines[i].ProductID)
		} else {
			kept = append(kept, c.lines[i])
		}
	}
	c.lines = kept
	if len(removed) == 0 {
		return nil
	}
	return tx.Last.CartItemsRemove(ctx, db.CartItemsRemoveParams{CartID: c.Cart.ID, ProductIds: removed})
}

func productNotFound(slug string) error {
	return problem.Newf(problem.ProductNotFound, "No product has the slug %q.", slug)
}

// tooFew refuses to sell more than there is.
func tooFew(short ...stock.Shortage) error {
	p := problem.New(problem.InsufficientStock, stock.Insufficient(short).Error()+".", "")
	if first := short[0]; first.Stock > 0 {
		p.Resolution = fmt.Sprintf("Set the quantity of %q to at most %d.", first.Slug, first.Stock)
	} else {
		p.Resolution = fmt.Sprintf("Take %q out of the cart with cart.remove.", first.Slug)
	}
	return p
}
