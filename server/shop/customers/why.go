package customers

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// phoneLike matches what may be a telephone number.
var phoneLike = regexp.MustCompile(`^\+?[\d\s()-]{6,}$`)

// why returns why no customer is listed: a period that ends before it begins, words of q with which no name begins, or
// else the filter without which there are some.
func (h Customers) why(ctx context.Context, b *api.CustomerListRequest, span calendar.Span) (*[]api.ListMessage, error) {
	var why paging.Why
	why.Period(span)
	if b.Q != nil {
		if err := h.whyWords(ctx, &why, strings.TrimSpace(*b.Q)); err != nil {
			return nil, err
		}
	}
	if why != nil || span.Fields() == nil {
		if why == nil && b.Q != nil {
			why.Add("words_apart", nil, "Each word of q finds somebody, but nobody has all of them: use fewer words.")
		}
		return why.Messages(), nil
	}
	any, err := h.any(ctx, &api.CustomerListRequest{Q: b.Q})
	if err == nil && any {
		why.Without(span.Fields()...)
	}
	return why.Messages(), err
}

// any reports whether the filters find somebody.
func (h Customers) any(ctx context.Context, b *api.CustomerListRequest) (bool, error) {
	rows, err := h.rows(ctx, newListQuery(b.Q, calendar.Span{}, nil, 1))
	return len(rows) > 0, err
}

// whyWords names what of q nobody has, and who finds it.
func (h Customers) whyWords(ctx context.Context, why *paging.Why, q string) error {
	_, isID := store.ParseID(q)
	switch {
	case isID:
		why.Add("unknown_word", nil, "q finds no ids: read a customer by the id with customer.get.")
		return nil
	case phoneLike.MatchString(q):
		why.Add("unknown_word", nil, "q finds no telephone numbers: customer.lookup_by_phone does. No name or tracking number begins with %q.", q)
		return nil
	case q != "" && len(text.Words(q)) == 0:
		why.Add("unknown_word", nil, "q has no letter and no digit; leave it out to list all.")
		return nil
	}
	var unknown []string
	for _, part := range slices.Compact(slices.Sorted(strings.FieldsSeq(q))) {
		any, err := h.any(ctx, &api.CustomerListRequest{Q: &part})
		if err != nil {
			return err
		}
		if !any && len(unknown) < maxWords {
			unknown = append(unknown, part)
		}
	}
	if unknown != nil {
		why.Add("unknown_word", nil, "Nobody has %s: q is the beginnings of words of a name, a tracking number or an e-mail address before the @, or a whole e-mail address.",
			strings.Join(text.Quoted(unknown), ", "))
	}
	return nil
}
