package transfer

import (
	"errors"
	"fmt"
	"io"
	"math/big"
)

// shopify is the source for Shopify's product CSV. A product has a row for each
// variant and each image; consecutive rows with one handle are one product, and
// one record with the number of the first row.
//
// What a product cannot hold here is left out: everything that differs between
// variants except the values of their options, the texts of images, prices
// before a reduction, and the columns for search engines.
type shopify struct {
	rows     *rows
	category string   // of products without a category
	factor   *big.Rat // ore in one unit of the currency

	current *product // whose rows are being read
	bad     *record  // a faulty row, reported after the product before it
	err     error    // what ended the file
}

func newShopify(in io.Reader, o Options) (*shopify, error) {
	factor, err := parseFactor(o.CurrencyFactor)
	if err != nil {
		return nil, err
	}
	s := &shopify{category: o.DefaultCategory, factor: factor}
	if s.rows, s.err = newRows(in); errors.Is(s.err, io.EOF) {
		return s, nil // an empty file contains no products
	}
	if _, ok := s.rows.columns["title"]; !ok && s.err == nil {
		s.err = errors.New("the first row is not the header of Shopify's product CSV: it has no column Title")
	}
	return s, s.err
}

func (s *shopify) next() (record, error) {
	for s.err == nil && s.bad == nil {
		r, err := s.rows.next()
		if err != nil {
			if s.bad = csvFault(err); s.bad == nil {
				s.err = err
			}
			break
		}
		if s.current != nil && s.current.owns(r) {
			s.current.add(r, s.factor)
			continue
		}
		done := s.current
		s.current = newProduct(r)
		s.current.add(r, s.factor)
		if done != nil {
			return done.record(s.category), nil
		}
	}
	switch {
	case s.current != nil && (s.bad != nil || errors.Is(s.err, io.EOF)):
		done := s.current
		s.current = nil
		return done.record(s.category), nil
	case s.bad != nil:
		bad := *s.bad
		s.bad = nil
		return bad, nil
	case errors.Is(s.err, io.EOF):
		return record{}, io.EOF
	}
	return record{}, fmt.Errorf("CSV: %w", s.err)
}
