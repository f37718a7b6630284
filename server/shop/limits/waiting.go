package limits

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

const (
	// Holds is how long a call waits for a decision, and how long that holds.
	Holds = 72 * time.Hour

	mostWaiting = 100         // calls of a key
	mostShown   = 100         // things of a preview
	askedEvery  = time.Minute // a caller asks again
)

// The statuses of an approval, as the contract has them.
const (
	pending  = string(api.ApprovalStatusPending)
	approved = string(api.ApprovalStatusApproved)
	rejected = string(api.ApprovalStatusRejected)
)

// ask ends a transaction whose key may have its calls approved: it has done all that the call wants. Where no limit is against it, or a
// person has approved the very changes that it made, it is committed. Otherwise everything is taken back, what it would have changed
// waits for a decision, and told is what the caller is told.
func (j *judge) ask(ctx context.Context) (told, err error) {
	digest, err := j.call.Digest()
	if err != nil {
		return nil, err
	}
	open, err := j.open(ctx, digest)
	if err != nil {
		return nil, err
	}
	if j.exceeded == nil {
		return nil, j.carryOut(ctx, open)
	}
	rows := j.tx.AuditRows()
	made, err := digestOf(rows, j.tx.Now)
	if err != nil {
		return nil, err
	}
	if open != nil && open.Status == approved && bytes.Equal(open.Changes, made) {
		return nil, j.carryOut(ctx, open)
	}
	if err := refuseSecret(j.call); err != nil {
		return nil, err
	}
	preview, err := previewOf(rows)
	if err != nil {
		return nil, err
	}
	if err := j.tx.Restart(ctx); err != nil {
		return nil, err
	}
	// Of the calls of a key one after another begins to wait.
	if _, err := j.tx.KeyLock(ctx, j.call.Key); err != nil {
		return nil, err
	}
	if open, err = j.open(ctx, digest); err != nil {
		return nil, err
	}
	if open != nil {
		switch {
		case open.Status == pending:
			return j.required(open.ID.String()), nil
		case open.Status == rejected:
			return rejection(open), nil
		case bytes.Equal(open.Changes, made): // approved meanwhile
			return nil, &store.Again{Refusal: j.required(open.ID.String())}
		}
		if err := j.tx.ApprovalSet(ctx, db.ApprovalSetParams{ID: open.ID, Status: string(api.ApprovalStatusStale)}); err != nil {
			return nil, err
		}
	}
	return j.wait(ctx, digest, made, preview)
}

// refuseSecret refuses a call that would wait and brings something that nobody may keep until then.
func refuseSecret(c *call.Call) error {
	var sent map[string]json.RawMessage
	if err := json.Unmarshal(c.Args, &sent); err != nil {
		return err
	}
	for _, name := range c.Operation.Secrets {
		if _, is := sent[name]; is {
			return problem.Invalid("/"+name, schema.CodeUnknownField, "must be left out of a call that waits for approval: it is not kept",
				fmt.Sprintf("Remove %q from the body.", name), schema.Correction{Do: schema.Remove})
		}
	}
	return nil
}

// carryOut has the call made. Nobody has to decide about it then, and what was approved is made once.
func (j *judge) carryOut(ctx context.Context, open *db.Approval) error {
	if open != nil && open.Status != rejected {
		if err := j.tx.ApprovalSet(ctx, db.ApprovalSetParams{ID: open.ID, Status: string(api.ApprovalStatusUsed)}); err != nil {
			return err
		}
	}
	return j.spend(ctx)
}

// open returns the approval of the call that waits or was decided, locked; nil when there is none.
func (j *judge) open(ctx context.Context, digest []byte) (*db.Approval, error) {
	row, err := j.tx.ApprovalOf(ctx, db.ApprovalOfParams{KeyID: j.call.Key, Operation: j.call.Tool, Digest: digest, At: j.tx.Now})
	if store.NotFound(err) {
		return nil, nil
	}
	return &row, err
}

// wait has the call wait for a decision.
func (j *judge) wait(ctx context.Context, digest, made []byte, preview api.ApprovalPreview) (told, err error) {
	waiting, err := j.tx.ApprovalsWaiting(ctx, db.ApprovalsWaitingParams{KeyID: j.call.Key, At: j.tx.Now})
	if err != nil {
		return nil, err
	}
	if waiting >= mostWaiting {
		return problem.New(problem.LimitReached, fmt.Sprintf("%d calls of the key wait for approval already.", waiting),
			"Wait until the owner of the shop has decided some of them.").Then(problem.Leave{}), nil
	}
	key := db.ApprovalExpireParams{KeyID: j.call.Key, Operation: j.call.Tool, Digest: digest, At: j.tx.Now}
	if err := j.tx.ApprovalExpire(ctx, key); err != nil {
		return nil, err
	}
	for name, most := range j.most {
		j.needs[name] = max(j.needs[name], most)
	}
	row := db.ApprovalInsertParams{
		ID: j.tx.NewID(), At: j.tx.Now, KeyID: j.call.Key, Operation: j.call.Tool, Digest: digest, Args: j.call.Kept(), Changes: made,
		ExpiresAt: j.tx.Now.Add(Holds),
	}
	for _, part := range []struct {
		into *[]byte
		of   any
	}{{&row.Preview, preview}, {&row.Exceeded, j.exceeded.Limit}, {&row.Needs, j.needs}} {
		if *part.into, err = wire.Marshal(part.of); err != nil {
			return nil, err
		}
	}
	return j.required(row.ID.String()), j.tx.ApprovalInsert(ctx, row)
}

// required tells the caller to wait for a decision.
func (j *judge) required(id string) *problem.Error {
	p := problem.Newf(problem.ApprovalRequired, "%s It waits for approval, with the id %s; nothing was written.", j.exceeded.Detail, id)
	p.Limit, p.ApprovalID, p.RetryAfter = j.exceeded.Limit, id, askedEvery
	return p
}

// rejection tells the caller that a person does not want the call.
func rejection(row *db.Approval) *problem.Error {
	detail := "The owner of the shop has rejected this call."
	if row.Note != nil && *row.Note != "" {
		detail += " The note: " + *row.Note
	}
	p := problem.New(problem.ApprovalRejected, detail, "")
	p.ApprovalID = row.ID.String()
	return p
}

// previewOf returns what the rows of the audit say that a call changes.
func previewOf(rows []db.AuditInsertParams) (api.ApprovalPreview, error) {
	preview := api.ApprovalPreview{Changes: []api.ApprovalChange{}, Total: int64(len(rows))}
	for _, row := range rows[:min(len(rows), mostShown)] {
		fields, err := audit.Told(row.Tool, *row.EntityType, row.Before, row.After)
		if err != nil {
			return preview, err
		}
		change := api.ApprovalChange{EntityType: *row.EntityType, EntityId: row.EntityID, EntityLabel: row.EntityLabel, Fields: fields}
		if row.Before == nil {
			change.EntityId = nil // the next call makes another one
		}
		preview.Changes = append(preview.Changes, change)
	}
	return preview, nil
}

// Of the states of things: what a call makes, or when it was changed.
var (
	made      = regexp.MustCompile(`"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"|"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"`)
	updatedAt = regexp.MustCompile(`"updatedAt":"[^"]*"`) // moves with any change of the thing, also of what is nothing to the call
)

// digestOf returns a digest of what a call changes, and from what. Two calls that do the same have the same one: ids that they make,
// moments since the call began and when the thing was changed last are left out.
func digestOf(rows []db.AuditInsertParams, now time.Time) ([]byte, error) {
	digest := sha256.New()
	for _, row := range rows {
		before := updatedAt.ReplaceAllString(string(row.Before), "")
		after := made.ReplaceAllStringFunc(updatedAt.ReplaceAllString(string(row.After), ""), func(text string) string {
			at, err := time.Parse(`"`+time.RFC3339+`"`, text)
			if err == nil && at.Before(now) || err != nil && (strings.Contains(before, text) || strings.Contains(string(row.Args), text)) {
				return text
			}
			return "made"
		})
		id := *row.EntityID
		if row.Before == nil {
			id = "made"
		}
		if *row.EntityType == "customer" { // an erasure counts the rows of the audit too, and each call that names the customer adds one
			var erased struct{ OrdersAnonymized int64 }
			if err := json.Unmarshal(row.After, &erased); err != nil {
				return nil, err
			}
			id, after = *row.EntityID, strconv.FormatInt(erased.OrdersAnonymized, 10)
		}
		text, err := json.Marshal([]string{row.Tool, *row.EntityType, id, before, after})
		if err != nil {
			return nil, err
		}
		digest.Write(text)
	}
	return digest.Sum(nil), nil
}

// Call is a call of a key that waits for approval, or was decided, as its caller is told.
type Call struct {
	ID        string    `json:"id"`
	Status    string    `json:"status"`
	Note      *string   `json:"note"`
	ExpiresAt wire.Time `json:"expiresAt"`
}

// CallsOf returns the calls of a key with these limits that wait, or were decided and that holds, the newest first.
func CallsOf(ctx context.Context, q *db.Queries, key uuid.UUID, stored json.RawMessage, now time.Time) ([]Call, error) {
	if stored == nil {
		return []Call{}, nil
	}
	rows, err := q.ApprovalsOfKey(ctx, db.ApprovalsOfKeyParams{KeyID: key, At: now, MaxRows: mostWaiting})
	list := make([]Call, len(rows))
	for i, r := range rows {
		list[i] = Call{r.ID.String(), r.Status, r.Note, wire.TimeOf(r.ExpiresAt)}
	}
	return list, err
}

// unlimited is what an approved call may use of a day.
const unlimited = math.MaxInt64 / 2
