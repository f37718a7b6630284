package search

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// rule is in every vector that is stored by the rules of this program, for words and for the order of names: another
// one when they change. What a program before has stored lacks it, before an upgrade and during it.
const rule = index.AsWritten + "=2"

// Renewal stores anew what is searched of products and categories, where a program before has stored it.
type Renewal struct {
	Store *store.Store

	last uuid.UUID // the product that was looked at last
}

// Some renews some products, or the categories. It returns how many. One job calls it, never twice at once.
func (r *Renewal) Some(ctx context.Context) (renewed int64, err error) {
	last := uuid.Nil
	err = r.Store.Task(ctx, "search words", func(tx *store.Tx) error { // which may run twice
		all, err := renewProducts(ctx, tx, r.last)
		if err != nil {
			return err
		}
		if renewed = int64(len(all)); renewed > 0 {
			last = all[len(all)-1].ID
			return nil
		}
		last = uuid.Nil
		renewed, err = renewCategories(ctx, tx)
		return err
	})
	if err != nil {
		return 0, err
	}
	r.last = last
	return renewed, nil
}

// few is how many rows are renewed in a transaction: no call waits long for them.
const few = 200

func renewProducts(ctx context.Context, tx *store.Tx, after uuid.UUID) ([]db.ProductRecord, error) {
	all, err := tx.ProductsOfOtherRule(ctx, db.ProductsOfOtherRuleParams{After: after, Rule: lexeme(rule), Page: few})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ids, searches, names := make([]uuid.UUID, len(all)), make([]string, len(all)), make([]string, len(all))
	var words []string
	for i := range all {
		v := VectorOf(&all[i])
		ids[i], searches[i], names[i] = all[i].ID, v.Text, text.Sort(all[i].Name)
		words = append(words, v.Words...)
	}
	if err := tx.SearchWordInsert(ctx, words); err != nil {
		return nil, err
	}
	if err := tx.ProductSetSearch(ctx, db.ProductSetSearchParams{Ids: ids, Searches: searches}); err != nil {
		return nil, err
	}
	return all, tx.ProductSetNameSort(ctx, db.ProductSetNameSortParams{Ids: ids, Names: names})
}

func renewCategories(ctx context.Context, tx *store.Tx) (int64, error) {
	all, err := tx.CategoriesOfOtherRule(ctx, db.CategoriesOfOtherRuleParams{Rule: lexeme(rule), Page: few})
	if err != nil {
		return 0, err
	}
	for _, c := range all {
		v := CategoryVector(c.Name)
		if err := tx.SearchWordInsert(ctx, v.Words); err != nil {
			return 0, err
		}
		if err := tx.CategorySetSearch(ctx, db.CategorySetSearchParams{ID: c.ID, Search: v.Text, NameSort: text.Sort(c.Name)}); err != nil {
			return 0, err
		}
	}
	return int64(len(all)), nil
}
