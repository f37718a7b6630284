package customers

import (
	"context"
	"slices"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// eraseNotes takes the person out of what was written about others: notes on their orders, reasons of their refunds and of
// changes of a stock, descriptions of webhooks, and the arguments of all these calls, and of decisions about approvals, in the audit. The
// marked texts (x-note in the contract) are these; a test compares.
func (e *erasure) eraseNotes(ctx context.Context) error {
	if err := e.ErasureNotesLock(ctx); err != nil {
		return err
	}
	who := e.person.identity()
	for _, words := range who.queries() {
		for _, erase := range []func(context.Context, *identity, string) error{e.eraseOrderNotes, e.eraseWebhooks, e.eraseAuditNotes} {
			if err := erase(ctx, who, words); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *erasure) eraseOrderNotes(ctx context.Context, who *identity, words string) error {
	rows, err := e.ErasureOrderNotes(ctx, words)
	if err != nil {
		return err
	}
	var notes []db.ErasureOrderNoteParams
	var reasons []db.ErasureRefundReasonParams
	for i := range rows {
		r := &rows[i]
		said, changed := who.unlike(&r.ShippingName, r.BillingName, r.PhoneKey).redact(r.Said)
		switch {
		case changed && r.Refund:
			reasons = append(reasons, db.ErasureRefundReasonParams{ID: r.ID, Said: said})
		case changed:
			notes = append(notes, db.ErasureOrderNoteParams{ID: r.ID, Said: said})
		}
	}
	e.result.NotesAnonymized += int64(len(notes) + len(reasons))
	if err := store.Batched(e.ErasureOrderNote(ctx, notes)); err != nil {
		return err
	}
	return store.Batched(e.ErasureRefundReason(ctx, reasons))
}

func (e *erasure) eraseWebhooks(ctx context.Context, who *identity, words string) error {
	rows, err := e.ErasureWebhooks(ctx, words)
	if err != nil {
		return err
	}
	var changes []db.ErasureWebhookParams
	for _, r := range rows {
		if said, changed := who.redact(r.Said); changed {
			changes = append(changes, db.ErasureWebhookParams{ID: r.ID, Said: said})
		}
	}
	e.result.NotesAnonymized += int64(len(changes))
	return store.Batched(e.ErasureWebhook(ctx, changes))
}

func (e *erasure) eraseAuditNotes(ctx context.Context, who *identity, words string) error {
	ids, err := e.ErasureAuditNotes(ctx, words)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(ids, fewAudited) {
		rows, err := e.ErasureAuditNotesLock(ctx, batch)
		if err != nil {
			return err
		}
		var changes []db.ErasureAuditNoteParams
		for i := range rows {
			r := &rows[i]
			by := who.unlike(r.ShippingName, r.BillingName, r.PhoneKey)
			row := db.ErasureAuditNoteParams{ID: r.ID, Args: r.Args, Before: r.Before, After: r.After}
			if rewriteEach(by.redactAll, &row.Args, &row.Before, &row.After) {
				changes = append(changes, row)
			}
		}
		e.result.AuditEntriesAnonymized += int64(len(changes))
		if err := store.Batched(e.ErasureAuditNote(ctx, changes)); err != nil {
			return err
		}
	}
	return nil
}
