package audit

import (
	"context"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/text"
)

// why returns why no entry is listed: filters that contradict each other, or name what no entry has, or else the filter
// without which there are some.
func (h Audit) why(ctx context.Context, b *api.AuditListRequest, span calendar.Span) (*[]api.ListMessage, error) {
	var why paging.Why
	why.Period(span)
	if b.Revertible != nil && *b.Revertible && b.Outcome != nil && *b.Outcome != api.AuditOutcomeSuccess {
		why.Add("filters_contradict", nil, "Only what succeeded can be reverted, and outcome is %q: send outcome or revertible.", *b.Outcome)
	}
	there, err := h.Store.Read().AuditNames(ctx)
	if err != nil {
		return nil, err
	}
	operations := there.Tools
	for _, op := range h.Contract.Tools() {
		operations = append(operations, op.Name)
	}
	for _, one := range []struct {
		code, field string
		wanted      *string
		among       []string
		isThere     func(name, wanted string) bool
		hint        string
	}{
		{"unknown_operation", "toolPrefix", b.ToolPrefix, operations, strings.HasPrefix, "Operations are called like products.update."},
		{"unknown_actor", "actorPrefix", b.ActorPrefix, there.Actors, strings.HasPrefix, "Actors are written as apikey:<id>, cli:<user> or system:<task>."},
		{"unknown_entity", "entityType", b.EntityType, there.EntityTypes, func(name, wanted string) bool { return name == wanted }, "It is one word, such as product or order."},
	} {
		if one.wanted == nil || slices.ContainsFunc(one.among, func(name string) bool { return one.isThere(name, *one.wanted) }) {
			continue
		}
		near := text.Near(one.among, paging.MostNearest, *one.wanted)
		if op := h.Contract.Nearest(*one.wanted); one.field == "toolPrefix" && op != "" {
			near = slices.DeleteFunc(near, func(name string) bool { return name == op })
			near = append([]string{op}, near[:min(len(near), paging.MostNearest-1)]...)
		}
		why.Add(one.code, near, "No entry can have the %s %q. %s", one.field, *one.wanted, one.hint)
	}
	if why != nil {
		return why.Messages(), nil
	}
	err = paging.Excluding(&why, *b, []paging.Filter[api.AuditListRequest]{
		{Fields: span.Fields(), IsSet: span.Fields() != nil, Leave: func(b *api.AuditListRequest) { b.Period, b.FromDate, b.ToDate = nil, nil, nil }},
		{Fields: []string{"toolPrefix"}, IsSet: b.ToolPrefix != nil, Leave: func(b *api.AuditListRequest) { b.ToolPrefix = nil }},
		{Fields: []string{"actorPrefix"}, IsSet: b.ActorPrefix != nil, Leave: func(b *api.AuditListRequest) { b.ActorPrefix = nil }},
		{Fields: []string{"entityType"}, IsSet: b.EntityType != nil, Leave: func(b *api.AuditListRequest) { b.EntityType = nil }},
		{Fields: []string{"entityId"}, IsSet: b.EntityId != nil, Leave: func(b *api.AuditListRequest) { b.EntityId = nil }},
		{Fields: []string{"outcome"}, IsSet: b.Outcome != nil, Leave: func(b *api.AuditListRequest) { b.Outcome = nil }},
		{Fields: []string{"kinds"}, IsSet: b.Kinds != nil, Leave: func(b *api.AuditListRequest) { b.Kinds = nil }},
		{Fields: []string{"requestId"}, IsSet: b.RequestId != nil, Leave: func(b *api.AuditListRequest) { b.RequestId = nil }},
		{Fields: []string{"channel"}, IsSet: b.Channel != nil, Leave: func(b *api.AuditListRequest) { b.Channel = nil }},
		{Fields: []string{"holder"}, IsSet: b.Holder != nil, Leave: func(b *api.AuditListRequest) { b.Holder = nil }},
		{Fields: []string{"q"}, IsSet: b.Q != nil, Leave: func(b *api.AuditListRequest) { b.Q = nil }},
		{Fields: []string{"afterId"}, IsSet: b.AfterId != nil, Leave: func(b *api.AuditListRequest) { b.AfterId = nil }},
		{Fields: []string{"revertible"}, IsSet: b.Revertible != nil, Leave: func(b *api.AuditListRequest) { b.Revertible = nil }},
	}, func(rest api.AuditListRequest) (bool, error) {
		l, err := h.newListing(ctx, &rest)
		if err != nil {
			return false, err
		}
		rows, err := l.rows(ctx, 1)
		return len(rows) > 0, err
	})
	if why == nil {
		why.Add("nothing_recorded", nil, "Nothing was recorded that any of the filters finds together with another.")
	}
	return why.Messages(), err
}
