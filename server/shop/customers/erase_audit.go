package customers

import (
	"context"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// cutOffTools are the operations whose arguments may say who a customer is without
// the e-mail address, the number or the id, when a part of them is lost.
var cutOffTools = []string{
	"customer.list", "orders.add_note", "orders.create", "orders.list", "orders.refund", "orders.set_tracking",
	"products.adjust_stock", "products.facets", "products.search", "products.suggest",
}

// trace adds to the person what the audit alone knows: the carts of the orders, which
// are deleted, and former tracking numbers.
func (e *erasure) trace(ctx context.Context) error {
	ids := make([]string, len(e.orders))
	for i, id := range e.orders {
		ids[i] = id.String()
	}
	traces, err := e.ErasureTraces(ctx, ids)
	for _, trace := range traces {
		switch kind, value, _ := strings.Cut(trace, " "); kind {
		case "cart":
			e.person.addIDs(value)
		case "parcel":
			e.person.addParcel(value)
		}
	}
	return err
}

// eraseAudit redacts the rows about the orders and carts, and those of reads and
// refused calls that name the customer. The rows are locked in the order of their ids,
// so that of two erasures the second one redacts what the first one has left.
func (e *erasure) eraseAudit(ctx context.Context) error {
	ids, err := e.ErasureAuditRows(ctx, db.ErasureAuditRowsParams{
		EntityIds: e.person.ids(), Mentions: e.person.mentions(), CutOffTools: cutOffTools,
	})
	if err != nil {
		return err
	}
	const few = 500
	for batch := range slices.Chunk(ids, few) {
		rows, err := e.ErasureAuditLock(ctx, batch)
		if err != nil {
			return err
		}
		redacted := e.person.redacted(rows)
		e.result.AuditEntriesAnonymized += int64(len(redacted))
		if err := store.Batched(e.ErasureAuditRow(ctx, redacted)); err != nil {
			return err
		}
	}
	return nil
}

// redacted returns those of the rows that have something personal, without it.
func (p *person) redacted(rows []db.ErasureAuditLockRow) []db.ErasureAuditRowParams {
	var out []db.ErasureAuditRowParams
	for _, r := range rows {
		if !r.About && !p.meant(string(r.Args)) {
			continue
		}
		row, changed := db.ErasureAuditRowParams{ID: r.ID, Args: r.Args, Before: r.Before, After: r.After}, false
		for _, part := range []*[]byte{&row.Args, &row.Before, &row.After} {
			changed = p.redact(part) || changed
		}
		if changed {
			out = append(out, row)
		}
	}
	return out
}
