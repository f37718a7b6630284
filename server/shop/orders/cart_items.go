package orders

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/catalog"
)

// CartCreate opens a cart for the key of the caller.
func (h Carts) CartCreate(ctx context.Context, req api.CartCreateRequestObject) (api.CartCreateResponseObject, error) {
	if email := req.Body.Email; email != nil {
		if err := CheckEmail(*email); err != nil {
			return nil, err
		}
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CartCreateResponseObject, error) {
		opened, err := OpenCart(ctx, tx, tx.NewID(), call.From(ctx).Key, req.Body)
		return api.CartCreate200JSONResponse{Ok: true, Result: opened}, err
	})
}

// OpenCart makes a cart with an id for a key, and puts items into it at the prices of the
// moment.
func OpenCart(ctx context.Context, tx *store.Tx, id, key uuid.UUID, b *api.CartCreateRequest) (api.Cart, error) {
	c := &content{Cart: db.Cart{ID: id, KeyID: key, Email: b.Email, CreatedAt: tx.Now, UpdatedAt: tx.Now, ExpiresAt: tx.Now.Add(life)}}
	var err error
	if c.settings, err = tx.SettingsGet(ctx); err != nil {
		return api.Cart{}, err
	}
	err = tx.CartInsert(ctx, db.CartInsertParams{ID: id, KeyID: key, Email: b.Email, EmailKey: text.CasePtr(b.Email), At: tx.Now, ExpiresAt: c.ExpiresAt})
	if err != nil {
		return api.Cart{}, err
	}
	if err := c.fill(ctx, tx, b.Items); err != nil {
		return api.Cart{}, err
	}
	return toCart(ctx, c, tx.Now), auditCart(tx, c, nil)
}

// fill puts the items of a request into a new cart.
func (c *content) fill(ctx context.Context, tx *store.Tx, items *[]api.CartItemToAdd) error {
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
			return catalog.ProductNotFound(slug)
		}
		if err := c.put(ctx, tx, &product, 0, pieces[slug]); err != nil {
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
			return catalog.ProductNotFound(req.Body.Slug)
		}
		var already int64
		for i := range c.lines {
			if c.lines[i].ProductID == products[0].ID {
				already = c.lines[i].Quantity
			}
		}
		return c.put(ctx, tx, &products[0], already, *req.Body.Quantity)
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
			return catalog.ProductNotFound(req.Body.Slug)
		}
		return c.put(ctx, tx, &db.CartProductsRow{
			ID: line.ProductID, Slug: line.Slug, Name: line.Name, PriceOere: line.PriceOere, Stock: line.Stock, FirstImage: line.FirstImage,
		}, 0, pieces)
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

// put puts more pieces of a live product to those that count already, and remembers the
// price of the moment.
func (c *content) put(ctx context.Context, tx *store.Tx, p *db.CartProductsRow, already, more int64) error {
	pieces := already + more
	switch {
	case pieces > maxPieces:
		return tooMany(problem.LimitReached, p, maxPieces-already, "%d pieces of %s would be in the cart; the limit is %d.", pieces, p.Slug, maxPieces)
	case pieces > p.Stock:
		return tooMany(problem.InsufficientStock, p, p.Stock-already, "%d pieces of %s would be in the cart; %d are in stock.", pieces, p.Slug, p.Stock)
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
	return store.Batched(tx.CartItemPut(ctx, []db.CartItemPutParams{{
		CartID: c.ID, ProductID: p.ID, Line: line.Line, Quantity: pieces, UnitPriceOere: p.PriceOere, At: tx.Now,
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
	return tx.CartItemsRemove(ctx, db.CartItemsRemoveParams{CartID: c.ID, ProductIds: removed})
}

// tooMany refuses pieces of a product; left is how many more could be put in.
func tooMany(code problem.Code, p *db.CartProductsRow, left int64, format string, args ...any) error {
	e := problem.Newf(code, format, args...)
	if left > 0 {
		e.Resolution = fmt.Sprintf(`Set the "quantity" of %q to at most %d.`, p.Slug, left)
	} else {
		e.Resolution = fmt.Sprintf("Call products.search with inStock true and choose another product than %q.", p.Slug)
	}
	return e
}
