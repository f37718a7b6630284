package transfer

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/imports"
)

// writers is the number of concurrent transactions. While one waits for
// PostgreSQL, another makes its rows.
const writers = 3

// pipeline imports products: one goroutine reads, one for each core validates, one
// orders the chunks, some write. The caller's goroutine reports.
//
//	read → check → arrange → write → report
type pipeline struct {
	schema     *schema.Schema
	products   upserter
	categories *imports.Categories // nil when none is to be made
	display    *display

	toCheck, toArrange, toWrite, toReport chan *chunk
	readErr                               error // of value once toReport is closed
}

// run imports everything from the source. A failure ends it; chunks that are
// committed stay.
func (p *pipeline) run(ctx context.Context, in *input, from imports.Source) (Summary, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p.toCheck, p.toArrange = make(chan *chunk), make(chan *chunk, writers)
	p.toWrite, p.toReport = make(chan *chunk), make(chan *chunk, 2*writers)
	go p.read(ctx, in, from)
	for range runtime.GOMAXPROCS(0) {
		go p.check()
	}
	go p.arrange(ctx, cancel)
	for range writers {
		go p.write(ctx, cancel)
	}
	var sum Summary
	for c := range p.toReport {
		<-c.written
		for i := range c.records {
			if r := &c.records[i]; c.err == nil || r.Result != "" {
				sum.count(r)
				p.display.about(r)
			}
		}
		if c.err != nil {
			continue
		}
		p.display.done(len(c.records), c.read)
	}
	if err := context.Cause(ctx); err != nil {
		return sum, err // the reader may still be waiting for input
	}
	return sum, p.readErr
}

func (p *pipeline) read(ctx context.Context, in *input, from imports.Source) {
	defer close(p.toArrange)
	defer close(p.toCheck)
	for ctx.Err() == nil {
		c := newChunk()
		err := c.fill(from)
		c.read = in.read.Load()
		if len(c.records) > 0 && (!send(ctx, p.toCheck, c) || !send(ctx, p.toArrange, c)) {
			return
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				p.readErr = err
			}
			return
		}
	}
}

func (p *pipeline) check() {
	for c := range p.toCheck {
		c.items = make([]catalog.Item, len(c.records))
		for i := range c.records {
			if c.items[i] = c.records[i].Item(p.schema); c.records[i].Taken() {
				c.slugs[c.items[i].Body.Slug] = struct{}{}
			}
		}
		close(c.checked)
	}
}

// arrange passes chunks to the writers in the order of the file. It gives the
// products their ids, and makes a chunk wait for an earlier one with the same
// product.
func (p *pipeline) arrange(ctx context.Context, cancel context.CancelCauseFunc) {
	defer close(p.toReport)
	defer close(p.toWrite)
	var underway []*chunk
	for {
		c, ok := receive(ctx, p.toArrange)
		if !ok {
			return
		}
		<-c.checked
		if err := p.prepare(ctx, c); err != nil {
			cancel(err)
			return
		}
		underway = slices.DeleteFunc(underway, (*chunk).isWritten)
		for _, earlier := range underway {
			if earlier.overlaps(c) {
				<-earlier.written
			}
		}
		underway = append(underway, c)
		if !send(ctx, p.toWrite, c) {
			return
		}
		p.toReport <- c
	}
}

func (p *pipeline) prepare(ctx context.Context, c *chunk) error {
	for i := range c.records {
		if c.records[i].Taken() {
			c.items[i].ID = store.RandomID()
		}
	}
	if p.categories == nil {
		return nil
	}
	return p.categories.Place(ctx, c.records, c.items)
}

func (p *pipeline) write(ctx context.Context, cancel context.CancelCauseFunc) {
	for c := range p.toWrite {
		if c.err = c.patient(ctx, p.products); c.err != nil {
			cancel(c.err)
		}
		c.items = nil // it may take a while until the chunk is reported
		close(c.written)
	}
}

// send returns false when ctx ends.
func send(ctx context.Context, to chan<- *chunk, c *chunk) bool {
	select {
	case to <- c:
		return true
	case <-ctx.Done():
		return false
	}
}

// receive returns false when there is no other chunk, or ctx ends.
func receive(ctx context.Context, from <-chan *chunk) (*chunk, bool) {
	select {
	case c, ok := <-from:
		return c, ok
	case <-ctx.Done():
		return nil, false
	}
}
