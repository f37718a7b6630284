package imports

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
)

// Shopify is the source for Shopify's product CSV. A product has a row for each
// variant and each image; the rows with one handle are one product, wherever they stand, and
// one record with the number of the first row: so the whole file is read first.
//
// What the shop has no place for is left out, and said once by column: the texts of images, prices
// before a reduction, weights, and what is for search engines.
type Shopify struct {
	rows     *rows
	category string   // of new products without a category
	factor   *big.Rat // ore in one unit of the currency

	read     bool // whether all rows are in entries
	entries  []entry
	byHandle map[string]*product
	bySlug   map[string]*product // of those that are not skipped
	err      error               // what ended the file
}

// entry is a product, or the fault of a row.
type entry struct {
	product *product
	bad     *Record
}

// NewShopify returns the source for a CSV. category is the name of the category of new products without one, and factor the number
// of ore in one unit of the file's currency, such as 745.95; "" means 100.
func NewShopify(in io.Reader, category, factor string) (*Shopify, error) {
	ore, err := parseFactor(factor)
	if err != nil {
		return nil, err
	}
	s := &Shopify{category: category, factor: ore, byHandle: map[string]*product{}, bySlug: map[string]*product{}}
	if s.rows, s.err = newRows(in); errors.Is(s.err, io.EOF) {
		s.read = true
		return s, nil // an empty file contains no products
	}
	if s.err == nil && !s.rows.have(productColumns...) {
		s.err = errors.New("the first row is not the header of Shopify's product CSV, such as Handle,Title,Variant Price: it has neither a column Handle nor a column Title")
	}
	return s, s.err
}

// Unread returns the columns that have something in them, for which the shop has no place.
func (s *Shopify) Unread() []string { return s.rows.unread() }

// Next returns the next product.
func (s *Shopify) Next() (Record, error) {
	if !s.read {
		s.readAll()
		s.read = true
	}
	if len(s.entries) == 0 {
		if errors.Is(s.err, io.EOF) {
			return Record{}, io.EOF
		}
		return Record{}, fmt.Errorf("CSV: %w", s.err)
	}
	e := s.entries[0]
	s.entries[0], s.entries = entry{}, s.entries[1:]
	if e.bad != nil {
		return *e.bad, nil
	}
	return s.record(e.product), nil
}

// readAll reads the rows until the file ends, or cannot be read any further.
func (s *Shopify) readAll() {
	var current *product
	var bad *Record // the row before, if it could not be read
	for {
		r, err := s.rows.next()
		if fault := csvFault(err); fault != nil {
			s.entries, bad = append(s.entries, entry{bad: fault}), fault
			continue
		}
		if err != nil {
			if s.err = err; current != nil && !errors.Is(err, io.EOF) { // it may go on
				s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return e.product == current })
			}
			return
		}
		switch {
		case current == nil || !current.owns(r):
			current = s.begin(r)
		case bad != nil:
			current.faults = append(current.faults, fmt.Sprintf("/slug: a row of the product, on line %d, is not CSV", bad.Line))
		}
		bad = nil
		current.add(r, s.factor)
	}
}

// begin returns the product of a row that does not belong to the one before.
func (s *Shopify) begin(r *row) *product {
	p := newProduct(r)
	if earlier := s.byHandle[p.handle]; earlier != nil {
		if handleOf(r) == "" && !earlier.nameless {
			earlier.faults = append(earlier.faults, fmt.Sprintf("/slug: the product on line %d has the title %.100q too, and both have no handle: give each a handle", r.number, p.handle))
			earlier.nameless = true
		}
		return earlier
	}
	s.byHandle[p.handle] = p
	s.entries = append(s.entries, entry{product: p})
	return p
}

// record returns a product as a record. Of two with one slug the second is refused: it would
// be written over the first.
func (s *Shopify) record(p *product) Record {
	r := p.record(s.category)
	if r.Skipped != "" {
		return r
	}
	slug := slugOf(p.handle)
	if first := s.bySlug[slug]; first != nil && slug != "" {
		r.Refuse(fmt.Sprintf("/slug: the handle %.100q becomes the slug %.100q, as the handle %.100q of line %d does: give it another handle", p.handle, slug, first.handle, first.number))
		return r
	}
	s.bySlug[slug] = p
	return r
}
