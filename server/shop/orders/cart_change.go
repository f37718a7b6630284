package orders

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/catalog"
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
	if err := c.fill(ctx, tx, b.Items); err != nil {
		return api.Cart{}, err
	}
	return toCart(ctx, c, tx.Now), auditCart(tx, c, nil)
}

// fill puts the items of a request into a new cart.
func (c *cart) fill(ctx context.Context, tx *store.Tx, items *[]api.CartItemToAdd) error {
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
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		products, err := tx.CartProducts(ctx, []string{req.Body.Slug})
		if err != nil {
			return err
		}
		if len(products) == 0 {
			return catalog.ProductNotFound(req.Body.Slug)
		}
		return c.put(ctx, tx, &products[0], c.pieces(products[0].ID), *req.Body.Quantity)
	})
	return api.CartAdd200JSONResponse(reply), err
}

// CartUpdateQuantity sets the number of pieces of a product that is in the cart.
func (h Carts) CartUpdateQuantity(ctx context.Context, req api.CartUpdateQuantityRequestObject) (api.CartUpdateQuantityResponseObject, error) {
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error {
		line, pieces := c.lineBySlug(req.Body.Slug), req.Body.Quantity
		switch {
		case pieces == 0:
			return c.remove(ctx, tx, req.Body.Slug)
		case line == nil:
			return problem.New(problem.ProductNotFound, fmt.Sprintf("The cart has no product with the slug %q.", req.Body.Slug),
				fmt.Sprintf("Put it into the cart with cart.add and the slug %q.", req.Body.Slug)).
				Then(problem.Call{Op: "cart.add", Args: map[string]any{"slug": req.Body.Slug}})
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
	reply, err := h.change(ctx, req.Body.CartId, func(tx *store.Tx, c *cart) error { return c.remove(ctx, tx, req.Body.Slug) })
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

// put puts more pieces of a live product to those that count already, and remembers the
// current price.
func (c *cart) put(ctx context.Context, tx *store.Tx, p *db.CartProductsRow, already, more int64) error {
	pieces, affordable := already+more, c.affordable(p)
	switch {
	case pieces > maxQuantity:
		return tooManyPieces(problem.LimitReached, p, min(maxQuantity, p.Stock), already, "%d pieces of %s would be in the cart; the limit is %d.", pieces, p.Slug, maxQuantity)
	case pieces > p.Stock:
		return tooManyPieces(problem.InsufficientStock, p, p.Stock, already, "%d pieces of %s would be in the cart; %d are in stock.", pieces, p.Slug, p.Stock)
	case pieces > affordable && pieces > c.pieces(p.ID):
		return tooManyPieces(problem.AmountTooLarge, p, affordable, already, "With %d pieces of %s the sum of the cart would exceed %d ore.", pieces, p.Slug, int64(MaxAmount))
	}
	line := c.lineFor(p.ID)
	if line == nil {
		return problem.New(problem.LimitReached, fmt.Sprintf("The cart has %d products, the limit.", maxLines),
			"Take a product out with cart.remove, or open another cart with cart.create.").
			Then(problem.Call{Op: "cart.get_summary", Take: "items.slug"}, problem.Call{Op: "cart.remove"}, problem.Or("cart.create"))
	}
	*line = db.CartLinesRow{
		ProductID: p.ID, Line: line.Line, Quantity: pieces, SeenPriceOere: p.PriceOere,
		Slug: p.Slug, Name: p.Name, PriceOere: p.PriceOere, Stock: p.Stock, FirstImage: p.FirstImage,
	}
	return store.Batched(tx.CartItemPut(ctx, []db.CartItemPutParams{{
		CartID: c.ID, ProductID: p.ID, Line: line.Line, Quantity: pieces, UnitPriceOere: p.PriceOere, At: tx.Now,
	}}))
}

// pieces returns how many pieces of a product are in the cart.
func (c *cart) pieces(product uuid.UUID) int64 {
	for i := range c.lines {
		if c.lines[i].ProductID == product {
			return c.lines[i].Quantity
		}
	}
	return 0
}

// affordable returns with how many pieces of a product, beside the other lines, the sum of the cart stays within what an
// order may have.
func (c *cart) affordable(p *db.CartProductsRow) int64 {
	left := int64(MaxAmount)
	for i := range c.lines {
		if line := &c.lines[i]; line.ProductID != p.ID && !line.Gone {
			left -= min(left, lineTotal(line.PriceOere, line.Quantity))
		}
	}
	return left / p.PriceOere
}

// lineFor returns the line of a product, a new one at the end if it has none, and nil if
// the cart is full.
func (c *cart) lineFor(product uuid.UUID) *db.CartLinesRow {
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

// lineBySlug returns the line of a product, a live one before a deleted one with the same slug.
func (c *cart) lineBySlug(slug string) *db.CartLinesRow {
	var found *db.CartLinesRow
	for i := range c.lines {
		if line := &c.lines[i]; line.Slug == slug && (found == nil || found.Gone) {
			found = line
		}
	}
	return found
}

// remove takes every product with a slug out of the cart, also a deleted one.
func (c *cart) remove(ctx context.Context, tx *store.Tx, slug string) error {
	return c.removeWhere(ctx, tx, func(line *db.CartLinesRow) bool { return line.Slug == slug })
}

func (c *cart) removeWhere(ctx context.Context, tx *store.Tx, out func(*db.CartLinesRow) bool) error {
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

// tooManyPieces refuses pieces of a product of which a cart can have most.
// already is how many are in the cart.
func tooManyPieces(code problem.Code, p *db.CartProductsRow, most, already int64, format string, args ...any) error {
	e, left := problem.Newf(code, format, args...), most-already
	var steps []problem.Step
	switch {
	case left > 0:
		e.Resolution = fmt.Sprintf(`Set the "quantity" of %q to at most %d`, p.Slug, left)
		steps = append(steps, problem.Correct{Do: schema.Set, At: "quantity", Beside: p.Slug, Value: strconv.FormatInt(left, 10)})
	case code == problem.AmountTooLarge:
		e.Resolution = fmt.Sprintf("Leave %q out, or put it into another cart, which cart.create opens", p.Slug)
		steps = append(steps, problem.Leave{}, problem.Or("cart.create"))
	default:
		e.Resolution = fmt.Sprintf("Call products.search with inStock true and choose another product than %q", p.Slug)
		steps = append(steps, problem.Call{Op: "products.search", Args: map[string]any{"inStock": true}, Take: "slug"},
			problem.Correct{Do: schema.Set, At: "slug", Beside: p.Slug})
	}
	if already > 0 && most > 0 {
		e.Resolution += fmt.Sprintf(", or set how many are in the cart with cart.update_quantity, to at most %d", most)
		steps = append(steps, problem.Or("cart.update_quantity"))
	}
	e.Resolution += "."
	return e.Then(steps...)
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
	ProductID string `json:"productId"`
	Quantity  int64  `json:"quantity"`
}

func cartStateOf(c *cart) cartState {
	s := cartState{ID: c.ID.String(), Items: []cartStateItem{}, DiscountCode: c.DiscountCode, OrderID: c.withoutPrices().OrderId}
	for i := range c.lines {
		s.Items = append(s.Items, cartStateItem{c.lines[i].ProductID.String(), c.lines[i].Quantity})
	}
	return s
}
