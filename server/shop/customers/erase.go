package customers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

// CustomerErase forgets a customer.
func (h Customers) CustomerErase(ctx context.Context, req api.CustomerEraseRequestObject) (api.CustomerEraseResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CustomerEraseResponseObject, error) {
		seen, err := find(ctx, tx.Queries, req.Body.CustomerId, req.Body.Email)
		if err != nil {
			return nil, err
		}
		id := seen.ID.String()
		e := erasure{Tx: tx, customer: seen.ID, force: req.Body.Force != nil && *req.Body.Force}
		if known, err := e.lock(ctx, seen.EmailKey); err != nil {
			return nil, err
		} else if known != seen.ID { // erased meanwhile
			return nil, notFound(id)
		}
		kept := *req.Body
		kept.CustomerId, kept.Email = &id, nil
		if e.args, err = wire.Marshal(kept); err != nil {
			return nil, err
		}
		err = e.erase(ctx, h.Store.Now)
		return api.CustomerErase200JSONResponse{Ok: true, Result: e.result}, err
	})
}

// EraseByEmail forgets whom an e-mail address belongs to: a customer, or somebody who
// never ordered. The id in the result is that of the customer, or a new one. The error is a
// validation_failed for the address of somebody who was erased, and without force an open_orders.
func EraseByEmail(ctx context.Context, st *store.Store, email string, force bool) (erased api.CustomerErased, err error) {
	if err := orders.CheckEmail(email); err != nil {
		return erased, err
	}
	err = st.Write(ctx, func(tx *store.Tx) error {
		e := erasure{Tx: tx, force: force}
		if e.customer, err = e.lock(ctx, text.Case(email)); err != nil {
			return err
		}
		if e.customer == uuid.Nil {
			e.customer = tx.NewID()
		}
		err = e.erase(ctx, st.Now)
		erased = e.result
		return err
	})
	return erased, err
}

// CompleteErasure completes an erasure that is older than wait: calls that were under way
// during it may have left a cart, a note or a row of the audit. It returns 0 when none
// is due. wait must be longer than a call takes.
func CompleteErasure(ctx context.Context, st *store.Store, wait time.Duration) (done int64, err error) {
	err = st.Task(ctx, "erasure", func(tx *store.Tx) error {
		kept, err := tx.ErasureNext(ctx, tx.Now.Add(-wait))
		if store.NotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		e := erasure{Tx: tx, customer: kept.CustomerID, until: kept.At}
		if err := json.Unmarshal(kept.Person, &e.person); err != nil {
			return err
		}
		if err := e.lockErased(ctx); err != nil {
			return err
		}
		if err := e.eraseAll(ctx); err != nil {
			return err
		}
		done = 1
		return tx.ErasureDone(ctx, kept.CustomerID)
	})
	return done, err
}

// erasure is one erasure under way.
type erasure struct {
	*store.Tx
	customer uuid.UUID
	person   person
	orders   []uuid.UUID
	open     []string        // the ids of those orders that are not over
	force    bool            // whether these are no obstacle
	until    time.Time       // carts that are opened later are of somebody who came again
	args     json.RawMessage // of the call, without the e-mail address
	result   api.CustomerErased
}

// email takes the place of the customer's.
func (e *erasure) email() string { return fmt.Sprintf("erased-%s%s", e.customer, orders.ErasedDomain) }

// lock locks all of a person but the audit, reads what the audit may repeat of it,
// and returns the id of the customer, uuid.Nil if there is none. An order that is being
// placed with the e-mail address is placed before and erased too, or waits and has a
// new customer.
//
// Like orders.create it locks the e-mail address first, then the carts, and the
// orders before anything that belongs to them.
func (e *erasure) lock(ctx context.Context, emailKey string) (customer uuid.UUID, err error) {
	if err := e.ErasureLock(ctx, emailKey); err != nil {
		return uuid.Nil, err
	}
	if err := e.ErasureCartsLock(ctx, emailKey); err != nil {
		return uuid.Nil, err
	}
	if customer, err = e.ErasureCustomerLock(ctx, emailKey); err != nil && !store.NotFound(err) {
		return uuid.Nil, err
	}
	rows, err := e.ErasureOrdersLock(ctx, emailKey)
	if err != nil {
		return uuid.Nil, err
	}
	e.person = newPerson(emailKey, rows)
	for i := range rows {
		e.orders = append(e.orders, rows[i].ID)
		if rows[i].Open {
			e.open = append(e.open, rows[i].ID.String())
		}
	}
	return customer, nil
}

// refuseOpen refuses to forget somebody whose name and address an order still needs.
func (e *erasure) refuseOpen() error {
	const most = 100 // ids in an answer
	if e.force || len(e.open) == 0 {
		return nil
	}
	p := problem.Newf(problem.OpenOrders, "Open orders of the customer: %d.", len(e.open))
	p.OrderIDs = e.open[:min(len(e.open), most)]
	return p
}

// lockErased locks the carts with the e-mail address, and the orders of the customer.
func (e *erasure) lockErased(ctx context.Context) error {
	if err := e.ErasureCartsLock(ctx, e.person.Email); err != nil {
		return err
	}
	rows, err := e.ErasureOrdersLock(ctx, e.email())
	e.orders = make([]uuid.UUID, len(rows))
	for i := range rows {
		e.orders[i] = rows[i].ID
	}
	return err
}

// erase forgets the person who is locked everywhere, and keeps what completes the
// erasure when the calls have ended that are under way. now is the clock.
func (e *erasure) erase(ctx context.Context, now func() time.Time) error {
	if err := e.refuseOpen(); err != nil {
		return err
	}
	if err := e.findPublic(ctx); err != nil {
		return err
	}
	e.until = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)
	if err := e.eraseAll(ctx); err != nil {
		return err
	}
	kept, err := json.Marshal(e.person)
	if err != nil {
		return err
	}
	if err := e.ErasureKeep(ctx, db.ErasureKeepParams{CustomerID: e.customer, At: now(), Person: kept}); err != nil {
		return err
	}
	err = e.ErasureCustomer(ctx, db.ErasureCustomerParams{ErasedEmail: e.email(), At: &e.Now, ID: e.customer})
	if err != nil {
		return err
	}
	e.result.CustomerId, e.result.OrdersAnonymized = e.customer.String(), int64(len(e.orders))
	return e.Audit(store.AuditEntry{EntityType: "customer", EntityID: e.customer.String(), Args: e.args, After: counted{
		e.result.CustomerId, e.result.OrdersAnonymized, e.result.PaymentsKept, e.result.CartsAnonymized, e.result.AuditEntriesAnonymized, e.result.AnswersDeleted, e.result.NotesAnonymized,
	}})
}

// counted is the result in the audit: the slug of a public text may be the name of the person.
type counted struct {
	CustomerID             string `json:"customerId"`
	OrdersAnonymized       int64  `json:"ordersAnonymized"`
	PaymentsKept           int64  `json:"paymentsKept"`
	CartsAnonymized        int64  `json:"cartsAnonymized"`
	AuditEntriesAnonymized int64  `json:"auditEntriesAnonymized"`
	AnswersDeleted         int64  `json:"answersDeleted"`
	NotesAnonymized        int64  `json:"notesAnonymized"`
}

func (e *erasure) eraseAll(ctx context.Context) error {
	for _, step := range []func(context.Context) error{e.eraseCarts, e.eraseOrders, e.readTraces, e.deleteAnswers, e.eraseApprovals, e.eraseAudit, e.eraseNotes} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (e *erasure) eraseCarts(ctx context.Context) error {
	carts, err := e.ErasureCarts(ctx, db.ErasureCartsParams{ErasedEmail: e.email(), EmailKey: e.person.Email, Until: e.until, OrderIds: e.orders})
	if err != nil {
		return err
	}
	e.result.CartsAnonymized = int64(len(carts))
	for _, id := range carts {
		e.person.addIDs(id.String())
	}
	opened, err := e.ErasureOpenedCarts(ctx, db.ErasureOpenedCartsParams{Mentions: []string{plainText(e.person.Email)}, Until: e.until})
	e.person.addIDs(opened...)
	return err
}

// eraseOrders leaves of the orders what the books need.
func (e *erasure) eraseOrders(ctx context.Context) error {
	for _, erase := range []func(context.Context, []uuid.UUID) error{
		e.ErasureHistory, e.ErasureRefunds, e.ErasureItems, e.ErasureWordsDelete,
	} {
		if err := erase(ctx, e.orders); err != nil {
			return err
		}
	}
	if err := e.erasePayments(ctx); err != nil {
		return err
	}
	if err := e.eraseDetails(ctx); err != nil {
		return err
	}
	words := text.Keys("erased", "erased-"+e.customer.String())
	if err := e.ErasureWordsInsert(ctx, db.ErasureWordsInsertParams{Words: words, OrderIds: e.orders}); err != nil {
		return err
	}
	return e.ErasureOrders(ctx, db.ErasureOrdersParams{ErasedEmail: e.email(), At: e.Now, OrderIds: e.orders})
}

func (e *erasure) deleteAnswers(ctx context.Context) (err error) {
	e.result.AnswersDeleted, err = e.ErasureAnswers(ctx, e.person.ids())
	return err
}

// readTraces adds to the person what the audit alone knows: the carts of the orders, which
// are deleted, and former tracking numbers.
func (e *erasure) readTraces(ctx context.Context) error {
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

// eraseApprovals takes the person out of the calls that waited for approval. The audit has the notes of those that were about the
// person, whose ids are kept for it.
func (e *erasure) eraseApprovals(ctx context.Context) error {
	const few = 20 // a call may be long
	ids, err := e.ErasureApprovals(ctx, db.ErasureApprovalsParams{
		Until: e.until, EntityIds: e.person.ids(), Patterns: e.person.approvalPatterns(e.customer.String()), Numbers: e.person.numbers(),
	})
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(ids, few) {
		rows, err := e.ErasureApprovalsLock(ctx, batch)
		if err != nil {
			return err
		}
		var changes []db.ErasureApprovalParams
		for i := range rows {
			r := &rows[i]
			who := e.person.identity().unlike(&r.ShippingName, &r.BillingName, r.PhoneKey)
			redact, redactAll := who.redact, who.redactAll
			if e.isAbout(r) {
				e.person.addIDs(r.ID.String())
				redact, redactAll = func(string) (string, bool) { return erasedText, true }, e.person.withoutPerson
			}
			changed := false
			if r.Note != nil {
				*r.Note, changed = redact(*r.Note)
			}
			if rewriteEach(redactAll, &r.Args, &r.Preview) || changed {
				changes = append(changes, db.ErasureApprovalParams{ID: r.ID, Args: r.Args, Preview: r.Preview, Note: r.Note})
			}
		}
		if err := store.Batched(e.ErasureApproval(ctx, changes)); err != nil {
			return err
		}
	}
	return nil
}

// isAbout reports whether a call that waited for approval is about the person: one about the order of somebody else may have the same name
// and telephone number in it.
func (e *erasure) isAbout(r *db.ErasureApprovalsLockRow) bool {
	p := &e.person
	if p.IDs[r.ID.String()] || p.IDs[r.About] || r.About == e.customer.String() {
		return true
	}
	group, _, _ := strings.Cut(r.Operation, ".")
	return !r.OfOrder && (group == "orders" || group == "customer") && p.isMeantBy(string(r.Args))
}

// eraseAudit redacts the rows about the orders, carts and approvals, and those of reads and
// refused calls that name the customer. The rows are locked in the order of their ids,
// so that of two erasures the second one redacts what the first one has left.
func (e *erasure) eraseAudit(ctx context.Context) error {
	ids, err := e.ErasureAuditRows(ctx, db.ErasureAuditRowsParams{
		EntityIds: e.person.ids(), Mentions: e.person.mentions(), CutOffTools: cutOffTools,
	})
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(ids, fewAudited) {
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

// fewAudited is how many rows of the audit are locked with one statement.
const fewAudited = 500

// cutOffTools are the operations whose arguments may say who a customer is without
// the e-mail address, the number or the id, when a part of them is lost.
var cutOffTools = []string{
	"approvals.decide", "audit.list", "categories.import", "customer.list", "discounts.list", "orders.add_note", "orders.create", "orders.list",
	"orders.refund", "orders.set_tracking", "orders.update_status", "payments.confirm_manual", "payments.create", "payments.refund",
	"products.adjust_stock", "products.facets", "products.import",
	"products.list_deleted", "products.search", "products.suggest",
}

// redacted returns those of the rows that have something personal, without it.
func (p *person) redacted(rows []db.ErasureAuditLockRow) []db.ErasureAuditRowParams {
	var out []db.ErasureAuditRowParams
	for _, r := range rows {
		if !r.About && !p.isMeantBy(string(r.Args)) {
			continue
		}
		row := db.ErasureAuditRowParams{ID: r.ID, Args: r.Args, Before: r.Before, After: r.After}
		if rewriteEach(p.withoutPerson, &row.Args, &row.Before, &row.After) {
			out = append(out, row)
		}
	}
	return out
}
