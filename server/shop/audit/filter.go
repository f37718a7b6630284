package audit

import (
	"time"

	"github.com/storefront/storefront/gen/api"
)

// filter is what rows have to be like. The zero value is any row.
type filter struct {
	tool, actor *string // what these begin with
	entityType  *string
	entityID    *string
	outcome     *string
	revertible  *bool
	from, to    *time.Time
}

func newFilter(b *api.AuditListRequest) filter {
	f := filter{
		tool: b.ToolPrefix, actor: b.ActorPrefix, entityType: b.EntityType, entityID: b.EntityId,
		outcome: (*string)(b.Outcome), revertible: b.Revertible,
	}
	if b.FromDate != nil {
		f.from = &b.FromDate.Time
	}
	if b.ToDate != nil {
		f.to = &b.ToDate.Time
	}
	return f
}

// byKind reports whether a row's kind decides about it too.
func (f *filter) byKind() bool {
	return f.tool != nil || f.actor != nil || f.entityType != nil || f.outcome != nil || f.revertible != nil
}
