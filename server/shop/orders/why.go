package orders

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// why returns why no order is listed: filters that contradict each other, or name what no order has, or else the filter
// without which there are some.
func (h Orders) why(ctx context.Context, b *api.OrdersListRequest, span calendar.Span) (*[]api.ListMessage, error) {
	var why paging.Why
	f := newFilter(b, span)
	why.Period(span)
	if b.Status != nil && b.Statuses != nil && !slices.Contains(*b.Statuses, *b.Status) {
		why.Add("filters_contradict", nil, "statuses does not contain the status %q: send one of the two.", *b.Status)
	} else if len(f.statuses) == 0 && f.attention {
		always := slices.DeleteFunc(slices.Sorted(maps.Keys(attention)), func(status api.OrderStatus) bool { // five are told
			return status == api.OrderStatusPartialRefund || status == api.OrderStatusPending
		})
		why.Add("filters_contradict", statusesOf(always), "No order of this status needs attention: leave needsAttention out, or ask for another status.")
	}
	if b.MinTotalOere != nil && b.MaxTotalOere != nil && *b.MinTotalOere > *b.MaxTotalOere {
		why.Add("filters_contradict", nil, "minTotalOere is above maxTotalOere, so that no total is between them.")
	}
	for _, one := range []func(context.Context, *paging.Why, *api.OrdersListRequest) error{h.whyProduct, h.whyEmail, h.whyWords} {
		if err := one(ctx, &why, b); err != nil {
			return nil, err
		}
	}
	if why != nil {
		return why.Messages(), nil
	}
	err := paging.Excluding(&why, *b, []paging.Filter[api.OrdersListRequest]{
		{Fields: span.Fields(), IsSet: span.Fields() != nil, Leave: func(b *api.OrdersListRequest) { b.Period, b.FromDate, b.ToDate = nil, nil, nil }},
		{Fields: []string{"status", "statuses"}, IsSet: b.Status != nil || b.Statuses != nil, Leave: func(b *api.OrdersListRequest) { b.Status, b.Statuses = nil, nil }},
		{Fields: []string{"needsAttention"}, IsSet: f.attention, Leave: func(b *api.OrdersListRequest) { b.NeedsAttention = nil }},
		{Fields: []string{"email"}, IsSet: b.Email != nil, Leave: func(b *api.OrdersListRequest) { b.Email = nil }},
		{Fields: []string{"productId"}, IsSet: b.ProductId != nil, Leave: func(b *api.OrdersListRequest) { b.ProductId = nil }},
		{Fields: []string{"channel"}, IsSet: b.Channel != nil, Leave: func(b *api.OrdersListRequest) { b.Channel = nil }},
		{Fields: []string{"isAiGenerated"}, IsSet: b.IsAiGenerated != nil, Leave: func(b *api.OrdersListRequest) { b.IsAiGenerated = nil }},
		{Fields: []string{"discountCode"}, IsSet: b.DiscountCode != nil, Leave: func(b *api.OrdersListRequest) { b.DiscountCode = nil }},
		{Fields: []string{"minTotalOere", "maxTotalOere"}, IsSet: b.MinTotalOere != nil || b.MaxTotalOere != nil, Leave: func(b *api.OrdersListRequest) { b.MinTotalOere, b.MaxTotalOere = nil, nil }},
		{Fields: []string{"q"}, IsSet: b.Q != nil, Leave: func(b *api.OrdersListRequest) { b.Q = nil }},
	}, func(rest api.OrdersListRequest) (bool, error) { return h.any(ctx, &rest) })
	return why.Messages(), err
}

func statusesOf(statuses []api.OrderStatus) (texts []string) {
	for _, status := range statuses {
		texts = append(texts, string(status))
	}
	return texts
}

// any reports whether the filters find an order.
func (h Orders) any(ctx context.Context, b *api.OrdersListRequest) (bool, error) {
	first := *b
	first.Cursor, first.Offset, first.Limit = nil, new(int64(0)), new(int64(1))
	l, err := newListing(h.Store, &first)
	if err != nil {
		return false, err
	}
	found, err := l.read(ctx)
	return len(found.orders) > 0, err
}

// whyProduct says that no product has the id, perhaps because it is a slug, or that no order has the product.
func (h Orders) whyProduct(ctx context.Context, why *paging.Why, b *api.OrdersListRequest) error {
	if b.ProductId == nil {
		return nil
	}
	id, isID := store.ParseID(*b.ProductId)
	named, err := h.Store.Read().ProductMeant(ctx, db.ProductMeantParams{ID: id, Slug: *b.ProductId})
	switch {
	case store.NotFound(err):
		why.Add("unknown_product", nil, "No product has the id %q. products.search says the ids.", *b.ProductId)
		return nil
	case err != nil:
		return err
	case !isID || id != named.ID:
		why.Add("unknown_product", []string{named.ID.String()}, "productId is an id, and %q is the slug of the product with the id %s: send that.", named.Slug, named.ID)
		return nil
	}
	any, err := h.any(ctx, &api.OrdersListRequest{ProductId: b.ProductId, Sort: b.Sort})
	if err == nil && !any {
		why.Add("never_ordered", nil, "No order has the product %q.", named.Slug)
	}
	return err
}

func (h Orders) whyEmail(ctx context.Context, why *paging.Why, b *api.OrdersListRequest) error {
	if b.Email == nil {
		return nil
	}
	any, err := h.any(ctx, &api.OrdersListRequest{Email: b.Email, Sort: b.Sort})
	if err == nil && !any {
		why.Add("unknown_email", nil, "No order has the e-mail address %q: it is compared whole. q finds names.", *b.Email)
	}
	return err
}

// whyWords names the parts of q that no order has.
func (h Orders) whyWords(ctx context.Context, why *paging.Why, b *api.OrdersListRequest) error {
	if b.Q == nil {
		return nil
	}
	f := newFilter(&api.OrdersListRequest{Q: b.Q}, calendar.Span{})
	if f.nothing {
		why.Add("unknown_word", nil, "q has no letter and no digit; leave it out to list all.")
		return nil
	}
	var unknown []string
	for _, part := range slices.Compact(slices.Sorted(strings.FieldsSeq(*b.Q))) {
		any, err := h.any(ctx, &api.OrdersListRequest{Q: &part, Sort: b.Sort})
		if err != nil {
			return err
		}
		if !any && len(unknown) < maxWords {
			unknown = append(unknown, part)
		}
	}
	if unknown != nil {
		why.Add("unknown_word", nil, "No order has %s: q looks for whole words of names and tracking numbers, whole e-mail addresses and the ids of orders. "+
			"customer.list finds the beginnings of names.", strings.Join(text.Quoted(unknown), ", "))
	}
	return nil
}
