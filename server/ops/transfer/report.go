package transfer

import (
	"fmt"

	"github.com/storefront/storefront/server/shop/catalog"
)

// maxTold is the maximum number of faults that are reported for one line.
const maxTold = 10

// about reports why a record was not imported.
func (d *display) about(r *record) {
	if r.skipped != "" {
		d.tell(r.number, "skipped: "+r.skipped)
		return
	}
	for i, fault := range r.faults {
		if i == maxTold {
			d.tell(r.number, fmt.Sprintf("and %d more faults", len(r.faults)-i))
			return
		}
		d.tell(r.number, fault)
	}
}

// count adds a record that has been processed.
func (s *Summary) count(r *record) {
	switch {
	case r.skipped != "":
		s.Skipped++
	case len(r.faults) > 0:
		s.Refused++
	case r.result == catalog.Created:
		s.Created++
	case r.result == catalog.Updated:
		s.Updated++
	default:
		s.Unchanged++
	}
}
