package catalog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// This file alone says what a stock becomes. ProductUpdate writes it too, with the value of changedStock.

// Goods is what is sold: a product without variants, or a variant.
type Goods struct {
	Slug    string
	Variant uuid.UUID // uuid.Nil for a product without variants
}

func (g Goods) compare(other Goods) int {
	return cmp.Or(strings.Compare(g.Slug, other.Slug), bytes.Compare(g.Variant[:], other.Variant[:]))
}

// Pieces is a number of pieces to give back.
type Pieces struct {
	ProductID uuid.UUID
	Variant   uuid.UUID // uuid.Nil for a product without variants
	Pieces    int64
}

// GiveStock adds pieces to the stock. They must be in the order of the products' ids, the order in which
// all code locks products. It returns of each whether it was added: what was bought of a product before it
// had variants is a piece of none of them.
func GiveStock(ctx context.Context, tx *store.Tx, pieces []Pieces) ([]bool, error) {
	given := make([]bool, len(pieces))
	var products []db.StockGiveParams
	var places []int
	var variants []db.VariantGiveParams
	var ids []uuid.UUID
	for i, p := range pieces {
		ids = append(ids, p.ProductID)
		if p.Variant != uuid.Nil {
			variants, given[i] = append(variants, db.VariantGiveParams{ID: p.Variant, Pieces: p.Pieces, At: tx.Now}), true
			continue
		}
		products, places = append(products, db.StockGiveParams{ID: p.ProductID, Pieces: p.Pieces, At: tx.Now}), append(places, i)
	}
	if len(variants) > 0 { // else the products lock themselves in their order
		if err := tx.ProductLockIDs(ctx, ids); err != nil {
			return nil, err
		}
		if err := store.Batched(tx.VariantGive(ctx, variants)); err != nil {
			return nil, err
		}
	}
	if len(products) == 0 {
		return given, nil
	}
	var failed error
	tx.StockGive(ctx, products).QueryRow(func(i int, _ uuid.UUID, err error) {
		if !store.NotFound(err) {
			failed = cmp.Or(failed, err)
			given[places[i]] = err == nil
		}
	})
	return given, failed
}

// InsufficientStock is the error of TakeStock for goods with less stock than wanted. It
// lists all of them.
type InsufficientStock []StockShortage

// StockShortage is goods with less stock than wanted; 0 when they are not sold any more.
type StockShortage struct {
	Goods
	Wanted, Stock int64
}

func (e InsufficientStock) Error() string {
	parts := make([]string, len(e))
	for i, s := range e {
		parts[i] = fmt.Sprintf("%d of %s wanted, %d in stock", s.Wanted, s.Slug, s.Stock)
	}
	return strings.Join(parts, "; ")
}

// TakenStock is goods of which pieces were taken.
type TakenStock = db.VariantTakeRow

// TakeStock takes pieces of live products and their variants, and returns what they are. The
// error is a product_not_found for a product that is not live, and an
// InsufficientStock for too few pieces, also of a product that has got variants, and of a variant that
// is not sold any more; after any error the transaction must not commit.
func TakeStock(ctx context.Context, tx *store.Tx, wanted map[Goods]int64) (map[Goods]TakenStock, error) {
	// Lock everything first, in the order of the ids: otherwise two orders of the same
	// products, or an order and a return, could deadlock. The lock is a statement of its
	// own, because one that locks and updates updates the rows of a snapshot that is older
	// than the lock, and then waits for those that wait for it.
	goods := slices.SortedFunc(maps.Keys(wanted), Goods.compare)
	slugs := make([]string, len(goods))
	products, variants := db.StockTakeParams{At: tx.Now}, db.VariantTakeParams{At: tx.Now}
	for i, g := range goods {
		slugs[i] = g.Slug
		if g.Variant == uuid.Nil {
			products.Slugs, products.Quantities = append(products.Slugs, g.Slug), append(products.Quantities, wanted[g])
		} else {
			variants.Ids, variants.Quantities = append(variants.Ids, g.Variant), append(variants.Quantities, wanted[g])
		}
	}
	if _, err := tx.ProductLockMany(ctx, slices.Compact(slugs)); err != nil {
		return nil, err
	}
	taken := make(map[Goods]TakenStock, len(goods))
	if len(products.Slugs) > 0 {
		rows, err := tx.StockTake(ctx, products)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			taken[Goods{Slug: r.Slug}] = TakenStock{ID: r.ID, Slug: r.Slug, Name: r.Name, PriceOere: r.PriceOere}
		}
	}
	if len(variants.Ids) > 0 {
		rows, err := tx.VariantTake(ctx, variants)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			taken[Goods{r.Slug, r.VariantID}] = r
		}
	}
	short := slices.DeleteFunc(goods, func(g Goods) bool { _, ok := taken[g]; return ok })
	if len(short) > 0 {
		return nil, explainShort(ctx, tx, short, wanted)
	}
	return taken, nil
}

// explainShort returns why pieces could not be taken.
func explainShort(ctx context.Context, tx *store.Tx, goods []Goods, wanted map[Goods]int64) error {
	var slugs []string
	var variants []uuid.UUID
	for _, g := range goods {
		slugs, variants = append(slugs, g.Slug), append(variants, g.Variant)
	}
	rows, err := tx.StockOf(ctx, slugs)
	if err != nil {
		return err
	}
	live, left := map[string]bool{}, map[Goods]int64{}
	for _, row := range rows {
		live[row.Slug] = true
		if row.VariantCount == 0 {
			left[Goods{Slug: row.Slug}] = row.Stock
		}
	}
	sold, err := tx.VariantStockOf(ctx, variants)
	if err != nil {
		return err
	}
	ofVariant := map[uuid.UUID]int64{}
	for _, row := range sold {
		ofVariant[row.ID] = row.Stock
	}
	var short InsufficientStock
	for _, g := range goods {
		if !live[g.Slug] {
			return ProductNotFound(g.Slug)
		}
		short = append(short, StockShortage{Goods: g, Wanted: wanted[g], Stock: left[g] + ofVariant[g.Variant]})
	}
	return short
}

// ProductsAdjustStock adds pieces to the stock of a product, or takes them away.
func (h Products) ProductsAdjustStock(ctx context.Context, req api.ProductsAdjustStockRequestObject) (api.ProductsAdjustStockResponseObject, error) {
	if req.Body.Delta == 0 { // the contract has no way to say this that all generators of clients understand
		return nil, problem.Invalid("/delta", schema.CodeEnum, "must not be 0", `Set "delta" to at least 1, or to at most -1.`,
			schema.Correction{Do: schema.Set, Value: "1"})
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsAdjustStockResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		a, err := assortmentOf(&before)
		if err != nil {
			return nil, err
		}
		at, err := a.chosen(&before, req.Body.VariantId)
		if err != nil {
			return nil, err
		}
		result, stock := api.ProductsAdjustStockResult{Slug: before.Slug}, before.Stock
		if at < 0 {
			result.Stock, err = tx.StockAdjust(ctx, db.StockAdjustParams{ID: before.ID, Delta: req.Body.Delta, At: tx.Now})
		} else {
			v := &a.variants[at]
			result.VariantId, stock = &v.VariantId, v.Stock
			result.Stock, err = tx.VariantAdjust(ctx, db.VariantAdjustParams{ID: uuid.MustParse(v.VariantId), Delta: req.Body.Delta, At: tx.Now})
		}
		if store.NotFound(err) {
			return nil, cannotAdjust(stock, req.Body.Delta)
		}
		if err != nil {
			return nil, err
		}
		after, err := tx.ProductGetByID(ctx, before.ID)
		if err != nil {
			return nil, err
		}
		return api.ProductsAdjustStock200JSONResponse{Ok: true, Result: result}, auditProduct(tx, &before, &after)
	})
}

// maxStock is the largest stock of a product.
const maxStock = 9007199254740991

// cannotAdjust explains why a stock cannot change by delta, and names the delta
// that comes nearest to it.
func cannotAdjust(stock, delta int64) error {
	code, end, order, nearest := problem.InsufficientStock, "below 0", "least", -stock
	if delta > 0 {
		code, end, order, nearest = problem.LimitReached, fmt.Sprintf("above %d", maxStock), "most", maxStock-stock
	}
	fix, next := fmt.Sprintf(`Set "delta" to at %s %d.`, order, nearest), problem.Step(problem.Set("delta", strconv.FormatInt(nearest, 10)))
	if nearest == 0 {
		fix = fmt.Sprintf("Leave the stock as it is: it is %d already.", stock)
		next = problem.Leave{Op: "products.get", Because: map[string]any{"stock": stock}}
	}
	return problem.New(code, fmt.Sprintf("The stock is %d; a delta of %d would take it %s.", stock, delta, end), fix).Then(next)
}

// changedStock returns the stock that an update of a locked product writes: nil when the
// stock does not change, or follows from variants.
func changedStock(before, after *db.ProductRecord) *int64 {
	if before.Stock == after.Stock || after.VariantCount > 0 {
		return nil
	}
	return &after.Stock
}

// writeVariants writes the variants of products, which the transaction has locked.
func writeVariants(ctx context.Context, tx *store.Tx, records ...*db.ProductRecord) error {
	params := db.VariantsSetParams{At: tx.Now, Ids: []uuid.UUID{}}
	for _, r := range records {
		a, err := assortmentOf(r)
		if err != nil {
			return err
		}
		params.Products = append(params.Products, r.ID)
		for _, v := range a.variants {
			id, err := uuid.Parse(v.VariantId)
			if err != nil {
				return err
			}
			attributes, err := wire.Marshal(v.Attributes)
			if err != nil {
				return err
			}
			params.Ids, params.ProductIds = append(params.Ids, id), append(params.ProductIds, r.ID)
			params.Skus, params.Attributes = append(params.Skus, wire.OrEmpty(v.Sku)), append(params.Attributes, string(attributes))
			params.PricesOere, params.Stocks = append(params.PricesOere, v.PriceOere), append(params.Stocks, v.Stock)
			params.Images, params.Actives = append(params.Images, wire.OrEmpty(v.Image)), append(params.Actives, v.Active)
		}
	}
	return tx.VariantsSet(ctx, params)
}
