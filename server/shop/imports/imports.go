// Package imports reads products and categories from files: JSON Lines in the shape of the items of products.bulk_upsert and of
// the requests of categories.upsert, and Shopify's product CSV. The operations *.import write what a text has in one
// transaction; package transfer does it with files of any size.
package imports

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Imports answers the operations *.import of the catalogue.
type Imports struct {
	Store    *store.Store
	Contract *contract.Contract
	Importer *catalog.Importer
}

// How much one call takes, as the contract says.
const (
	maxProducts   = 1000
	maxVariants   = 2500
	maxCategories = 500
	maxErrors     = 100
)

// ProductsImport creates and changes the products of a text.
func (h Imports) ProductsImport(ctx context.Context, req api.ProductsImportRequestObject) (api.ProductsImportResponseObject, error) {
	b := req.Body
	dryRun, err := problem.DryRun(b.DryRun, b.Confirm)
	if err != nil {
		return nil, err
	}
	read, err := recordsOf(b.Text, b.Format, maxProducts)
	if err != nil {
		return nil, err
	}
	parsed, err := h.items(read)
	if err != nil {
		return nil, err
	}
	if err := describe(read, parsed, b.CategorySlug); err != nil {
		return nil, err
	}
	reply := func(r api.ImportResult) api.ProductsImport200JSONResponse {
		return api.ProductsImport200JSONResponse{Ok: true, Result: r}
	}
	return carryOut(ctx, h.Store, dryRun, reply, func(tx *store.Tx) ([]Record, error) {
		records, items := slices.Clone(read), slices.Clone(parsed)
		if err := h.place(ctx, tx, b, records, items); err != nil {
			return nil, err
		}
		return records, h.upsert(ctx, tx, records, items)
	})
}

// items returns the products of records.
func (h Imports) items(records []Record) ([]catalog.Item, error) {
	items, of, variants := make([]catalog.Item, len(records)), h.Contract.Tool("products.bulk_upsert").Request.Items("items"), 0
	for i := range records {
		items[i] = records[i].Item(of)
		if items[i].Body.Variants != nil {
			variants += len(*items[i].Body.Variants)
		}
		if variants > maxVariants {
			return nil, tooMuch(fmt.Sprintf("must have at most %d variants", maxVariants), records[i].Line-1)
		}
	}
	return items, nil
}

// describe gives each product the arguments with which it alone would be imported, for the audit.
func describe(records []Record, items []catalog.Item, categorySlug *string) (err error) {
	for i := range records {
		if records[i].Taken() && err == nil {
			items[i].Args, err = wire.Marshal(api.ProductsImportRequest{
				Text: string(records[i].text), Format: api.Jsonl, CategorySlug: categorySlug, Confirm: new(true),
			})
		}
	}
	return err
}

// place gives the products their categories.
func (h Imports) place(ctx context.Context, tx *store.Tx, b *api.ProductsImportRequest, records []Record, items []catalog.Item) error {
	if b.CategorySlug != nil {
		_, err := tx.CategoryGet(ctx, *b.CategorySlug)
		if store.NotFound(err) {
			return catalog.UnknownCategory("", "slug", *b.CategorySlug)
		}
		if err != nil {
			return err
		}
		for i := range records {
			records[i].guessed = ""
		}
	}
	if b.Format == api.ShopifyCsv {
		known, err := NewCategories(ctx, tx.Queries, h.Contract, writeIn(tx))
		if err != nil {
			return err
		}
		if err := known.Place(ctx, records, items); err != nil {
			return err
		}
	}
	if b.CategorySlug != nil {
		for i := range items {
			items[i].FallBack(*b.CategorySlug)
		}
	}
	return nil
}

// upsert writes the products of the records that are taken.
func (h Imports) upsert(ctx context.Context, tx *store.Tx, records []Record, items []catalog.Item) error {
	var taken []catalog.Item
	var from []*Record
	for i := range records {
		if records[i].Taken() {
			taken, from = append(taken, items[i]), append(from, &records[i])
		}
	}
	outcomes, err := h.Importer.UpsertIn(ctx, tx, taken)
	if catalog.TooLarge(err) {
		return tooMuch("must name existing products whose texts have at most 8 MiB in all", from[len(from)/2].Line-1)
	}
	if err != nil {
		return err
	}
	for i, outcome := range outcomes {
		if beyond := outcome.Refusal; beyond != nil && beyond.Code == problem.BeyondLimit {
			return beyond.About(fmt.Sprintf("line %d (%s)", from[i].Line, taken[i].Body.Slug))
		}
		from[i].Settle(outcome, &taken[i].Body)
	}
	return nil
}

// CategoriesImport creates and changes the categories of a text.
func (h Imports) CategoriesImport(ctx context.Context, req api.CategoriesImportRequestObject) (api.CategoriesImportResponseObject, error) {
	b := req.Body
	dryRun, err := problem.DryRun(b.DryRun, b.Confirm)
	if err != nil {
		return nil, err
	}
	most := maxCategories
	if b.Format == api.ShopifyCsv {
		most = maxProducts
	}
	read, err := recordsOf(b.Text, b.Format, most)
	if err != nil {
		return nil, err
	}
	reply := func(r api.ImportResult) api.CategoriesImport200JSONResponse {
		return api.CategoriesImport200JSONResponse{Ok: true, Result: r}
	}
	return carryOut(ctx, h.Store, dryRun, reply, func(tx *store.Tx) ([]Record, error) {
		if err := tx.CategoriesLock(ctx); err != nil {
			return nil, err
		}
		records := slices.Clone(read)
		if b.Format == api.ShopifyCsv {
			return h.categoriesOf(ctx, tx, records)
		}
		for i := range records {
			if err := records[i].Category(ctx, tx.Queries, h.Contract.Tool("categories.upsert").Request, writeIn(tx)); err != nil {
				return nil, err
			}
		}
		return records, nil
	})
}

// categoriesOf makes the categories that products name.
func (h Imports) categoriesOf(ctx context.Context, tx *store.Tx, products []Record) ([]Record, error) {
	items, err := h.items(products)
	if err != nil {
		return nil, err
	}
	known, err := NewCategories(ctx, tx.Queries, h.Contract, writeIn(tx))
	if err != nil {
		return nil, err
	}
	return known.ofProducts(ctx, products, items)
}

// writeIn writes categories in a transaction, of which nothing is left of one that is refused.
func writeIn(tx *store.Tx) WriteCategory {
	return func(ctx context.Context, body *api.CategoriesUpsertRequest) error {
		if !call.From(ctx).May("categories:write") {
			return problem.Newf(problem.InsufficientScope, "The shop has no category %q, and the key lacks the scope categories:write to make it.", body.Name)
		}
		text, err := wire.Marshal(body)
		if err != nil {
			return err
		}
		args, err := wire.Marshal(api.CategoriesImportRequest{Text: string(text), Format: api.Jsonl, Confirm: new(true)})
		if err != nil {
			return err
		}
		return tx.Part(ctx, func() error {
			_, err := catalog.UpsertCategory(ctx, tx, body, args)
			return err
		})
	}
}

// errTakenBack ends the transaction of an import that is to leave nothing.
var errTakenBack = errors.New("imports: taken back")

// carryOut runs an import in one transaction, and answers with what became of the records. A dry run is the same, taken back.
func carryOut[R any](ctx context.Context, st *store.Store, dryRun bool, reply func(api.ImportResult) R, run func(tx *store.Tx) ([]Record, error)) (R, error) {
	var answer R
	err := catalog.Again(func() error {
		_, err := store.Answer(ctx, st, func(tx *store.Tx) (R, error) {
			records, err := run(tx)
			if err != nil {
				return answer, err
			}
			if answer = reply(resultOf(dryRun, records)); dryRun || len(tx.AuditRows()) == 0 {
				err = errTakenBack
			}
			return answer, err
		})
		return err
	})
	if errors.Is(err, errTakenBack) {
		err = nil
	}
	return answer, err
}

// resultOf counts the records, and says why some were left out.
func resultOf(dryRun bool, records []Record) api.ImportResult {
	result := api.ImportResult{DryRun: dryRun, Errors: []api.ImportFault{}}
	slices.SortStableFunc(records, func(a, b Record) int { return a.Line - b.Line })
	for i := range records {
		r := &records[i]
		switch {
		case !r.Taken():
			if result.Refused++; len(result.Errors) < maxErrors {
				result.Errors = append(result.Errors, r.fault())
			}
		case r.Result == catalog.Created:
			result.Created++
		case r.Result == catalog.Updated:
			result.Updated++
		default:
			result.Unchanged++
		}
	}
	return result
}

// fault says why the record was left out.
func (r *Record) fault() api.ImportFault {
	const most = 10
	fault := api.ImportFault{Line: int64(r.Line), Reason: strings.Join(r.Faults[:min(len(r.Faults), most)], "; ")}
	if r.Skipped != "" {
		fault.Reason = r.Skipped
	}
	var item struct{ Slug string }
	if handle := r.Handle; handle != "" {
		fault.Handle = &handle
	} else if json.Unmarshal(r.text, &item) == nil && item.Slug != "" {
		fault.Handle = &item.Slug
	}
	return fault
}

// recordsOf returns the records of a text, or refuses one that cannot be read or has more than most.
func recordsOf(text string, format api.ImportFormat, most int) (records []Record, err error) {
	isCSV := format == api.ShopifyCsv
	if err := Unreadable([]byte(text), isCSV); err != nil {
		return nil, unreadable(err)
	}
	var from Source = NewLines(bufio.NewReader(strings.NewReader(text)))
	if isCSV {
		if from, err = NewShopify(strings.NewReader(text), "", ""); err != nil {
			return nil, unreadable(err)
		}
	}
	for {
		r, err := from.Next()
		switch {
		case errors.Is(err, io.EOF):
			return records, nil
		case err != nil:
			return nil, unreadable(err)
		case len(records) == most:
			return nil, tooMuch(fmt.Sprintf("must have at most %d records", most), r.Line-1)
		}
		records = append(records, r)
	}
}

// unreadable refuses a text as a whole.
func unreadable(why error) error {
	fix, correction := `Mend the file, and set "text" to what it has then.`, schema.Correction{Do: schema.Set}
	for of, format := range map[error]api.ImportFormat{ErrTable: api.ShopifyCsv, ErrJSON: api.Jsonl} {
		if errors.Is(why, of) {
			fix, correction = fmt.Sprintf("Set \"format\" to %q.", format), schema.Correction{Do: schema.Set, At: "/format", Value: fmt.Sprintf("%q", format)}
		}
	}
	return problem.Invalid("/text", schema.CodeFormat, "cannot be imported: "+why.Error(), fix, correction)
}

// tooMuch refuses a text of which so many lines are possible.
func tooMuch(detail string, lines int) error {
	return problem.Invalid("/text", schema.CodeMaxItems, detail, fmt.Sprintf(`Set "text" to its first %d lines, and send the others in another call.`, lines),
		schema.Correction{Do: schema.Shorten, Count: lines})
}
