package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// AuditEntry is the audit entry of a write about the one thing that it changed.
type AuditEntry struct {
	EntityType string // the kind of the thing, as audit.list names it
	EntityID   string
	Before     any // as the API shows it; nil when it did not exist
	After      any // nil when it does not exist any more

	Args json.RawMessage // the part of the arguments that is about this thing, of a call about many; nil for all

	// Whole is true for a change that is taken back only as a whole, of which the members that stayed matter too.
	Whole bool
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

// Audit adds a row about what the transaction did to one thing; it is committed with it. The error is a refusal where the key of the
// call may not do that.
func (tx *Tx) Audit(e AuditEntry) error {
	row, err := successRow(tx.call, tx.Now, e)
	row.EntityLabel = labelOf(row.Before, row.After)
	if err == nil && tx.judge != nil {
		err = tx.judge.Change(e, row.Before, row.After)
	}
	if err == nil && !e.Whole {
		err = keepBrief(&row.Before, &row.After)
	}
	row.ID = tx.NewID()
	if tx.revertOf != nil {
		row.RevertOf, tx.revertOf = tx.revertOf, nil
		row.Args = tx.revertArgs
	}
	if err != nil {
		return err
	}
	tx.auditRows = append(tx.auditRows, row)
	return nil
}

// Reverts has the next row that the transaction adds say that it reverts another, by its id, with these arguments.
func (tx *Tx) Reverts(row uuid.UUID, args json.RawMessage) { tx.revertOf, tx.revertArgs = &row, args }

// Audited returns the rows about a thing that the transaction has added.
func (tx *Tx) Audited(entityType, id string) (rows []db.AuditInsertParams) {
	for _, row := range tx.auditRows {
		if *row.EntityType == entityType && *row.EntityID == id {
			rows = append(rows, row)
		}
	}
	return rows
}

// LastAuditID returns the id of the row that was added last.
func (tx *Tx) LastAuditID() uuid.UUID { return tx.auditRows[len(tx.auditRows)-1].ID }

// queueAuditRows writes the rows that were added: a few are sent with the COMMIT.
func (tx *Tx) queueAuditRows(ctx context.Context) error {
	const few = 20
	if len(tx.auditRows) <= few {
		return tx.insertAtCommit(ctx, tx.auditRows)
	}
	rows := make([]db.AuditCopyParams, len(tx.auditRows))
	for i, row := range tx.auditRows {
		rows[i] = db.AuditCopyParams(row)
	}
	_, err := tx.AuditCopy(ctx, rows)
	return err
}

// insertAtCommit writes rows of the audit with the COMMIT.
func (tx *Tx) insertAtCommit(ctx context.Context, rows []db.AuditInsertParams) error {
	return tx.AtCommit(func(q *db.Queries) error {
		for _, row := range rows {
			if err := q.AuditInsert(ctx, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// The outcomes of a call.
const (
	AuditSuccess = "success"
	AuditFailure = "failure" // refused because of the state or the body, or the service failed
	AuditDenied  = "denied"  // the caller was not allowed to
)

// successRow returns the row of a call that changed a thing, without its id.
func successRow(c *call.Call, at time.Time, e AuditEntry) (db.AuditInsertParams, error) {
	row := newAuditRow(c, at)
	row.Outcome = AuditSuccess
	row.EntityType, row.EntityID = &e.EntityType, &e.EntityID
	row.Args = c.Kept()
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
	row := newAuditRow(c, at)
	row.Outcome, row.Args = AuditFailure, boundedArgs(c.Kept())
	if p.Status() == 403 {
		row.Outcome = AuditDenied
	}
	code := string(p.Code)
	row.Code = &code
	return row
}

// AccessRow returns the row of a call that shows personal data.
func AccessRow(c *call.Call, at time.Time) db.AuditInsertParams {
	row := newAuditRow(c, at)
	row.Outcome, row.Args = AuditSuccess, c.Kept()
	return row
}

func newAuditRow(c *call.Call, at time.Time) db.AuditInsertParams {
	row := db.AuditInsertParams{
		At: at, Actor: c.Actor, Tool: c.Tool, RequestID: c.RequestID, Channel: c.Channel,
	}
	if c.Holder != "" {
		row.ActorName, row.Holder = &c.ActorName, &c.Holder
	}
	if c.Session != uuid.Nil {
		row.SessionID = new(c.Session)
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

// MaxRefusedArgs is the maximum size in bytes of the stored arguments of a
// refused call.
const MaxRefusedArgs = 2 << 10

// boundedArgs returns the arguments, or truncatedArgs with their beginning: JSON of at
// most MaxRefusedArgs bytes in both cases.
func boundedArgs(args json.RawMessage) json.RawMessage {
	if len(args) <= MaxRefusedArgs {
		return args
	}
	for kept := MaxRefusedArgs; ; {
		text, err := wire.Marshal(truncatedArgs{strings.ToValidUTF8(string(args[:kept]), ""), len(args)})
		if err != nil {
			return nil // impossible: a text and a number always encode
		}
		over := len(text) - MaxRefusedArgs
		if over <= 0 {
			return text
		}
		const widest = 6 // the maximum number of bytes of one escaped byte
		kept -= (over + widest - 1) / widest
	}
}

// truncatedArgs replaces arguments that are too long to be kept.
type truncatedArgs struct {
	Truncated     string `json:"truncated"` // the beginning of the validated body, not complete JSON
	OriginalBytes int    `json:"originalBytes"`
}

// InsertAudit writes a row about a call that changed nothing: a refused one, or
// one that showed personal data. It returns when the row is committed.
func (s *Store) InsertAudit(ctx context.Context, row db.AuditInsertParams) error {
	if row.ID == uuid.Nil {
		row.ID = s.newID(ctx)
	}
	batch, at := s.audits.add(row, s.writeAudits)
	select {
	case <-batch.done:
		return batch.errs[at]
	case <-ctx.Done():
		return ctx.Err() // the row may still be committed, about a call without an answer
	}
}

// auditQueue collects audit rows that are written outside the transaction of a
// change. A commit costs more than a row: rows that arrive during a commit form the
// next batch.
type auditQueue struct {
	mu      sync.Mutex
	next    *auditBatch // nil when no row waits
	writing bool
}

// auditBatch is the rows of one commit.
type auditBatch struct {
	rows []db.AuditInsertParams
	errs []error       // of each row
	done chan struct{} // closed when errs are known
}

// add adds a row to the next batch, and starts a writer when none runs.
func (q *auditQueue) add(row db.AuditInsertParams, write func()) (batch *auditBatch, at int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == nil {
		q.next = &auditBatch{done: make(chan struct{})}
	}
	batch, at = q.next, len(q.next.rows)
	batch.rows = append(batch.rows, row)
	if !q.writing {
		q.writing = true
		go write()
	}
	return batch, at
}

// take returns the next batch, or nil when no row waits and the writer ends.
func (q *auditQueue) take() *auditBatch {
	q.mu.Lock()
	defer q.mu.Unlock()
	batch := q.next
	q.next, q.writing = nil, batch != nil
	return batch
}

// writeAudits writes batches until no row waits.
func (s *Store) writeAudits() {
	for batch := s.audits.take(); batch != nil; batch = s.audits.take() {
		batch.errs = make([]error, len(batch.rows))
		err := s.insertAuditBatch(batch.rows)
		// A row that PostgreSQL refuses does not fail the other calls.
		pg, ok := errors.AsType[*pgconn.PgError](err)
		refused := ok && isRefusal(pg)
		for i := range batch.rows {
			if batch.errs[i] = err; refused && len(batch.rows) > 1 {
				batch.errs[i] = s.insertAuditBatch(batch.rows[i : i+1])
			}
		}
		close(batch.done)
	}
}

func (s *Store) insertAuditBatch(rows []db.AuditInsertParams) error {
	ctx, cancel := context.WithTimeout(context.Background(), EndWait)
	defer cancel()
	err := s.Task(ctx, "audit", func(tx *Tx) error { return tx.insertAtCommit(ctx, rows) })
	// The call that a row is about changed nothing, whether or not the row was committed.
	if lost, ok := errors.AsType[uncertainError](err); ok {
		err = fmt.Errorf("an audit row that may be lost: %w", lost.cause)
	}
	return err
}

// labelOf returns the name of a thing, given as it was before a write and as it is after; nil when it has none.
func labelOf(before, after []byte) *string {
	if after == nil {
		after = before
	}
	var thing struct {
		Name, Title, Code, Key, FromPath, URL, Operation *string
		Discount                                         struct{ Code *string } // of a campaign
	}
	_ = json.Unmarshal(after, &thing) // what is no text is no name
	return cmp.Or(thing.Name, thing.Title, thing.Code, thing.Key, thing.FromPath, thing.URL, thing.Operation, thing.Discount.Code)
}

// identity are the members by which people know a thing in the audit.
var identity = []string{"id", "slug", "code", "key", "fromPath"}

// keepBrief leaves of the states of a thing that was changed what differs, as whole members, and what says which thing it
// is: a revert needs no more. Of what was created or deleted it needs all. Rows of programs before have the whole thing twice.
func keepBrief(before, after *[]byte) error {
	if *before == nil || *after == nil {
		return nil
	}
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(*before, &was); err != nil {
		return err
	}
	if err := json.Unmarshal(*after, &is); err != nil {
		return err
	}
	for name, value := range was {
		if next, both := is[name]; both && bytes.Equal(value, next) && !slices.Contains(identity, name) {
			delete(was, name)
			delete(is, name)
		}
	}
	var err error
	if *before, err = wire.Marshal(was); err != nil {
		return err
	}
	*after, err = wire.Marshal(is)
	return err
}
