package auth

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// ErrNoKey reports that no key in force has the id.
var ErrNoKey = errors.New("no key has this id, or it was revoked")

// ErrExpired reports that the key has expired.
var ErrExpired = errors.New("the key has expired; create a new one")

// Grant is what a key may do, and who holds it.
type Grant struct {
	Name    string
	Holder  string // Program when it is ""
	Scopes  []string
	Expires *time.Time      // nil means never
	Quota   int             // calls in a burst; 0 means the configured number
	Limits  json.RawMessage // what it may do at most; nil for no limits
}

// maxQuota is the largest quota of a key, in calls.
const maxQuota = 1_000_000

func (g Grant) validate() error {
	if n := utf8.RuneCountInString(g.Name); n < 1 || n > 200 || Printable(g.Name) != g.Name {
		return errors.New("the name of a key must have 1 to 200 characters, without leading or trailing blanks or invisible characters, and without control characters")
	}
	if g.Quota < 0 || g.Quota > maxQuota {
		return fmt.Errorf("a quota is between 1 and %d, or 0 for the configured number", maxQuota)
	}
	if scope := g.Unfit(); scope != "" {
		return fmt.Errorf("the scope %s is given to people alone: --holder person", scope)
	}
	return nil
}

// Printable returns a name without its control characters, and blanks around it: names are printed on terminals.
func Printable(name string) string {
	return text.Trim(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name))
}

// Unfit returns a scope that the holder cannot have, "" when there is none: who may give rights to others is a person.
func (g Grant) Unfit() string {
	if g.Holder != Person {
		for _, scope := range g.Scopes {
			if slices.Contains(contract.PersonalScopes, scope) {
				return scope
			}
		}
	}
	return ""
}

// keyFacts is a key in the audit. It never contains a secret or its digest.
type keyFacts struct {
	Name      string          `json:"name"`
	Holder    string          `json:"holder"`
	Scopes    []string        `json:"scopes"`
	Quota     *int32          `json:"quota"`
	Limits    json.RawMessage `json:"limits"`
	ExpiresAt *time.Time      `json:"expiresAt"`
	PausedAt  *time.Time      `json:"pausedAt"`
	RevokedAt *time.Time      `json:"revokedAt"`
	RotatedAt *time.Time      `json:"rotatedAt"` // null before a rotation
}

// The names of scopes together.
const (
	allScopes   = "all"
	ownerScopes = "owner"
)

// ParseScopes parses a list such as "orders:read,pages:write", or "all" for those of the shop, or "owner" for all.
func ParseScopes(list string) ([]string, error) {
	switch strings.TrimSpace(list) {
	case allScopes:
		return contract.ShopScopes(), nil
	case ownerScopes:
		return slices.Clone(contract.Scopes), nil
	}
	var scopes []string
	for _, scope := range strings.Split(list, ",") {
		scope = strings.TrimSpace(scope)
		if !slices.Contains(contract.Scopes, scope) {
			return nil, fmt.Errorf("there is no scope %q; the scopes are %s", scope, strings.Join(contract.Scopes, ", "))
		}
		scopes = append(scopes, scope)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes), nil
}

// Create makes a key and returns its secret, which is not stored.
func Create(ctx context.Context, st *store.Store, g Grant) (id uuid.UUID, secret string, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		id, secret, err = g.Insert(ctx, tx)
		return err
	})
	return id, secret, err
}

// Insert is Create within a transaction.
func (g Grant) Insert(ctx context.Context, tx *store.Tx) (uuid.UUID, string, error) {
	id := tx.NewID()
	secret, digest, err := NewSecret()
	if err != nil {
		return uuid.Nil, "", err
	}
	return id, secret, g.insert(ctx, tx, id, digest)
}

// InsertUnusable makes a key with this id, whose digest no secret has.
func (g Grant) InsertUnusable(ctx context.Context, tx *store.Tx, id uuid.UUID) error {
	return g.insert(ctx, tx, id, sha256.Sum256(id[:]))
}

// Publish makes a key with a secret that everybody may know, for a shop that is thrown
// away. The secret is one that SecretOf has made.
func Publish(ctx context.Context, st *store.Store, g Grant, secret string) (id uuid.UUID, err error) {
	digest, ok := ParseSecret(secret)
	if !ok {
		return uuid.Nil, errors.New("the secret is malformed")
	}
	err = st.Write(ctx, func(tx *store.Tx) error {
		id = tx.NewID()
		return g.insert(ctx, tx, id, digest)
	})
	return id, err
}

func (g Grant) insert(ctx context.Context, tx *store.Tx, id uuid.UUID, digest Digest) error {
	if g.Holder == "" {
		g.Holder = Program
	}
	if err := g.validate(); err != nil {
		return err
	}
	row := db.ApiKey{ID: id, Name: g.Name, Holder: g.Holder, Scopes: g.Scopes, ExpiresAt: g.Expires, Limits: g.Limits}
	if g.Quota > 0 {
		row.Quota = new(int32(g.Quota))
	}
	err := tx.KeyInsert(ctx, db.KeyInsertParams{
		ID: id, Name: row.Name, Holder: row.Holder, Digest: digest[:], Scopes: row.Scopes, At: tx.Now, ExpiresAt: row.ExpiresAt, Quota: row.Quota, Limits: row.Limits,
		CreatedBy: new(call.From(ctx).Actor),
	})
	if err != nil {
		return err
	}
	return tx.Audit(store.AuditEntry{EntityType: entityType, EntityID: id.String(), After: factsOf(&row)})
}

// entityType is a key in the audit.
const entityType = "key"

func factsOf(r *db.ApiKey) keyFacts {
	return keyFacts{Name: r.Name, Holder: r.Holder, Scopes: r.Scopes, Quota: r.Quota, Limits: r.Limits, ExpiresAt: r.ExpiresAt, PausedAt: r.PausedAt, RevokedAt: r.RevokedAt}
}

// List returns every key, the oldest first, including revoked ones, without secrets.
func List(ctx context.Context, st *store.Store) ([]db.KeyListRow, error) {
	before := paging.BeforeNewest
	rows, err := st.Read().KeyList(ctx, db.KeyListParams{BeforeAt: before.At, BeforeID: before.ID, At: st.Now(), MaxRows: math.MaxInt32})
	slices.Reverse(rows)
	return rows, err
}

// Lock returns the key with this id, and locks it until the transaction ends. The error is ErrNoKey if none in force has it.
func Lock(ctx context.Context, tx *store.Tx, id uuid.UUID) (db.ApiKey, error) {
	row, err := tx.KeyLock(ctx, id)
	if store.NotFound(err) || err == nil && row.RevokedAt != nil {
		err = ErrNoKey
	}
	return row, err
}

// Rotate gives the key a new secret. The previous one works until the grace
// period ends; a second rotation within that period ends it.
func Rotate(ctx context.Context, st *store.Store, id uuid.UUID, grace time.Duration) (secret string, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		row, err := Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		secret, _, err = RotateLocked(ctx, tx, &row, grace)
		return err
	})
	return secret, err
}

// RotateLocked is Rotate for a key that the transaction has locked. It returns until when the previous secret works.
func RotateLocked(ctx context.Context, tx *store.Tx, row *db.ApiKey, grace time.Duration) (string, time.Time, error) {
	until := tx.Now.Add(grace)
	secret, digest, err := NewSecret()
	if err != nil {
		return "", until, err
	}
	if row.ExpiresAt != nil && !tx.Now.Before(*row.ExpiresAt) {
		return "", until, ErrExpired
	}
	err = tx.KeyRotate(ctx, db.KeyRotateParams{ID: row.ID, Digest: digest[:], PreviousUntil: &until, UpdatedAt: tx.After(row.UpdatedAt)})
	if err != nil {
		return "", until, err
	}
	before := factsOf(row)
	after := before
	after.RotatedAt = &tx.Now
	return secret, until, tx.Audit(store.AuditEntry{EntityType: entityType, EntityID: row.ID.String(), Before: before, After: after})
}

// Revoke makes the key invalid at once.
func Revoke(ctx context.Context, st *store.Store, id uuid.UUID) error {
	return st.Write(ctx, func(tx *store.Tx) error {
		row, err := Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		return RevokeLocked(ctx, tx, &row)
	})
}

// RevokeLocked is Revoke for a key that the transaction has locked.
func RevokeLocked(ctx context.Context, tx *store.Tx, row *db.ApiKey) error {
	after := *row
	after.RevokedAt, after.UpdatedAt = &tx.Now, tx.After(row.UpdatedAt)
	if err := tx.KeyRevoke(ctx, db.KeyRevokeParams{ID: row.ID, At: after.RevokedAt, UpdatedAt: after.UpdatedAt}); err != nil {
		return err
	}
	return auditChange(tx, row, &after)
}

// Update changes what can change of a key that the transaction has locked, and audits it.
func Update(ctx context.Context, tx *store.Tx, before, after *db.ApiKey) error {
	after.UpdatedAt = tx.After(before.UpdatedAt)
	err := tx.KeyUpdate(ctx, db.KeyUpdateParams{
		ID: after.ID, Name: after.Name, Holder: after.Holder, Quota: after.Quota, Limits: after.Limits, ExpiresAt: after.ExpiresAt, PausedAt: after.PausedAt, UpdatedAt: after.UpdatedAt,
	})
	if err != nil {
		return err
	}
	return auditChange(tx, before, after)
}

func auditChange(tx *store.Tx, before, after *db.ApiKey) error {
	return tx.Audit(store.AuditEntry{EntityType: entityType, EntityID: before.ID.String(), Before: factsOf(before), After: factsOf(after)})
}
