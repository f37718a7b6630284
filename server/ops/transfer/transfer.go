// Package transfer moves the catalogue in and out of the shop: it imports files of any size, which package imports
// reads, and exports the products as JSON Lines.
//
// An import reads JSON Lines as a stream, and a CSV as a whole. Lines are validated against the contract
// on all cores and written in batches of one transaction each, several at a
// time. The result is the same as that of one line after the other, and products
// get their ids in the order of the file, so that an export has the same order.
package transfer

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/imports"
)

// The formats of files.
const (
	JSONLines  = "jsonl" // one request per line
	ShopifyCSV = "csv"   // Shopify's export of products
)

// Options are what to import, and where to report.
type Options struct {
	Path   string    // the file; "-" is standard input
	Reader io.Reader // read instead of Path, which then only names it
	Format string    // JSONLines or ShopifyCSV; "" derives it from the name of the file

	// Only for ShopifyCSV:
	DefaultCategory string // the name of the category of products without one
	CurrencyFactor  string // the number of ore in one unit of the file's currency, such as 745.95; "" means 100

	DryRun bool // only says what it would do

	Progress io.Writer // for progress and refused lines; nil discards both
	Terminal bool      // whether Progress is a terminal, where a line can be overwritten
}

// Summary counts the results of the lines. A product of a CSV counts as one
// line.
type Summary struct {
	Created   int
	Updated   int
	Unchanged int
	Refused   int
	Skipped   int // products of a CSV that are not published
}

// Lines returns the number of lines.
func (s Summary) Lines() int { return s.Created + s.Updated + s.Unchanged + s.Refused + s.Skipped }

// ImportProducts creates the products of a file, and changes those whose slugs
// exist. Refused records are reported and counted; an error means that the
// import ended early, with the products counted so far in the shop. ctx carries
// the call (call.Command) for the audit.
func ImportProducts(ctx context.Context, st *store.Store, c *contract.Contract, o Options) (Summary, error) {
	return importFile(ctx, o, func(in *input, format string, d *display) (Summary, error) {
		p := &pipeline{schema: c.Tool("products.bulk_upsert").Request.Items("items"), products: catalog.NewImporter(st), display: d}
		var rehearsal *catalog.Rehearsal
		if o.DryRun {
			rehearsal = catalog.NewRehearsal(st)
			p.products = rehearsal
		}
		if err := unreadable(in.begin(), format); err != nil {
			return Summary{}, err
		}
		if format == JSONLines {
			return p.run(ctx, in, imports.NewLines(in.Reader))
		}
		write := writeCategory(st)
		if rehearsal != nil {
			write = func(_ context.Context, body *api.CategoriesUpsertRequest) error {
				rehearsal.AddCategory(body.Slug, body.Name)
				return nil
			}
		}
		var err error
		if p.categories, err = imports.NewCategories(ctx, st.Read(), c, write); err != nil {
			return Summary{}, err
		}
		from, err := imports.NewShopify(in.Reader, o.DefaultCategory, o.CurrencyFactor)
		if err != nil {
			return Summary{}, err
		}
		sum, err := p.run(ctx, in, from)
		if unread := from.Unread(); err == nil && len(unread) > 0 {
			d.say("not imported, the shop has no place for it: " + strings.Join(unread, ", "))
		}
		return sum, err
	})
}

// ImportCategories does the same for the categories of a file of JSON Lines.
func ImportCategories(ctx context.Context, st *store.Store, c *contract.Contract, o Options) (Summary, error) {
	return importFile(ctx, o, func(in *input, format string, d *display) (Summary, error) {
		var sum Summary
		err := unreadable(in.begin(), format)
		if format != JSONLines || errors.Is(err, imports.ErrTable) {
			err = errors.New(`categories are imported from JSON Lines only: write each as {"slug":"hats","name":"Hats"} on a line of its own`)
		}
		if err != nil {
			return sum, err
		}
		write := writeCategory(st)
		if o.DryRun {
			write = func(context.Context, *api.CategoriesUpsertRequest) error { return nil }
		}
		from, schema := imports.NewLines(in.Reader), c.Tool("categories.upsert").Request
		for ctx.Err() == nil {
			r, err := from.Next()
			if errors.Is(err, io.EOF) {
				return sum, nil
			}
			if err != nil {
				return sum, err
			}
			if err := r.Category(ctx, st.Read(), schema, write); err != nil {
				return sum, err
			}
			sum.count(&r)
			d.about(&r)
			d.done(1, in.read.Load())
		}
		return sum, context.Cause(ctx)
	})
}

func writeCategory(st *store.Store) imports.WriteCategory {
	return func(ctx context.Context, body *api.CategoriesUpsertRequest) error {
		_, err := catalog.Categories{Store: st}.CategoriesUpsert(ctx, api.CategoriesUpsertRequestObject{Body: body})
		return err
	}
}

// hints say what to do about a file, in the words of the command line.
var hints = map[error]string{
	imports.ErrCR: ", as with tr '\\r' '\\n'", imports.ErrArray: ", as jq -c '.[]' does", imports.ErrIndented: ", as jq -c . does",
	imports.ErrTable: ": give the file the ending .csv, or use --format csv", imports.ErrJSON: ": give the file the ending .jsonl, or use --format jsonl",
}

// unreadable returns why a file cannot be imported, and what to do; nil if it can, as far as its beginning shows.
func unreadable(begin []byte, format string) error {
	err := imports.Unreadable(begin, format == ShopifyCSV)
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w%s", err, hints[err])
}

// importFile opens the file and shows the progress while run imports it.
func importFile(ctx context.Context, o Options, run func(*input, string, *display) (Summary, error)) (Summary, error) {
	in, err := open(ctx, o)
	if err != nil {
		return Summary{}, err
	}
	d := newDisplay(o, in.size)
	go d.run()
	var sum Summary
	format, err := o.format()
	if err == nil {
		sum, err = run(in, format, d)
	}
	d.close()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) {
		err = fmt.Errorf("%w: the compressed file is cut off or damaged, fetch it again", err)
	}
	if err != nil {
		err = fmt.Errorf("import %s: %w", o.Path, err)
	}
	return sum, errors.Join(err, in.close())
}
