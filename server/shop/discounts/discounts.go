// Package discounts keeps the discount codes of the shop, and its campaigns: codes with an
// announcement and a time.
package discounts

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Discounts answers the operations discounts.*.
type Discounts struct{ Store *store.Store }

// DiscountsList returns the codes, the newest first.
func (h Discounts) DiscountsList(ctx context.Context, req api.DiscountsListRequestObject) (api.DiscountsListResponseObject, error) {
	b := req.Body
	if err := paging.CursorWithoutOffset(b.Cursor, *b.Offset); err != nil {
		return nil, err
	}
	l := listing{store: h.Store, onlyActive: b.OnlyActive != nil && *b.OnlyActive, at: h.Store.Now(), after: paging.BeforeNewest}
	if b.Q != nil {
		l.prefix = Canonical(*b.Q)
	}
	query := []any{l.onlyActive, l.prefix}
	if b.Cursor != nil {
		if err := paging.DecodeCursor(*b.Cursor, "discounts.list", query, &l.after); err != nil {
			return nil, err
		}
	}
	rows, err := l.read(ctx, int32(*b.Limit)+1, int32(*b.Offset))
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, int(*b.Limit), "discounts.list", query, func(r *db.Discount) any { return paging.SortKey{At: r.CreatedAt, ID: r.ID} })
	if err != nil {
		return nil, err
	}
	result := make([]api.Discount, len(rows))
	for i := range rows {
		result[i] = toDiscount(&rows[i])
	}
	page, err := paging.Between(ctx, next, b.Cursor != nil, *b.Offset, int64(len(rows)), l.count)
	return api.DiscountsList200JSONResponse{Ok: true, Result: result, Page: page}, err
}

// listing is what discounts.list is asked for.
type listing struct {
	store      *store.Store
	onlyActive bool
	at         time.Time
	prefix     string // of the codes; "" for any
	after      paging.SortKey
}

// read returns the codes of a page.
func (l *listing) read(ctx context.Context, most, skip int32) ([]db.Discount, error) {
	all := db.DiscountListParams{AfterAt: l.after.At, AfterID: l.after.ID, OnlyActive: l.onlyActive, At: l.at, MaxRows: most, Skip: skip}
	if l.prefix == "" {
		return l.store.Read().DiscountList(ctx, all)
	}
	return l.store.Read().DiscountListByCode(ctx, db.DiscountListByCodeParams{
		Since: l.prefix, Until: l.until(), AfterAt: all.AfterAt, AfterID: all.AfterID, OnlyActive: all.OnlyActive, At: all.At, MaxRows: most, Skip: skip,
	})
}

// until returns a code after all with the prefix: U+10FFFF sorts after every character that is sent.
func (l *listing) until() string { return l.prefix + "\U0010FFFF" }

// count returns how many codes there are, counted up to one more than paging.Most.
func (l *listing) count(ctx context.Context) (int64, error) {
	if l.prefix == "" {
		return l.store.Read().DiscountCount(ctx, db.DiscountCountParams{OnlyActive: l.onlyActive, At: l.at, Most: paging.Most + 1})
	}
	return l.store.Read().DiscountCountByCode(ctx, db.DiscountCountByCodeParams{
		Since: l.prefix, Until: l.until(), OnlyActive: l.onlyActive, At: l.at, Most: paging.Most + 1,
	})
}

// DiscountsCreate makes a code that works at once.
func (h Discounts) DiscountsCreate(ctx context.Context, req api.DiscountsCreateRequestObject) (api.DiscountsCreateResponseObject, error) {
	record := fromCreate(req.Body)
	if err := checkPercentage("value", &record); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsCreateResponseObject, error) {
		if err := createDiscount(ctx, tx, "code", &record); err != nil {
			return nil, err
		}
		result := api.DiscountsCreateResult(toDiscount(&record))
		return api.DiscountsCreate200JSONResponse{Ok: true, Result: result}, auditDiscount(tx, nil, &record)
	})
}

// createDiscount makes an active code of a record with code, type, value, expiry and limit,
// and sets the rest. The error is a code_taken if a live discount has the code;
// field is that of the code in the request. The caller audits it.
func createDiscount(ctx context.Context, tx *store.Tx, field string, record *db.Discount) error {
	record.ID, record.Code, record.Active = tx.NewID(), Canonical(record.Code), true
	record.CreatedAt, record.UpdatedAt = tx.Now, tx.Now
	err := tx.DiscountInsert(ctx, db.DiscountInsertParams{
		ID: record.ID, Code: record.Code, Type: record.Type, Value: record.Value,
		ValidUntil: record.ValidUntil, UsageLimit: record.UsageLimit, At: record.CreatedAt,
	})
	if store.Taken(err, liveCode) {
		return problem.New(problem.CodeTaken, "A discount has the code \""+record.Code+"\" already.",
			fmt.Sprintf("Set %q to another value, or change the existing code with discounts.update.", field)).
			Then(problem.Set(field, ""), problem.Or("discounts.update"))
	}
	return err
}

// DiscountsUpdate changes the fields that the patch names and nothing else. The
// lock keeps the code from being used between the check of its limit and the
// change.
func (h Discounts) DiscountsUpdate(ctx context.Context, req api.DiscountsUpdateRequestObject) (api.DiscountsUpdateResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsUpdateResponseObject, error) {
		before, err := lockDiscount(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		if err := checkVersion(req.Body.ExpectedUpdatedAt, &before); err != nil {
			return nil, err
		}
		after := before
		applyPatch(&after, &req.Body.Patch)
		if err := checkPercentage("patch.value", &after); err != nil {
			return nil, err
		}
		if err := checkUsageLimit(&after); err != nil {
			return nil, err
		}
		err = writeDiscount(ctx, tx, &before, &after)
		return api.DiscountsUpdate200JSONResponse{Ok: true, Result: api.DiscountsUpdateResult(toDiscount(&after))}, err
	})
}

// checkVersion refuses a change of a code that was changed or used since the caller read it.
func checkVersion(expected *wire.Time, d *db.Discount) error {
	return store.CheckVersion(expected, d.UpdatedAt, "discount", problem.Call{Op: "discounts.list", Where: map[string]any{"code": d.Code}})
}

// applyPatch sets the fields that the patch names.
func applyPatch(r *db.Discount, p *api.DiscountPatch) {
	wire.Set(&r.Value, p.Value)
	wire.SetOrClear(&r.UsageLimit, p.UsageLimit)
	if p.ValidUntil.IsSpecified() {
		r.ValidUntil = wire.MomentOrNil(wire.ValueOrNil(p.ValidUntil))
	}
}

// writeDiscount writes and audits the fields that callers set.
func writeDiscount(ctx context.Context, tx *store.Tx, before, after *db.Discount) error {
	if err := saveDiscount(ctx, tx, after); err != nil {
		return err
	}
	return auditDiscount(tx, before, after)
}

// saveDiscount writes the fields that callers set, later than the last time.
func saveDiscount(ctx context.Context, tx *store.Tx, d *db.Discount) error {
	d.UpdatedAt = tx.After(d.UpdatedAt)
	return tx.DiscountUpdate(ctx, db.DiscountUpdateParams{
		ID: d.ID, Value: d.Value, ValidUntil: d.ValidUntil, UsageLimit: d.UsageLimit, Active: d.Active, At: d.UpdatedAt,
	})
}

// checkPercentage refuses, with 422, to take off more than everything. The schema of a
// request cannot say it: generators of clients have no type for a rule between
// two fields, and a patch does not name the type. field is that of the value.
func checkPercentage(field string, d *db.Discount) error {
	const most = 100
	if d.Type != string(api.DiscountTypePercent) || d.Value <= most {
		return nil
	}
	return problem.Invalid("/"+strings.ReplaceAll(field, ".", "/"), schema.CodeMaximum, "must be at most 100 for a percentage",
		fmt.Sprintf("Set %q to at most %d.", field, most), schema.Correction{Do: schema.Set, Value: strconv.Itoa(most)})
}

// checkUsageLimit refuses a limit below the number of uses there were.
func checkUsageLimit(d *db.Discount) error {
	if d.UsageLimit == nil || *d.UsageLimit >= d.UsageCount {
		return nil
	}
	return problem.New(problem.LimitReached, fmt.Sprintf("The usageCount of %q is %d; a usageLimit of %d is below it.", d.Code, d.UsageCount, *d.UsageLimit),
		fmt.Sprintf(`Set "patch.usageLimit" to at least %d, or switch the code off with discounts.toggle.`, d.UsageCount)).
		Then(problem.Set("patch.usageLimit", strconv.FormatInt(d.UsageCount, 10)), problem.Or("discounts.toggle"))
}

// DiscountsToggle switches a code on or off. The lock makes concurrent calls
// that name no state toggle the code one after the other.
func (h Discounts) DiscountsToggle(ctx context.Context, req api.DiscountsToggleRequestObject) (api.DiscountsToggleResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsToggleResponseObject, error) {
		before, err := lockDiscount(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		if err := checkVersion(req.Body.ExpectedUpdatedAt, &before); err != nil {
			return nil, err
		}
		after := before
		after.Active = !before.Active
		wire.Set(&after.Active, req.Body.Active)
		err = writeDiscount(ctx, tx, &before, &after)
		return api.DiscountsToggle200JSONResponse{Ok: true, Result: api.DiscountsToggleResult(toDiscount(&after))}, err
	})
}

// DiscountsDelete deletes a code. Its row is kept, so that it can be restored.
func (h Discounts) DiscountsDelete(ctx context.Context, req api.DiscountsDeleteRequestObject) (api.DiscountsDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.DiscountsDeleteResponseObject, error) {
		record, err := lockDiscount(ctx, tx, req.Body.Code)
		if err != nil {
			return nil, err
		}
		result := api.DiscountsDeleteResult{Ok: true, Code: record.Code}
		return api.DiscountsDelete200JSONResponse{Ok: true, Result: result}, deleteDiscount(ctx, tx, record)
	})
}

func deleteDiscount(ctx context.Context, tx *store.Tx, record db.Discount) error {
	before := record
	if err := removeDiscount(ctx, tx, &record); err != nil {
		return err
	}
	return auditDiscount(tx, &before, nil)
}

// removeDiscount deletes a discount. The caller audits it.
func removeDiscount(ctx context.Context, tx *store.Tx, d *db.Discount) error {
	d.UpdatedAt = tx.After(d.UpdatedAt)
	d.DeletedAt = &d.UpdatedAt
	return tx.DiscountSetDeleted(ctx, db.DiscountSetDeletedParams{ID: d.ID, DeletedAt: d.DeletedAt, At: d.UpdatedAt})
}

// lockDiscount returns the live discount with this code and locks it until the
// transaction ends.
func lockDiscount(ctx context.Context, tx *store.Tx, code string) (db.Discount, error) {
	return findDiscount(ctx, tx.DiscountLock, code)
}

// Find returns the live discount with a code, as a buyer writes it. The error is a
// discount_not_found if there is none.
func Find(ctx context.Context, tx *store.Tx, code string) (db.Discount, error) {
	return findDiscount(ctx, tx.DiscountGet, code)
}

func findDiscount(ctx context.Context, query func(context.Context, string) (db.Discount, error), code string) (db.Discount, error) {
	record, err := query(ctx, Canonical(code))
	if store.NotFound(err) {
		return record, problem.Newf(problem.DiscountNotFound, "No discount has the code %q.", Canonical(code)).Of("discount", "code", Canonical(code))
	}
	return record, err
}

// Canonical returns the one form of a code that is stored and looked up: codes
// that differ only in case are the same code.
//
// It converts to lower case first because some letters have two capitals (ẞ for
// ß). It converts letter by letter, unlike the full rules of Unicode, which turn
// ß into two letters: so the result never exceeds the length of the column.
func Canonical(code string) string {
	return norm.NFC.String(strings.ToUpper(strings.ToLower(code)))
}

// Usable returns why a buyer cannot use a code now, a discount_not_applicable, or nil.
func Usable(d *db.Discount, now time.Time) error {
	switch {
	case !d.Active:
		return NotApplicable(d.Code, "is switched off")
	case d.ValidUntil != nil && !d.ValidUntil.After(now):
		return NotApplicable(d.Code, "has expired")
	case d.UsageLimit != nil && d.UsageCount >= *d.UsageLimit:
		return NotApplicable(d.Code, "is used up")
	}
	return nil
}

// NotApplicable returns the problem of a code that cannot be used, with the reason.
func NotApplicable(code, reason string) error {
	return problem.New(problem.DiscountNotApplicable, fmt.Sprintf("The discount code %q %s.", code, reason), "")
}

// Redeem counts a use of a code. The error is a discount_not_applicable if it cannot be
// used any more, or has changed since it was read. The row is locked until the
// transaction ends, so that the last use is counted once: call it late.
func Redeem(ctx context.Context, tx *store.Tx, d *db.Discount) error {
	rows, err := tx.DiscountRedeem(ctx, db.DiscountRedeemParams{ID: d.ID, Type: d.Type, Value: d.Value, At: tx.Now})
	if err != nil || rows == 1 {
		return err
	}
	return NotApplicable(d.Code, "was used up or changed a moment ago")
}

// Return takes back, with the COMMIT, the use of its code by an order that was never paid.
// The row is locked last, as Redeem does.
func Return(ctx context.Context, tx *store.Tx, o *db.Order) error {
	if o.DiscountCode == nil {
		return nil
	}
	return tx.AtCommit(func(q *db.Queries) error {
		return q.DiscountReturn(ctx, db.DiscountReturnParams{ID: o.DiscountID, Code: *o.DiscountCode, OrderedAt: o.CreatedAt, At: tx.Now})
	})
}

// Undo describes how discount codes are put back. Their uses stay counted.
func (h Discounts) Undo() undo.Kind {
	return undo.Of(undo.Rules{
		Fields: []string{"/value", "/validUntil", "/usageLimit", "/active"}, Lived: []string{"/usageCount"},
	}, undo.Records[db.Discount, api.Discount]{
		Lock: undo.ByID((*db.Queries).DiscountLockByID),
		Live: func(r *db.Discount) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.Discount) (api.Discount, error) { return toDiscount(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Discount, from *api.Discount) error {
			after := before
			after.Value, after.UsageLimit, after.Active, after.ValidUntil = from.Value, from.UsageLimit, from.Active, nil
			if from.ValidUntil != nil {
				after.ValidUntil = &from.ValidUntil.Time
			}
			if err := checkUsageLimit(&after); err != nil {
				return err
			}
			return writeDiscount(ctx, tx, &before, &after)
		},
		Delete: deleteDiscount, Restore: restoreDiscount,
	})
}

func restoreDiscount(ctx context.Context, tx *store.Tx, record db.Discount) error {
	if err := bringBackDiscount(ctx, tx, &record); err != nil {
		return err
	}
	return auditDiscount(tx, nil, &record)
}

// bringBackDiscount restores a deleted discount. The error is a code_taken if a live one has its code. The caller audits it.
func bringBackDiscount(ctx context.Context, tx *store.Tx, d *db.Discount) error {
	d.UpdatedAt, d.DeletedAt = tx.After(d.UpdatedAt), nil
	err := tx.DiscountSetDeleted(ctx, db.DiscountSetDeletedParams{ID: d.ID, At: d.UpdatedAt})
	if store.Taken(err, liveCode) {
		return problem.Newf(problem.CodeTaken, "A live discount has the code %q already.", d.Code).Delete("discounts.delete", "code", d.Code)
	}
	return err
}

// liveCode is the index that makes the codes of the live discounts unique.
const liveCode = "discounts_live_code"

func auditDiscount(tx *store.Tx, before, after *db.Discount) error {
	return tx.Audit(store.ChangeOf("discount", before, after, func(d *db.Discount) (string, any) { return d.ID.String(), toDiscount(d) }))
}

func toDiscount(r *db.Discount) api.Discount {
	return api.Discount{
		Id: r.ID.String(), Code: r.Code, Type: api.DiscountType(r.Type), Value: r.Value,
		ValidUntil: wire.TimeOrNil(r.ValidUntil), UsageLimit: r.UsageLimit, UsageCount: r.UsageCount, Active: r.Active, UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

// fromCreate returns what Create makes a code of.
func fromCreate(b *api.DiscountsCreateRequest) db.Discount {
	return db.Discount{
		Code: b.Code, Type: string(b.Type), Value: b.Value,
		ValidUntil: wire.MomentOrNil(wire.ValueOrNil(b.ValidUntil)), UsageLimit: wire.ValueOrNil(b.UsageLimit),
	}
}
