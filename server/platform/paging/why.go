package paging

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
)

// Why collects why a list is empty.
type Why []api.ListMessage

// MostNearest is how many values a message names that would find something.
const MostNearest = 5

// Add adds a reason, and the nearest values that would find something.
func (w *Why) Add(code string, nearest []string, format string, args ...any) {
	m := api.ListMessage{Code: code, Text: fmt.Sprintf(format, args...)}
	if len(nearest) > 0 {
		m.Nearest = &nearest
	}
	*w = append(*w, m)
}

// Period adds that a period ends before it begins.
func (w *Why) Period(span calendar.Span) {
	if span.From != nil && span.To != nil && span.From.After(span.To.Time) {
		w.Add("filters_contradict", nil, "fromDate is after toDate, so that no moment is between them.")
	}
}

// Filter is a filter of a request R.
type Filter[R any] struct {
	Fields []string // that say it
	IsSet  bool
	Leave  func(*R) // takes it out of a request
}

// Excluding adds each filter without which something is found.
func Excluding[R any](w *Why, request R, filters []Filter[R], finds func(R) (bool, error)) error {
	for _, f := range filters {
		if !f.IsSet {
			continue
		}
		rest := request
		f.Leave(&rest)
		switch found, err := finds(rest); {
		case err != nil:
			return err
		case found:
			w.Without(f.Fields...)
		}
	}
	return nil
}

// Without adds that something is found without a filter.
func (w *Why) Without(filters ...string) {
	w.Add("filters_exclude", nil, "Together the filters leave nothing. Without %s something is found.", strings.Join(filters, " and "))
}

// Messages returns the reasons, or nil if there are none.
func (w Why) Messages() *[]api.ListMessage {
	if len(w) == 0 {
		return nil
	}
	list := []api.ListMessage(w)
	return &list
}
