package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
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
	categories *categories // nil when none is to be made
	display    *display

	toCheck, toArrange, toWrite, toReport chan *chunk
	readErr                               error // of value once toReport is closed
}

// run imports everything from the source. A failure ends it; chunks that are
// committed stay.
func (p *pipeline) run(ctx context.Context, in *input, from source) (Summary, error) {
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
			if r := &c.records[i]; c.err == nil || r.result != "" {
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

func (p *pipeline) read(ctx context.Context, in *input, from source) {
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
			r := &c.records[i]
			r.text = withHosts(r.text)
			checked := r.check(p.schema)
			if checked == nil {
				continue
			}
			item := catalog.Item{Merges: r.merged}
			if err := json.Unmarshal(checked, &item.Body); err != nil {
				r.refuse(err.Error())
				continue
			}
			withoutHosts(&item.Body)
			item.New = r.created(item.Body)
			c.items[i] = item
			c.slugs[item.Body.Slug] = struct{}{}
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
		if r := &c.records[i]; r.taken() {
			c.items[i].ID = store.RandomID()
		}
	}
	if p.categories == nil {
		return nil
	}
	there, err := p.categories.existing(ctx, c)
	if err != nil {
		return err
	}
	for i := range c.records {
		r, item := &c.records[i], &c.items[i]
		name := r.category
		if name == "" && !there[item.Body.Slug] {
			name = r.guessed
		}
		if name == "" || !r.taken() {
			continue
		}
		slug, fault, err := p.categories.ensure(ctx, name)
		if err != nil {
			return err
		}
		if fault != "" {
			r.refuse(fault)
		}
		if item.New.CategorySlug = &slug; r.category != "" {
			item.Body.CategorySlug = &slug
		}
	}
	return nil
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

// record is one thing to import, in the form of the file.
type record struct {
	number  int      // of its line, or of the first of its rows
	text    []byte   // an item of products.bulk_upsert; nil when it could not be read
	skipped string   // why it is not to be imported
	faults  []string // why it is refused, each as `pointer: reason`
	result  catalog.Result

	// Only of a CSV:
	category  string // the name of its category, to be created when it is missing
	guessed   string // the same of a new product of which the file names none
	described string // the description of a new product of which the file has none
	merged    bool   // whether its attributes and variants are added to those that an existing product has
}

// taken reports whether the record is to be written.
func (r *record) taken() bool { return r.skipped == "" && len(r.faults) == 0 }

func (r *record) refuse(reason string) { r.faults = append(r.faults, reason) }

// created returns what a new product gets, given what an existing one would get; nil for the same.
func (r *record) created(body api.ProductsBulkItem) *api.ProductsBulkItem {
	if !r.merged {
		return nil
	}
	if body.Description == nil {
		body.Description = &r.described
	}
	if body.Stock == nil {
		body.Stock = new(int64)
	}
	if body.Variants != nil {
		variants := slices.Clone(*body.Variants)
		for i := range variants {
			if variants[i].Stock == nil {
				variants[i].Stock = new(int64)
			}
		}
		body.Variants = &variants
	}
	return &body
}

// check validates the request against its schema, all faults at once, and
// returns the form that the schema gives it; nil if the record is not taken.
func (r *record) check(s *schema.Schema) []byte {
	if r.text == nil || r.skipped != "" {
		return nil
	}
	checked, faults, err := s.Check(r.text)
	if err != nil {
		reason := "the line is not one JSON object: " + err.Error()
		if !utf8.Valid(r.text) {
			reason += ": " + saveAsUTF8
		}
		r.refuse(reason)
	}
	for _, f := range faults {
		if !r.refused(f.Pointer) {
			r.refuse(f.Pointer + ": " + f.Detail)
		}
	}
	if len(r.faults) > 0 {
		return nil
	}
	return checked
}

// refused reports whether the source has found a fault at this pointer already:
// a price that is not a number is not reported as missing too.
func (r *record) refused(pointer string) bool {
	return slices.ContainsFunc(r.faults, func(f string) bool { return strings.HasPrefix(f, pointer+":") })
}
