// Package audit makes the rows of the audit: who changed what, and what it was
// before and after. The store writes them.
package store

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// The outcomes of a call.
const (
	AuditSuccess = "success"
	Failure      = "failure" // refused because of the state or the body, or the service failed
	Denied       = "denied"  // the caller was not allowed to
)

// AuditEntry is the audit entry of a write about the one thing that it changed.
type AuditEntry struct {
	EntityType string // product, category, order, discount, page, service, key
	EntityID   string
	Before     any // as the API shows it; nil when it did not exist
	After      any // nil when it does not exist any more

	Args json.RawMessage // the part of the arguments that is about this thing, of a call about many; nil for all
}

// ChangeOf returns the entry of a thing, given as it was before the write (nil when it
// is new) and as it is after (nil when it is deleted). view returns its id, and
// the thing as the API shows it.
func ChangeOf[T any](entityType string, before, after *T, view func(*T) (id string, shown any)) AuditEntry {
	e := AuditEntry{EntityType: entityType}
	if before != nil {
		e.EntityID, e.Before = view(before)
	}
	if after != nil {
		e.EntityID, e.After = view(after)
	}
	return e
}

// UpsertRow returns the row of a successful call. The store gives it its id, as it does every row.
func AuditRow(c *call.Call, at time.Time, e AuditEntry) (db.AuditInsertParams, error) {
	row := base(c, at)
	row.Outcome = AuditSuccess
	row.EntityType, row.EntityID = &e.EntityType, &e.EntityID
	row.Args = c.Args
	if e.Args != nil {
		row.Args = e.Args
	}
	var err error
	if row.Before, err = asJSON(e.Before); err != nil {
		return row, fmt.Errorf("audit of %s: before: %w", c.Tool, err)
	}
	if row.After, err = asJSON(e.After); err != nil {
		return row, fmt.Errorf("audit of %s: after: %w", c.Tool, err)
	}
	return row, nil
}

// RefusedRow returns the row of a call that was refused. Its arguments are kept
// only if they passed the schema, and at most MaxRefusedArgs bytes of them: a
// refused caller can send as much as it likes.
func RefusedRow(c *call.Call, at time.Time, p *problem.Error) db.AuditInsertParams {
	row := base(c, at)
	row.Outcome, row.Args = Failure, bounded(c.Args)
	if p.Status() == 403 {
		row.Outcome = Denied
	}
	code := string(p.Code)
	row.Code = &code
	return row
}

// AccessRow returns the row of a call that returned personal data.
func AccessRow(c *call.Call, at time.Time) db.AuditInsertParams {
	row := base(c, at)
	row.Outcome, row.Args = AuditSuccess, c.Args
	return row
}

func base(c *call.Call, at time.Time) db.AuditInsertParams {
	row := db.AuditInsertParams{
		At: at, Actor: c.Actor, Tool: c.Tool, RequestID: c.RequestID, Channel: c.Channel,
	}
	if c.IP.IsValid() {
		ip := c.IP.WithZone("")
		row.Ip = &ip
	}
	if c.UserAgent != "" {
		agent := c.UserAgent
		row.UserAgent = &agent
	}
	return row
}

func asJSON(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	return wire.Marshal(v)
}
