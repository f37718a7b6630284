package transfer

import (
	"fmt"

	"github.com/storefront/storefront/server/catalog"
	"github.com/storefront/storefront/server/problem"
)

// maxTold is how many faults of one line are told.
const maxTold = 10

// report counts what became of a chunk, and tells of what was not imported.
func (p *pipeline) report(c *chunk, sum *Summary) {
	outcomes := c.outcomes
	for i := range c.records {
		r := &c.records[i]
		if r.taken() {
			outcome := outcomes[0]
			outcomes = outcomes[1:]
			if outcome.Refusal != nil {
				r.faults = []string{pointerOf(outcome.Refusal.Code) + ": " + outcome.Refusal.Detail}
			}
			sum.count(outcome.Result)
		} else {
			sum.leftOut(r)
		}
		p.display.about(r)
	}
	p.display.done(len(c.records), c.read)
}

// pointerOf says which field the state refuses.
func pointerOf(code problem.Code) string {
	switch code {
	case problem.CategoryRequired, problem.UnknownCategory, problem.CategoryMismatch:
		return "/categorySlug"
	}
	return "/slug"
}

// about tells why a record was not imported.
func (d *display) about(r *record) {
	if len(r.faults) == 0 && r.skipped != "" {
		d.tell(r.number, "skipped: "+r.skipped)
	}
	for i, fault := range r.faults {
		if i == maxTold {
			d.tell(r.number, fmt.Sprintf("and %d more faults", len(r.faults)-i))
			break
		}
		d.tell(r.number, fault)
	}
}

func (s *Summary) count(r catalog.Result) {
	switch r {
	case catalog.Created:
		s.Created++
	case catalog.Updated:
		s.Updated++
	case catalog.Unchanged:
		s.Unchanged++
	case catalog.Refused:
		s.Refused++
	}
}

func (s *Summary) leftOut(r *record) {
	if r.skipped != "" {
		s.Skipped++
	} else {
		s.Refused++
	}
}
