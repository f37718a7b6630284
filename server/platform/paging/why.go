package paging

import (
	"fmt"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/api"
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
func (w *Why) Period(from, to *time.Time) {
	if from != nil && to != nil && from.After(*to) {
		w.Add("filters_contradict", nil, "fromDate is after toDate, so that no moment is between them.")
	}
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
