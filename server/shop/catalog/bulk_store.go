package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

// found holds the existing products and categories that the items name.
type found struct {
	products   map[string]*db.ProductRecord // live ones, by slug
	categories []db.CategoryForProductRow
	byID       map[uuid.UUID]int // indexes of categories
	bySlug     map[string]int
	held       map[string]db.SkuHoldersRow // the products that have the skus that the items name
}

// category is resolveCategory for categories that have been read already.
func (f *found) category(item *Item) (db.CategoryForProductRow, error) {
	id, slug := item.Body.CategoryId, item.Body.CategorySlug
	var candidates []db.CategoryForProductRow
	if id != nil {
		parsed, ok := store.ParseID(*id)
		if !ok {
			return db.CategoryForProductRow{}, UnknownCategory(item.Path, "id", *id)
		}
		if at, ok := f.byID[parsed]; ok {
			candidates = append(candidates, f.categories[at])
		}
	}
	if slug != nil {
		if at, ok := f.bySlug[*slug]; ok {
			candidates = append(candidates, f.categories[at])
		}
	}
	return chosen(candidates, item.Path, id, slug)
}

// read finds the products and categories that the items in todo name, without a
// lock.
func (b *bulk) read(ctx context.Context, q *db.Queries) (*found, error) {
	names := b.names()
	products, err := existing(ctx, q, names.products)
	if err != nil {
		return nil, err
	}
	rows, err := q.ProductCategoryList(ctx, db.ProductCategoryListParams{Ids: names.categoryIDs, Slugs: names.categories})
	if err != nil {
		return nil, err
	}
	categories := make([]db.CategoryForProductRow, len(rows))
	for i, row := range rows {
		categories[i] = db.CategoryForProductRow(row)
	}
	held, err := holders(ctx, q, names.skus)
	return newFound(products, categories, held), err
}

// lock is read with a lock on everything that is found, in the order that all
// other writes use: products, then categories.
func (b *bulk) lock(ctx context.Context, tx *store.Tx) (*found, error) {
	names := b.names()
	locked, err := tx.ProductLockMany(ctx, names.products)
	if err != nil {
		return nil, err
	}
	products, err := existing(ctx, tx.Queries, names.products)
	if err != nil {
		return nil, err
	}
	// A product created after the lock was taken is not locked. Its insert fails,
	// and the next attempt locks it.
	products = slices.DeleteFunc(products, func(p db.ProductRecord) bool { return !slices.Contains(locked, p.ID) })
	categories, err := tx.CategoryForProduct(ctx, db.CategoryForProductParams{Ids: names.categoryIDs, Slugs: names.categories})
	if err != nil {
		return nil, err
	}
	held, err := holders(ctx, tx.Queries, names.skus)
	return newFound(products, categories, held), err
}

// maxStored is how many bytes the existing products of one call may have: they are
// in memory eight times over, with the changed ones and the rows of the audit. One
// product alone has less.
const maxStored = 8 << 20

// existing returns the live products with the slugs. It refuses too much text, with
// a problem for which TooLarge is true.
func existing(ctx context.Context, q *db.Queries, slugs []string) ([]db.ProductRecord, error) {
	size, err := q.ProductBytes(ctx, slugs)
	if err != nil {
		return nil, err
	}
	if size > maxStored && len(slugs) > 1 {
		most := max(1, len(slugs)*maxStored/int(size))
		p := problem.Invalid("/items", schema.CodeMaxItems,
			"must name existing products whose texts have at most 8 MiB in all",
			fmt.Sprintf(`Put at most %d items into "items".`, most), schema.Correction{Do: schema.Shorten, Count: most})
		p.Cause = errTooLarge
		return nil, p
	}
	return q.ProductListBySlug(ctx, slugs)
}

var errTooLarge = errors.New("catalog: the existing products are too large")

// TooLarge reports whether Upsert refused items whose products are too large to be
// read at once: fewer items are possible.
func TooLarge(err error) bool { return errors.Is(err, errTooLarge) }

func newFound(products []db.ProductRecord, categories []db.CategoryForProductRow, held map[string]db.SkuHoldersRow) *found {
	f := &found{products: map[string]*db.ProductRecord{}, byID: map[uuid.UUID]int{}, bySlug: map[string]int{}, held: held}
	for i := range products {
		f.products[products[i].Slug] = &products[i]
	}
	for _, c := range categories {
		f.add(c)
	}
	return f
}

func (f *found) add(c db.CategoryForProductRow) {
	f.byID[c.ID], f.bySlug[c.Slug] = len(f.categories), len(f.categories)
	f.categories = append(f.categories, c)
}

// names holds the names in the items, each once.
type names struct {
	products    []string
	categories  []string
	categoryIDs []uuid.UUID
	skus        []string
}

func (b *bulk) names() names {
	n := names{products: []string{}, categories: []string{}, categoryIDs: []uuid.UUID{}}
	for _, i := range b.todo {
		body := &b.items[i].Body
		n.products = append(n.products, body.Slug)
		for _, slug := range []*string{body.CategorySlug, b.items[i].creates().Body.CategorySlug} {
			if slug != nil {
				n.categories = append(n.categories, *slug)
			}
		}
		if body.CategoryId != nil {
			if id, ok := store.ParseID(*body.CategoryId); ok {
				n.categoryIDs = append(n.categoryIDs, id)
			}
		}
	}
	for _, i := range b.todo {
		if variants := b.items[i].creates().Body.Variants; variants != nil {
			for _, v := range *variants {
				if sku := wire.ValueOrNil(v.Sku); sku != nil {
					n.skus = append(n.skus, *sku)
				}
			}
		}
	}
	slices.Sort(n.products)
	slices.Sort(n.categories)
	n.products, n.categories = slices.Compact(n.products), slices.Compact(n.categories)
	return n
}

// writeChanges writes each change with its words and its audit row.
func (b *bulk) writeChanges(ctx context.Context, tx *store.Tx, changes []*change) error {
	var inserts []db.ProductCopyParams
	var updates []db.ProductUpdateParams
	var words []string
	var sets []*db.ProductRecord // those whose variants change
	for _, c := range changes {
		if c.before == nil {
			c.after.CreatedAt, c.after.UpdatedAt = tx.Now, tx.Now
		} else {
			c.after.UpdatedAt = tx.After(c.before.UpdatedAt)
		}
		if err := b.audit(tx, c); errors.Is(err, errRefused) {
			continue
		} else if err != nil {
			return err
		}
		if c.before == nil && c.after.VariantCount > 0 || c.before != nil && !sameVariants(c.before, &c.after) {
			sets = append(sets, &c.after)
		}
		var doc *search.Vector // nil when it does not change
		if c.before == nil || !search.SameVector(c.before, &c.after) {
			d := search.VectorOf(&c.after)
			doc, words = &d, append(words, d.Words...)
		}
		if c.before == nil {
			inserts = append(inserts, db.ProductCopyParams(toInsert(&c.after, *doc)))
		} else {
			updates = append(updates, toUpdate(c.before, &c.after, doc))
		}
	}
	if err := b.refusal(); err != nil {
		return err
	}
	if len(inserts)+len(updates) == 0 {
		return errRefused
	}
	// Sorted, so that two writers of the same new slugs cannot deadlock.
	slices.SortFunc(inserts, func(a, b db.ProductCopyParams) int { return strings.Compare(a.Slug, b.Slug) })
	if len(inserts) > 0 {
		if _, err := tx.ProductCopy(ctx, inserts); err != nil {
			return err
		}
	}
	if len(sets) > 0 {
		if err := writeVariants(ctx, tx, sets...); err != nil {
			return err
		}
	}
	if len(updates) > 0 {
		if err := store.Batched(tx.ProductUpdate(ctx, updates)); err != nil {
			return err
		}
	}
	slices.Sort(words)
	if b.fresh = b.words.unknown(slices.Compact(words)); len(b.fresh) == 0 {
		return nil
	}
	return tx.SearchWordInsert(ctx, b.fresh)
}

// audit adds the row of a change. Where the limits of the key do not allow the change, the error is errRefused, and the items that
// make it are refused.
func (b *bulk) audit(tx *store.Tx, c *change) error {
	args, err := b.argsOf(c.item)
	if err != nil {
		return err
	}
	err = auditPart(tx, c.before, &c.after, args)
	beyond := store.BeyondLimit(err)
	if beyond == nil {
		return err
	}
	for _, i := range b.changing() {
		if b.items[i].Body.Slug == c.after.Slug {
			b.outcomes[i] = Outcome{Result: Refused, Refusal: beyond}
		}
	}
	return errRefused
}

// knownWords is a set of search words that are in the database, so that a long
// import, or the next bulk, does not send the same words with each batch.
type knownWords struct {
	mu    sync.Mutex
	known map[string]struct{}
}

// mostWords limits the memory: above it the set is emptied. A frequent word is
// soon added again.
const mostWords = 200_000

// unknown returns the words that are not in the set.
func (w *knownWords) unknown(words []string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var unknown []string
	for _, word := range words {
		if _, ok := w.known[word]; !ok {
			unknown = append(unknown, word)
		}
	}
	return unknown
}

// add adds words that are committed.
func (w *knownWords) add(words []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known == nil || len(w.known) > mostWords {
		w.known = map[string]struct{}{}
	}
	for _, word := range words {
		w.known[strings.Clone(word)] = struct{}{} // a word is a part of the text in which it was found
	}
}
