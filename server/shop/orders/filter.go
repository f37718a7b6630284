package orders

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// maxWords is the maximum number of words of q that are used.
const maxWords = 8

// filter is what orders have to be like. The zero value is any order.
type filter struct {
	nothing   bool     // whether no order can match
	statuses  []string // one of these; nil for any
	attention bool
	emails    []string // each of these
	ids       []uuid.UUID
	product   *uuid.UUID
	words     []string // all of these, as order_words has them
	from, to  *time.Time
}

func newFilter(b *api.OrdersListRequest) filter {
	f := filter{attention: b.NeedsAttention != nil && *b.NeedsAttention}
	if b.FromDate != nil {
		f.from = &b.FromDate.Time
	}
	if b.ToDate != nil {
		f.to = &b.ToDate.Time
	}
	if b.Email != nil {
		f.emails = append(f.emails, text.Case(*b.Email))
	}
	if b.ProductId != nil {
		id, ok := store.ParseID(*b.ProductId)
		f.product, f.nothing = &id, !ok
	}
	if b.Status != nil {
		f.among([]api.OrderStatus{*b.Status})
	}
	if b.Statuses != nil {
		f.among(*b.Statuses)
	}
	if f.attention {
		f.among(needingAttention)
	}
	if b.Q != nil {
		f.find(*b.Q)
	}
	return f
}

// needingAttention are the statuses of orders whose needs_attention may be set.
var needingAttention = []api.OrderStatus{
	api.OrderStatusPaid, api.OrderStatusProcessing, api.OrderStatusDisputed, api.OrderStatusFlaggedReview, api.OrderStatusCancelled,
}

// among requires one of the statuses, besides what is required already.
func (f *filter) among(statuses []api.OrderStatus) {
	wanted := []string{}
	for _, status := range statuses {
		if s := string(status); (f.statuses == nil || slices.Contains(f.statuses, s)) && !slices.Contains(wanted, s) {
			wanted = append(wanted, s)
		}
	}
	f.statuses, f.nothing = wanted, f.nothing || len(wanted) == 0
}

// find requires everything in q: ids, e-mail addresses and words. A blank q
// requires nothing; one without a letter or digit matches nothing.
func (f *filter) find(q string) {
	var rest []string
	parts := strings.Fields(q)
	for _, part := range parts {
		if id, ok := store.ParseID(part); ok {
			f.ids = append(f.ids, id)
		} else if strings.Contains(part, "@") {
			f.emails = append(f.emails, text.Case(part))
		} else {
			rest = append(rest, part)
		}
	}
	words := text.Keys(rest...)
	f.words = words[:min(len(words), maxWords)]
	if len(rest) > 0 && len(words) == 0 {
		f.nothing = true
	}
}
