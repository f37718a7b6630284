package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// maxNotes is the maximum number of notes on an order; the contract has the same.
const maxNotes = 500

// OrdersAddNote adds a note to an order.
func (h Orders) OrdersAddNote(ctx context.Context, req api.OrdersAddNoteRequestObject) (api.OrdersAddNoteResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersAddNoteResponseObject, error) {
		note, err := AddNote(ctx, tx, id, req.Body.Text)
		return api.OrdersAddNote200JSONResponse{Ok: true, Result: api.OrdersAddNoteResult{Id: id.String(), NoteId: note.String()}}, err
	})
}

// AddNote adds a note to the history of an order and returns its id. The error
// is a limit_reached for an order with maxNotes notes.
//
// The order keeps its updatedAt: a note changes nothing that orders.get shows,
// and must not refuse a move that another caller makes at the same time.
func AddNote(ctx context.Context, tx *store.Tx, id uuid.UUID, text string) (uuid.UUID, error) {
	order, err := find(ctx, tx.OrderLock, id) // of two notes at once one counts the other
	if err != nil {
		return uuid.Nil, err
	}
	count, err := tx.OrderNoteCount(ctx, id)
	if err != nil {
		return uuid.Nil, err
	}
	if count >= maxNotes {
		return uuid.Nil, problem.New(problem.LimitReached, "The order has 500 notes, which is the limit.",
			"Leave the note out: no note of an order can be deleted.")
	}
	note := tx.NewID()
	err = tx.OrderNoteInsert(ctx, db.OrderNoteInsertParams{
		ID: note, OrderID: id, At: tx.After(order.UpdatedAt), Actor: call.From(ctx).Actor, Note: text,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return note, auditNote(tx, id, count, note)
}
