package limits

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

// Approvals answers the operations approvals.*.
type Approvals struct{ Store *store.Store }

// Of a list.
const (
	fewThings = 3
	shortArgs = 2 << 10 // bytes
)

// ApprovalsList returns the calls that waited, the newest first.
func (h Approvals) ApprovalsList(ctx context.Context, req api.ApprovalsListRequestObject) (api.ApprovalsListResponseObject, error) {
	const list = "approvals.list"
	before, limit := paging.BeforeNewest, int(*req.Body.Limit)
	query, err := paging.Query([]any{req.Body.Status, req.Body.KeyId}, nil, nil)
	if err != nil {
		return nil, err
	}
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, list, query, &before); err != nil {
			return nil, err
		}
	}
	params := db.ApprovalListParams{BeforeAt: before.At, BeforeID: before.ID, Status: (*string)(req.Body.Status), Now: h.Store.Now(), MaxRows: int32(limit + 1)}
	if req.Body.KeyId != nil {
		id, _ := store.ParseID(*req.Body.KeyId) // what is no id is that of no key
		params.KeyID = &id
	}
	rows, err := h.Store.Read().ApprovalList(ctx, params)
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, list, query, func(r *db.ApprovalListRow) any { return paging.SortKey{At: r.Approval.At, ID: r.Approval.ID} })
	if err != nil {
		return nil, err
	}
	c := call.From(ctx)
	c.ShowsNobody = true
	result := api.ApprovalsListResult{Items: []api.Approval{}, NextCursor: next}
	for i := range rows {
		item, err := h.shown(c, &rows[i].Approval, rows[i].KeyName)
		if err != nil {
			return nil, err
		}
		item.Preview.Changes = item.Preview.Changes[:min(len(item.Preview.Changes), fewThings)]
		if len(rows[i].Approval.Args) > shortArgs && item.Args != nil {
			item.Args, item.NotShownReason = nil, new("They are longer than 2 KiB. Call approvals.get.")
		}
		c.ShowsNobody = c.ShowsNobody && !showsPerson(c, &item)
		result.Items = append(result.Items, item)
	}
	return api.ApprovalsList200JSONResponse{Ok: true, Result: result}, nil
}

// ApprovalsGet returns a call that waits.
func (h Approvals) ApprovalsGet(ctx context.Context, req api.ApprovalsGetRequestObject) (api.ApprovalsGetResponseObject, error) {
	id, err := store.ID(req.Body.Id, notFound)
	if err != nil {
		return nil, err
	}
	row, err := h.Store.Read().ApprovalGet(ctx, id)
	if err != nil {
		return nil, store.OrNotFound(err, id, notFound)
	}
	c := call.From(ctx)
	item, err := h.shown(c, &row.Approval, row.KeyName)
	c.ShowsNobody = !showsPerson(c, &item)
	return api.ApprovalsGet200JSONResponse{Ok: true, Result: item}, err
}

func notFound(id string) error {
	return problem.Newf(problem.ApprovalNotFound, "No approval has the id %q.", id)
}

// showsPerson reports whether an approval has personal data in the arguments that the caller sees.
func showsPerson(c *call.Call, a *api.Approval) bool {
	_, personal := audit.Hides(c, a.Operation)
	return a.Args != nil && personal
}

// shown returns an approval as the caller may see it.
func (h Approvals) shown(c *call.Call, r *db.Approval, keyName string) (api.Approval, error) {
	a := api.Approval{
		Id: r.ID.String(), At: wire.TimeOf(r.At), KeyId: r.KeyID.String(), KeyName: keyName, Operation: r.Operation, ExpiresAt: wire.TimeOf(r.ExpiresAt),
		Status: statusOf(r, h), DecidedBy: r.DecidedBy, DecidedAt: wire.TimeOrNil(r.DecidedAt), Note: r.Note,
	}
	if err := json.Unmarshal(r.Preview, &a.Preview); err != nil {
		return a, err
	}
	if err := json.Unmarshal(r.Exceeded, &a.Limit); err != nil {
		return a, err
	}
	if why, _ := audit.Hides(c, r.Operation); why != "" {
		a.NotShownReason = &why
	} else if r.Args != nil {
		if err := json.Unmarshal(r.Args, &a.Args); err != nil {
			return a, err
		}
	}
	return a, nil
}

// statusOf returns the status of an approval: one whose time is over has expired.
func statusOf(r *db.Approval, h Approvals) api.ApprovalStatus {
	status := api.ApprovalStatus(r.Status)
	if slices.Contains([]api.ApprovalStatus{api.ApprovalStatusPending, api.ApprovalStatusApproved}, status) && !r.ExpiresAt.After(h.Store.Now()) {
		status = api.ApprovalStatusExpired
	}
	return status
}

// decided is an approval in the audit.
type decided struct {
	ID        string             `json:"id"`
	Operation string             `json:"operation"`
	KeyID     string             `json:"keyId"`
	Status    api.ApprovalStatus `json:"status"`
	Note      *string            `json:"note"`
}

// ApprovalsDecide approves a call, or rejects it.
func (h Approvals) ApprovalsDecide(ctx context.Context, req api.ApprovalsDecideRequestObject) (api.ApprovalsDecideResponseObject, error) {
	id, err := store.ID(req.Body.Id, notFound)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ApprovalsDecideResponseObject, error) {
		row, err := tx.ApprovalLock(ctx, id)
		if err != nil {
			return nil, store.OrNotFound(err, id, notFound)
		}
		before := decided{ID: row.ID.String(), Operation: row.Operation, KeyID: row.KeyID.String(), Status: statusOf(&row, h)}
		after := before
		after.Status, after.Note = api.ApprovalStatusRejected, req.Body.Note
		if req.Body.Decision == api.Approve {
			after.Status = api.ApprovalStatusApproved
		}
		if err := h.checkMay(ctx, tx, &row, before.Status, after.Status); err != nil {
			return nil, err
		}
		err = tx.ApprovalDecide(ctx, db.ApprovalDecideParams{
			ID: id, Status: string(after.Status), Note: after.Note, At: &tx.Now, DecidedBy: new(call.From(ctx).Actor), ExpiresAt: tx.Now.Add(Holds),
		})
		if err != nil {
			return nil, err
		}
		if err := tx.Audit(store.AuditEntry{EntityType: "approval", EntityID: id.String(), Before: before, After: after}); err != nil {
			return nil, err
		}
		return api.ApprovalsDecide200JSONResponse{Ok: true, Result: api.ApprovalsDecideResult{Id: id.String(), Status: after.Status}}, nil
	})
}

// checkMay refuses a decision about a call of the own key, one that was decided, and an approval of what the own limits would not allow.
func (h Approvals) checkMay(ctx context.Context, tx *store.Tx, row *db.Approval, is, becomes api.ApprovalStatus) error {
	c := call.From(ctx)
	switch {
	case row.KeyID == c.Key:
		return problem.New(problem.OwnKey, "The call that waits is one of the key that would decide.", "Ask the owner of the shop to decide.").Then(problem.Leave{})
	case is != api.ApprovalStatusPending:
		return problem.Newf(problem.AlreadyDecided, "The approval is %s.", is)
	case becomes != api.ApprovalStatusApproved:
		return nil
	}
	var needs map[string]int64
	if err := json.Unmarshal(row.Needs, &needs); err != nil {
		return err
	}
	own, err := Left(ctx, tx.Queries, c.Key, c.Limits, tx.Now)
	if err != nil {
		return err
	}
	for _, limit := range own {
		if need, known := needs[limit.Name]; !known || need > limit.Left {
			p := problem.Newf(problem.BeyondLimit, "The call that waits may need more of %s than the %d that the key that would approve it has left.", limit.Name, limit.Left)
			p.Limit = &limit
			return p
		}
	}
	return nil
}
