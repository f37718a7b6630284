package audit

import (
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// row is a row of the audit as the list shows it. The order of its fields is that
// of columns.
type row struct {
	ID         uuid.UUID
	At         time.Time
	Actor      string
	Tool       string
	EntityType *string
	EntityID   *string
	Outcome    string
	Code       *string
	Channel    string
	RequestID  uuid.UUID
	RevertOf   *uuid.UUID
	Moved      *string
	RevertedAt *time.Time
}

// reasonOf returns why the row cannot be reverted and what to do instead; "" when
// it can.
func (h Audit) reasonOf(r *row) string {
	if r.RevertedAt != nil {
		return reverted
	}
	return h.reason(kind{Tool: r.Tool, EntityType: r.EntityType, Outcome: r.Outcome, Moved: r.Moved})
}

func (h Audit) toItem(r *row) api.AuditItem {
	item := api.AuditItem{
		Id: r.ID.String(), At: wire.TimeOf(r.At), Actor: r.Actor, Tool: r.Tool, EntityType: r.EntityType, EntityId: r.EntityID,
		Outcome: api.AuditOutcome(r.Outcome), Code: r.Code, Channel: r.Channel, RequestId: r.RequestID.String(),
		Revertible: h.reasonOf(r) == "", RevertedAt: wire.TimeOrNil(r.RevertedAt),
	}
	if r.RevertOf != nil {
		item.RevertOf = new(r.RevertOf.String())
	}
	return item
}

// toEntry returns an entry without what it holds. notRevertible is why it cannot
// be reverted, "" when it can.
func toEntry(i api.AuditItem, notRevertible string) api.AuditEntry {
	entry := api.AuditEntry{
		Id: i.Id, At: i.At, Actor: i.Actor, Tool: i.Tool, EntityType: i.EntityType, EntityId: i.EntityId, Outcome: i.Outcome, Code: i.Code,
		Channel: i.Channel, RequestId: i.RequestId, Revertible: i.Revertible, RevertedAt: i.RevertedAt, RevertOf: i.RevertOf,
		Changes: []api.AuditChange{},
	}
	if notRevertible != "" {
		entry.NotRevertibleReason = &notRevertible
	}
	return entry
}
