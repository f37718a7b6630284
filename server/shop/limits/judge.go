package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Limiter judges the transactions of calls whose key has limits. What is left of those of a day is read as a transaction begins, and
// what it has used is added at its end by a guarded statement: two calls that want the last of a limit do not wait for each other
// until then, and one of them gets it.
type Limiter struct{}

// Judge begins to judge a transaction.
func (Limiter) Judge(ctx context.Context, tx *store.Tx) (store.Judge, error) {
	c := call.From(ctx)
	limits, err := Of(c.Limits)
	if err != nil {
		return nil, err
	}
	j := &judge{ctx: ctx, tx: tx, call: c, day: dayOf(tx.Now), most: map[string]int64{}, used: map[string]int64{}, wants: map[string]int64{}, needs: map[string]int64{}}
	daily := false
	for _, limit := range List(limits) {
		j.most[limit.Name] = limit.Value
		daily = daily || limit.Daily
	}
	if daily {
		if j.used, err = usedOn(ctx, tx.Queries, c.Key, j.day); err != nil {
			return nil, err
		}
	}
	if limits.Approval != nil && *limits.Approval && c.Operation != nil {
		j.waits, err = true, tx.Savepoint(ctx)
	}
	return j, err
}

// judge judges one transaction.
type judge struct {
	ctx   context.Context // of the transaction
	tx    *store.Tx
	call  *call.Call
	day   pgtype.Date
	most  map[string]int64 // the limits of the key
	used  map[string]int64 // of those of a day, before the transaction
	wants map[string]int64 // of those, by the transaction

	waits    bool             // whether a call beyond a limit waits for approval: then it is carried out to see what it would change
	exceeded *problem.Error   // the first limit that it is beyond; nil for none
	needs    map[string]int64 // what it needs of those that it is beyond
}

// Change judges the change of one thing.
func (j *judge) Change(e store.AuditEntry, before, after []byte) error {
	forget := j.Mark()
	err := j.change(e, before, after)
	if err != nil {
		forget()
	}
	return err
}

func (j *judge) change(e store.AuditEntry, before, after []byte) error {
	if strings.HasPrefix(j.call.Tool, "cart.") {
		return nil
	}
	if err := j.count(writesOfDay, 1, "changes"); err != nil {
		return err
	}
	// What erases a person deletes, too, and cannot be taken back.
	if before != nil && after == nil || e.EntityType == "customer" {
		if err := j.count(deletesOfDay, 1, "deletions"); err != nil {
			return err
		}
	}
	if after == nil {
		return nil
	}
	switch e.EntityType {
	case "product":
		return j.judgePrices(e.EntityID, before, after)
	case "discount":
		return j.judgeDiscount(after)
	case "campaign":
		var campaign struct{ Discount json.RawMessage }
		if err := json.Unmarshal(after, &campaign); err != nil || campaign.Discount == nil {
			return err
		}
		return j.judgeDiscount(campaign.Discount)
	case "order":
		return j.judgeOrder(e.EntityID, before, after)
	case "payment":
		return j.judgePayment(before, after)
	case "payment_refund":
		return j.judgeRefund(before, after)
	}
	return nil
}

// judgeDiscount judges a code: one that is not active gives nothing away.
func (j *judge) judgeDiscount(after []byte) error {
	var code struct {
		Code, Type string
		Value      int64
		Active     bool
	}
	if err := json.Unmarshal(after, &code); err != nil || !code.Active {
		return err
	}
	limit, other := discountPercent, discountOere
	unit := " %"
	if code.Type == "fixed" {
		limit, other, unit = other, limit, " ore"
	}
	most, limited := j.most[limit]
	switch of, otherwise := j.most[other]; {
	case limited && code.Value > most:
		return j.refuse(limit, most, most, code.Value, "The key may have codes of at most %d%s active, and the code %q gives %d.", most, unit, code.Code, code.Value)
	case !limited && otherwise:
		return j.refuse(other, of, of, unlimited, "The key may have no %s codes active, such as %q: its limits allow codes of the other type.", code.Type, code.Code)
	}
	return nil
}

// judgeOrder judges an order that is placed, or of which money is given back.
func (j *judge) judgeOrder(id string, before, after []byte) error {
	var was, is struct{ RefundedOere, TotalOere int64 }
	if err := json.Unmarshal(after, &is); err != nil {
		return err
	}
	if before == nil {
		if err := j.within(is.TotalOere); err != nil {
			return err
		}
		return j.count(ordersOfDay, is.TotalOere, "ore of orders")
	}
	if err := json.Unmarshal(before, &was); err != nil {
		return err
	}
	return j.give(id, is.RefundedOere-was.RefundedOere)
}

// within judges an order that is placed or paid, by its total.
func (j *judge) within(total int64) error {
	if most, limited := j.most[order]; limited && total > most {
		return j.refuse(order, most, most, total, "The key may place and pay orders of at most %d ore, and this one has a total of %d.", most, total)
	}
	return nil
}

// judgePayment judges a payment that is begun.
func (j *judge) judgePayment(before, after []byte) error {
	var is struct{ AmountOere int64 }
	if err := json.Unmarshal(after, &is); err != nil || before != nil {
		return err
	}
	return j.within(is.AmountOere)
}

// judgeRefund judges money that a payment provider is asked to give back.
func (j *judge) judgeRefund(before, after []byte) error {
	var is struct {
		OrderID    string
		AmountOere int64
	}
	if err := json.Unmarshal(after, &is); err != nil || before != nil {
		return err
	}
	return j.give(is.OrderID, is.AmountOere)
}

// give judges money of an order that is given back, which is recorded already.
func (j *judge) give(id string, given int64) error {
	if given <= 0 {
		return nil
	}
	if most, limited := j.most[refund]; limited {
		order, _ := store.ParseID(id)
		sum, err := j.tx.OrderRefundedBy(j.ctx, db.OrderRefundedByParams{OrderID: order, Actor: j.call.Actor}) // with this one
		if err != nil {
			return err
		}
		if left := max(0, most-(sum-given)); given > left {
			err := j.refuse(refund, most, left, sum, "The key may give back at most %d ore of an order, of which %d are left for this one, and the call gives back %d.", most, left, given)
			if err != nil {
				return err
			}
		}
	}
	return j.count(refundsOfDay, given, "ore of refunds")
}

// count adds to what the transaction uses of a limit of a day.
func (j *judge) count(limit string, amount int64, of string) error {
	most, limited := j.most[limit]
	if !limited {
		return nil
	}
	left := max(0, most-j.used[limit]-j.wants[limit])
	if amount > left {
		err := j.refuse(limit, most, left, j.wants[limit]+amount, "The key may make at most %d %s a day, of which %d are left today, and the call needs %d more.", most, of, left, amount-left)
		if err != nil {
			return err
		}
	}
	j.wants[limit] += amount
	return nil
}

// refuse refuses what a limit does not allow, or notes it where the call waits for approval. needs is how high the limit would have to be.
func (j *judge) refuse(limit string, value, left, needs int64, format string, args ...any) error {
	p := beyond(limit, value, left, format, args...)
	if !j.waits {
		return p
	}
	if j.exceeded == nil {
		j.exceeded = p
	}
	j.needs[limit] = max(j.needs[limit], needs)
	return nil
}

// beyond returns the refusal of what a limit does not allow.
func beyond(limit string, value, left int64, format string, args ...any) *problem.Error {
	p := problem.Newf(problem.BeyondLimit, format, args...)
	p.Limit = &problem.Limit{Name: limit, Value: value, Left: left}
	return p
}

// Mark returns a function that forgets what was counted since.
func (j *judge) Mark() func() {
	wants, needs, exceeded := maps.Clone(j.wants), maps.Clone(j.needs), j.exceeded
	return func() { j.wants, j.needs, j.exceeded = wants, needs, exceeded }
}

// Settle ends the transaction.
func (j *judge) Settle(ctx context.Context) (told, err error) {
	if j.waits {
		return j.ask(ctx)
	}
	return nil, j.spend(ctx)
}

// spend adds what the transaction has used to what its key has used today. Where it is beyond a limit, a person has approved that.
func (j *judge) spend(ctx context.Context) error {
	for _, limit := range slices.Sorted(maps.Keys(j.wants)) { // in this order in every transaction
		most, amount := j.most[limit], j.wants[limit]
		if j.exceeded != nil {
			most = unlimited
		}
		if amount == 0 {
			continue
		}
		counted, err := j.tx.KeyCount(ctx, db.KeyCountParams{KeyID: j.call.Key, Day: j.day, Name: limit, Amount: amount, Most: most})
		if err != nil {
			return err
		}
		if counted == 0 {
			return &store.Again{Refusal: beyond(limit, most, 0, "The limit %s of the key was used up by other calls meanwhile.", limit)}
		}
	}
	return nil
}

// within describes the prices that a limit allows.
func within(lowest, highest int64) string {
	if lowest > highest {
		return "no price"
	}
	return fmt.Sprintf("%d to %d ore", lowest, highest)
}
