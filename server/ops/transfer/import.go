package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// ImportProducts creates the products of a file, and changes those whose slugs
// exist. Refused records are reported and counted; an error means that the
// import ended early, with the products counted so far in the shop. ctx carries
// the call (call.Command) for the audit.
func ImportProducts(ctx context.Context, st *store.Store, c *contract.Contract, o Options) (Summary, error) {
	return importFile(ctx, o, func(in *input, d *display) (Summary, error) {
		p := &pipeline{schema: c.Tool("products.bulk_upsert").Request.Items("items"), products: catalog.NewImporter(st), display: d}
		format, err := o.format()
		if err != nil {
			return Summary{}, err
		}
		if format == JSONLines {
			return p.run(ctx, in, &lines{in: in.Reader})
		}
		if p.categories, err = newCategories(ctx, st, c); err != nil {
			return Summary{}, err
		}
		from, err := newShopify(in.Reader, o)
		if err != nil {
			return Summary{}, err
		}
		return p.run(ctx, in, from)
	})
}

// ImportCategories does the same for the categories of a file of JSON Lines.
func ImportCategories(ctx context.Context, st *store.Store, c *contract.Contract, o Options) (Summary, error) {
	return importFile(ctx, o, func(in *input, d *display) (Summary, error) {
		var sum Summary
		format, err := o.format()
		if err != nil {
			return sum, err
		}
		if format != JSONLines {
			return sum, errors.New("categories are imported from JSON Lines only")
		}
		from, schema := &lines{in: in.Reader}, c.Tool("categories.upsert").Request
		for ctx.Err() == nil {
			r, err := from.next()
			if errors.Is(err, io.EOF) {
				return sum, nil
			}
			if err != nil {
				return sum, err
			}
			if checked := r.check(schema); checked != nil {
				if r.result, err = upsertCategory(ctx, st, checked); err != nil {
					refusal, ok := errors.AsType[*problem.Error](err)
					if !ok {
						return sum, err
					}
					r.refuse("/slug: " + refusal.Detail)
				}
			}
			sum.count(&r)
			d.about(&r)
			d.done(1, in.read.Load())
		}
		return sum, context.Cause(ctx)
	})
}

// importFile opens the file and shows the progress while run imports it.
func importFile(ctx context.Context, o Options, run func(*input, *display) (Summary, error)) (Summary, error) {
	in, err := open(ctx, o)
	if err != nil {
		return Summary{}, err
	}
	d := newDisplay(o, in.size)
	go d.run()
	sum, err := run(in, d)
	d.close()
	if err != nil {
		err = fmt.Errorf("import %s: %w", o.Path, err)
	}
	return sum, errors.Join(err, in.close())
}
