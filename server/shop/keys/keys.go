// Package keys answers the operations keys.*: who may call the shop, and what that key may do. What makes and changes a
// key is in auth, which the command line uses too; here is what a caller with a key of its own may do with others.
package keys

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/limits"
)

// Keys answers the operations keys.*.
type Keys struct {
	Store   *store.Store
	Secrets *seal.Box // encrypts the secrets in answers that are kept; nil when the service has no key for it
	Quota   int       // of a key without its own
}

// KeysList returns the keys, the newest first.
func (h Keys) KeysList(ctx context.Context, req api.KeysListRequestObject) (api.KeysListResponseObject, error) {
	const list = "keys.list"
	before, limit, now := paging.BeforeNewest, int(*req.Body.Limit), h.Store.Now()
	query, err := paging.Query([]any{req.Body.Status, req.Body.Holder}, nil, nil)
	if err != nil {
		return nil, err
	}
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, list, query, &before); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().KeyList(ctx, db.KeyListParams{
		BeforeAt: before.At, BeforeID: before.ID, Holder: (*string)(req.Body.Holder), Status: (*string)(req.Body.Status), At: now, MaxRows: int32(limit + 1),
	})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, list, query, func(r *db.KeyListRow) any { return paging.SortKey{At: r.ApiKey.CreatedAt, ID: r.ApiKey.ID} })
	result := api.KeysListResult{Items: []api.ApiKey{}, NextCursor: next}
	for i := range rows {
		row := rows[i].ApiKey
		if row.PausedAt == nil {
			row.PausedAt = rows[i].StoppedAt
		}
		key, err := toKey(&row, now)
		if err != nil {
			return nil, err
		}
		result.Items = append(result.Items, key)
	}
	return api.KeysList200JSONResponse{Ok: true, Result: result}, err
}

// KeysCreate makes a key and returns its secret, which is not shown again.
func (h Keys) KeysCreate(ctx context.Context, req api.KeysCreateRequestObject) (api.KeysCreateResponseObject, error) {
	if err := h.checkRepetition(ctx); err != nil {
		return nil, err
	}
	g := auth.Grant{Name: req.Body.Name, Holder: string(*req.Body.Holder), Expires: wire.MomentOrNil(req.Body.ExpiresAt)}
	for _, scope := range req.Body.Scopes {
		g.Scopes = append(g.Scopes, string(scope))
	}
	slices.Sort(g.Scopes)
	g.Scopes = slices.Compact(g.Scopes)
	if req.Body.Quota != nil {
		g.Quota = int(*req.Body.Quota)
	}
	var err error
	if g.Limits, err = limitsOf(req.Body.Limits); err != nil {
		return nil, err
	}
	if err := errors.Join(checkName(&req.Body.Name, "name"), checkFit(g, "/scopes")); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysCreateResponseObject, error) {
		if err := checkExpiry(tx, g.Expires, "/expiresAt"); err != nil {
			return nil, err
		}
		own, err := h.own(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := own.checkGives(g); err != nil {
			return nil, err
		}
		if err := checkRunning(ctx, tx, g.Holder); err != nil {
			return nil, err
		}
		id, secret, err := g.Insert(ctx, tx)
		if err != nil {
			return nil, err
		}
		h.conceal(tx)
		return api.KeysCreate200JSONResponse{Ok: true, Result: api.KeysCreateResult{
			Id: id.String(), Secret: secret, Scopes: toScopes(g.Scopes), ExpiresAt: wire.TimeOrNil(g.Expires),
		}}, nil
	})
}

// KeysUpdate changes a key, or pauses it.
func (h Keys) KeysUpdate(ctx context.Context, req api.KeysUpdateRequestObject) (api.KeysUpdateResponseObject, error) {
	if err := checkName(req.Body.Patch.Name, "patch.name"); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysUpdateResponseObject, error) {
		before, own, err := h.lock(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		patch := &req.Body.Patch
		if before.ID == own.row.ID && (patch.Holder != nil || patch.Quota.IsSpecified() || patch.Limits.IsSpecified() || patch.ExpiresAt.IsSpecified() || patch.Paused != nil) {
			return nil, ownKey()
		}
		read := problem.Call{Op: "keys.list", Where: map[string]any{"id": before.ID.String()}}
		if err := store.CheckVersion(req.Body.ExpectedUpdatedAt, before.UpdatedAt, "key", read); err != nil {
			return nil, err
		}
		after := before
		wire.Set(&after.Name, patch.Name)
		wire.Set(&after.Holder, (*string)(patch.Holder))
		if patch.Quota.IsSpecified() {
			after.Quota = quotaOf(patch)
		}
		if patch.Limits.IsSpecified() {
			if after.Limits, err = limitsOf(patch.Limits); err != nil {
				return nil, err
			}
		}
		if patch.ExpiresAt.IsSpecified() {
			after.ExpiresAt = wire.MomentOrNil(wire.ValueOrNil(patch.ExpiresAt))
			if err := checkExpiry(tx, after.ExpiresAt, "/patch/expiresAt"); err != nil {
				return nil, err
			}
		}
		if err := checkFit(grantOf(&after), "/patch/holder"); err != nil {
			return nil, err
		}
		if err := own.checkGives(grantOf(&after)); err != nil {
			return nil, err
		}
		if patch.Paused != nil {
			if err := pause(ctx, tx, &after, *patch.Paused); err != nil {
				return nil, err
			}
		}
		if err := auth.Update(ctx, tx, &before, &after); err != nil {
			return nil, err
		}
		if after.PausedAt == nil {
			if after.PausedAt, err = stoppedAt(ctx, tx, after.Holder); err != nil {
				return nil, err
			}
		}
		key, err := toKey(&after, tx.Now)
		return api.KeysUpdate200JSONResponse{Ok: true, Result: key}, err
	})
}

// limitsOf returns the limits of a request as they are stored; nil for none.
func limitsOf(limits api.NewKeyLimits) (json.RawMessage, error) {
	if !limits.IsSpecified() || limits.IsNull() {
		return nil, nil
	}
	return json.Marshal(limits.MustGet())
}

func quotaOf(patch *api.KeyPatch) *int32 {
	if patch.Quota.IsNull() {
		return nil
	}
	return new(int32(patch.Quota.MustGet())) //nolint:gosec // at most a million
}

// KeysRotate gives a key a new secret, which is not shown again.
func (h Keys) KeysRotate(ctx context.Context, req api.KeysRotateRequestObject) (api.KeysRotateResponseObject, error) {
	if err := h.checkRepetition(ctx); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysRotateResponseObject, error) {
		row, err := h.lockOther(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		secret, until, err := auth.RotateLocked(ctx, tx, &row, time.Duration(*req.Body.GraceHours)*time.Hour)
		if errors.Is(err, auth.ErrExpired) {
			return nil, problem.New(problem.KeyNotFound, "The key has expired.", "")
		}
		if err != nil {
			return nil, err
		}
		h.conceal(tx)
		return api.KeysRotate200JSONResponse{Ok: true, Result: api.KeysRotateResult{Id: row.ID.String(), Secret: secret, OldSecretUntil: wire.TimeOf(until)}}, nil
	})
}

// KeysRevoke ends a key. One that has ended stays as it is.
func (h Keys) KeysRevoke(ctx context.Context, req api.KeysRevokeRequestObject) (api.KeysRevokeResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.KeysRevokeResponseObject, error) {
		id, err := store.ID(req.Body.Id, notFound)
		if err != nil {
			return nil, err
		}
		row, err := tx.KeyGet(ctx, id)
		if err == nil && row.RevokedAt == nil {
			if row, err = h.lockOther(ctx, tx, req.Body.Id); err == nil {
				err = auth.RevokeLocked(ctx, tx, &row)
				row.RevokedAt = &tx.Now
			}
		}
		if err != nil {
			return nil, store.OrNotFound(err, id, notFound)
		}
		return api.KeysRevoke200JSONResponse{Ok: true, Result: api.KeysRevokeResult{Id: row.ID.String(), RevokedAt: wire.TimeOf(*row.RevokedAt)}}, nil
	})
}

// lock returns the key with this id, which is locked, and the caller's own. What may do more than that is refused.
func (h Keys) lock(ctx context.Context, tx *store.Tx, text string) (db.ApiKey, owned, error) {
	id, err := store.ID(text, notFound)
	if err != nil {
		return db.ApiKey{}, owned{}, err
	}
	row, err := auth.Lock(ctx, tx, id)
	if errors.Is(err, auth.ErrNoKey) {
		err = notFound(text)
	}
	if err != nil {
		return row, owned{}, err
	}
	own, err := h.own(ctx, tx)
	if err == nil {
		err = own.checkGives(grantOf(&row))
	}
	return row, own, err
}

// lockOther is lock for what a key cannot do with itself.
func (h Keys) lockOther(ctx context.Context, tx *store.Tx, text string) (db.ApiKey, error) {
	row, own, err := h.lock(ctx, tx, text)
	if err == nil && row.ID == own.row.ID {
		err = ownKey()
	}
	return row, err
}

func ownKey() error {
	return problem.New(problem.OwnKey, "The key is the one that the call carries.", "")
}

func notFound(id string) error { return problem.Newf(problem.KeyNotFound, "No key has the id %q.", id) }

// checkRepetition refuses an Idempotency-Key where the answer, which shows a secret, would be kept in clear.
func (h Keys) checkRepetition(ctx context.Context) error {
	if h.Secrets == nil && call.From(ctx).Idempotency != nil {
		return problem.New(problem.SecretsKeyMissing, "The answer has a secret, which the service cannot encrypt to keep it for repetitions.", "")
	}
	return nil
}

func (h Keys) conceal(tx *store.Tx) {
	if h.Secrets != nil {
		tx.Conceal(h.Secrets.Seal)
	}
}

// checkName refuses control characters in a name.
func checkName(name *string, field string) error {
	if name == nil || auth.Printable(*name) == *name {
		return nil
	}
	printable := cmp.Or(auth.Printable(*name), "Agent")
	return problem.Invalid(problem.Pointer(field), schema.CodePattern, "must have no control characters", fmt.Sprintf("Set %q to %q.", field, printable),
		schema.Correction{Do: schema.Set, Value: strconv.Quote(printable)})
}

// checkFit refuses a scope that the holder cannot have. pointer is what to change.
func checkFit(g auth.Grant, pointer string) error {
	scope := g.Unfit()
	if scope == "" {
		return nil
	}
	return problem.Invalid(pointer, schema.CodeEnum, "cannot be so: the scope "+scope+` is given to people alone, whose holder is "person"`,
		`Create the key with "holder" person, or without the scope.`, schema.Correction{At: "/holder", Do: schema.Set, Value: `"person"`})
}

func checkExpiry(tx *store.Tx, at *time.Time, pointer string) error {
	if at == nil || at.After(tx.Now) {
		return nil
	}
	later, field := wire.TimeOf(tx.Now.AddDate(0, 0, 30)).String(), strings.ReplaceAll(pointer[1:], "/", ".")
	return problem.Invalid(pointer, schema.CodeMinimum, "must be in the future; it is "+wire.TimeOf(tx.Now).String()+" now",
		fmt.Sprintf("Set %q to a later moment, such as %s.", field, later), schema.Correction{Do: schema.Set, Value: `"` + later + `"`})
}

func toKey(r *db.ApiKey, now time.Time) (api.ApiKey, error) {
	limit, err := limits.Of(r.Limits)
	k := api.ApiKey{
		Id: r.ID.String(), Name: r.Name, Holder: api.Holder(r.Holder), Scopes: toScopes(r.Scopes), Limits: limit, CreatedAt: wire.TimeOf(r.CreatedAt), CreatedBy: r.CreatedBy,
		Quota: wire.Widened(r.Quota), ExpiresAt: wire.TimeOrNil(r.ExpiresAt), LastUsedAt: wire.TimeOrNil(r.LastUsedAt), PausedAt: wire.TimeOrNil(r.PausedAt),
		RevokedAt: wire.TimeOrNil(r.RevokedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
	if r.PreviousUntil != nil && r.PreviousUntil.After(now) {
		k.PreviousSecretUntil = wire.TimeOrNil(r.PreviousUntil)
	}
	return k, err
}

func toScopes(names []string) []api.Scope {
	scopes := make([]api.Scope, len(names))
	for i, name := range names {
		scopes[i] = api.Scope(name)
	}
	return scopes
}

func grantOf(r *db.ApiKey) auth.Grant {
	g := auth.Grant{Name: r.Name, Holder: r.Holder, Scopes: r.Scopes, Expires: r.ExpiresAt, Limits: r.Limits}
	if r.Quota != nil {
		g.Quota = int(*r.Quota)
	}
	return g
}

// owned is the key of the caller.
type owned struct {
	row   db.ApiKey
	quota int // of a key without its own
}

func (h Keys) own(ctx context.Context, tx *store.Tx) (owned, error) {
	row, err := tx.KeyGet(ctx, call.From(ctx).Key)
	return owned{row, h.Quota}, err
}
