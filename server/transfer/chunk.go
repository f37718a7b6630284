package transfer

import (
	"errors"
	"fmt"
	"io"

	"github.com/storefront/storefront/server/catalog"
	"github.com/storefront/storefront/server/schema"
)

// A chunk ends with as many records as one transaction takes, or with so much
// text: large records must not make large chunks.
const (
	maxRecords = catalog.MaxItems
	maxText    = 4 << 20
)

// chunk is a piece of the file on its way through the import. It is written
// whole or not at all.
type chunk struct {
	records []record
	read    int64 // how much of the file was read behind it

	checked chan struct{}       // closed when there are items
	items   []catalog.Item      // one for each record; of no use where the record is refused
	slugs   map[string]struct{} // of the items

	written  chan struct{} // closed when there are outcomes, or an error
	outcomes []catalog.Outcome
	err      error
}

func newChunk() *chunk {
	return &chunk{checked: make(chan struct{}), written: make(chan struct{}), slugs: map[string]struct{}{}}
}

// fill reads records until the chunk is full, or the source ends or fails.
func (c *chunk) fill(from source) error {
	for size := 0; len(c.records) < maxRecords && size < maxText; {
		r, err := from.next()
		if err != nil {
			return err
		}
		c.records = append(c.records, r)
		size += len(r.text)
	}
	return nil
}

// taken tells whether the record goes on.
func (r *record) taken() bool { return len(r.faults) == 0 && r.skipped == "" }

// check holds the records against the schema of a request, all faults at once,
// and hands on the good ones with the form that the schema gives them.
func check(records []record, s *schema.Schema, good func(at int, checked []byte) error) {
	for i := range records {
		r := &records[i]
		if r.text == nil || r.skipped != "" {
			continue
		}
		checked, faults, err := s.Check(r.text)
		if err != nil {
			r.faults = append(r.faults, "the line is not one JSON object: "+err.Error())
		}
		for _, f := range faults {
			r.faults = append(r.faults, f.Pointer+": "+f.Detail)
		}
		if len(r.faults) > 0 {
			continue
		}
		if err := good(i, checked); err != nil {
			r.faults = append(r.faults, fmt.Sprintf("the line cannot be read: %v", err))
		}
	}
}

// overlaps tells whether both chunks are about one product.
func (c *chunk) overlaps(other *chunk) bool {
	for slug := range c.slugs {
		if _, ok := other.slugs[slug]; ok {
			return true
		}
	}
	return false
}

func (c *chunk) isWritten() bool {
	select {
	case <-c.written:
		return true
	default:
		return false
	}
}

// ended returns what ended the source, or nil for its proper end.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
