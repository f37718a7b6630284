package customers

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

// CustomerErase forgets a customer.
func (h Customers) CustomerErase(ctx context.Context, req api.CustomerEraseRequestObject) (api.CustomerEraseResponseObject, error) {
	id, err := parseID(req.Body.CustomerId)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CustomerEraseResponseObject, error) {
		erased, err := erase(ctx, tx, id)
		return api.CustomerErase200JSONResponse{Ok: true, Result: erased}, err
	})
}

// erase forgets a customer everywhere. An order that is being placed with the
// e-mail address is placed before and erased too, or waits and has a new customer.
//
// Like orders.create it locks the carts first, then the e-mail address, and the
// orders before anything that belongs to them.
func erase(ctx context.Context, tx *store.Tx, id uuid.UUID) (api.CustomerErased, error) {
	e := erasure{Tx: tx, customer: id, email: fmt.Sprintf("erased-%s%s", id, orders.ErasedDomain)}
	if err := e.lock(ctx); err != nil {
		return api.CustomerErased{}, orNotFound(err, id)
	}
	for _, step := range []func(context.Context) error{e.eraseCarts, e.eraseOrders, e.eraseAnswers, e.eraseAudit} {
		if err := step(ctx); err != nil {
			return api.CustomerErased{}, err
		}
	}
	err := tx.Last.ErasureCustomer(ctx, db.ErasureCustomerParams{ErasedEmail: e.email, At: &tx.Now, ID: id})
	if err != nil {
		return api.CustomerErased{}, err
	}
	e.result.CustomerId = id.String()
	return e.result, tx.Audit(audit.Entry{EntityType: "customer", EntityID: id.String(), After: e.result})
}

// erasure is one erasure under way.
type erasure struct {
	*store.Tx
	customer uuid.UUID
	email    string // takes the place of the customer's
	person   person
	orders   []uuid.UUID
	result   api.CustomerErased
}

// lock locks the customer and the orders, and reads what the audit may repeat of
// them. The error is that of a row not found if the customer was erased meanwhile.
func (e *erasure) lock(ctx context.Context) error {
	seen, err := e.CustomerGet(ctx, e.customer)
	if err != nil {
		return err
	}
	if err := e.ErasureCartsLock(ctx, seen.EmailKey); err != nil {
		return err
	}
	if err := e.ErasureLock(ctx, seen.EmailKey); err != nil {
		return err
	}
	customer, err := e.ErasureCustomerLock(ctx, e.customer)
	if err != nil {
		return err
	}
	orders, err := e.ErasureOrdersLock(ctx, customer.EmailKey)
	if err != nil {
		return err
	}
	e.person = newPerson(customer.EmailKey, orders)
	for i := range orders {
		e.orders = append(e.orders, orders[i].ID)
	}
	e.result.OrdersAnonymized = int64(len(orders))
	return nil
}

func (e *erasure) eraseCarts(ctx context.Context) error {
	carts, err := e.ErasureCarts(ctx, db.ErasureCartsParams{ErasedEmail: e.email, EmailKey: e.person.email, OrderIds: e.orders})
	if err != nil {
		return err
	}
	e.result.CartsAnonymized = int64(len(carts))
	for _, id := range carts {
		e.person.add(id.String())
	}
	opened, err := e.ErasureOpenedCarts(ctx, []string{e.person.email})
	e.person.add(opened...)
	return err
}

// eraseOrders leaves of the orders what the books need.
func (e *erasure) eraseOrders(ctx context.Context) error {
	for _, statement := range []func(context.Context, []uuid.UUID) error{
		e.ErasureHistory, e.ErasureRefunds, e.ErasureItems, e.ErasureWordsDelete,
	} {
		if err := statement(ctx, e.orders); err != nil {
			return err
		}
	}
	words := fold.Keys("erased", e.email[:len(e.email)-len(orders.ErasedDomain)])
	if err := e.ErasureWordsInsert(ctx, db.ErasureWordsInsertParams{Words: words, OrderIds: e.orders}); err != nil {
		return err
	}
	return e.ErasureOrders(ctx, db.ErasureOrdersParams{ErasedEmail: e.email, At: e.Now, OrderIds: e.orders})
}

func (e *erasure) eraseAnswers(ctx context.Context) (err error) {
	e.result.AnswersDeleted, err = e.ErasureAnswers(ctx, e.person.ids)
	return err
}

// eraseAudit redacts the rows about the orders and carts, and those of reads and
// refused calls that name the customer.
func (e *erasure) eraseAudit(ctx context.Context) error {
	about, err := e.ErasureAuditEntities(ctx, e.person.ids)
	if err != nil {
		return err
	}
	var rows []db.ErasureAuditRowParams
	for _, r := range about {
		rows = e.redacted(rows, db.ErasureAuditRowParams{ID: r.ID, Args: r.Args, Before: r.Before, After: r.After})
	}
	calls, err := e.ErasureAuditCalls(ctx, db.ErasureAuditCallsParams{Mentions: e.person.mentions(), Hints: e.person.hints()})
	if err != nil {
		return err
	}
	firsts, seconds := e.person.pairs()
	searches, err := e.ErasureAuditSearches(ctx, db.ErasureAuditSearchesParams{Firsts: firsts, Seconds: seconds})
	if err != nil {
		return err
	}
	for _, r := range searches { // some are among the calls
		calls = append(calls, db.ErasureAuditCallsRow{ID: r.ID, Args: r.Args})
	}
	seen := map[uuid.UUID]bool{}
	for _, r := range calls {
		if !seen[r.ID] && e.person.meant(string(r.Args), r.Named) {
			seen[r.ID] = true
			rows = e.redacted(rows, db.ErasureAuditRowParams{ID: r.ID, Args: r.Args})
		}
	}
	e.result.AuditEntriesAnonymized = int64(len(rows))
	return store.Batched(e.Last.ErasureAuditRow(ctx, rows))
}

// redacted appends a row without what is personal, if that changes it.
func (e *erasure) redacted(rows []db.ErasureAuditRowParams, row db.ErasureAuditRowParams) []db.ErasureAuditRowParams {
	changed := false
	for _, part := range []*[]byte{&row.Args, &row.Before, &row.After} {
		changed = e.person.redact(part) || changed
	}
	if changed {
		rows = append(rows, row)
	}
	return rows
}
