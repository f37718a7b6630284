package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// ErrNoKey reports that no key in force has the id.
var ErrNoKey = errors.New("no key has this id, or it was revoked")

// ErrExpired reports that the key has expired.
var ErrExpired = errors.New("the key has expired; create a new one")

// Grant is what a new key may do.
type Grant struct {
	Name    string
	Scopes  []string
	Expires *time.Time // nil means never
	Quota   int        // calls in a burst; 0 means the configured number
}

// maxQuota is the largest quota of a key, in calls.
const maxQuota = 1_000_000

func (g Grant) validate() error {
	if n := utf8.RuneCountInString(g.Name); n < 1 || n > 200 || text.Trim(g.Name) != g.Name || strings.ContainsFunc(g.Name, unicode.IsControl) {
		return errors.New("the name of a key must have 1 to 200 characters, without leading or trailing blanks or invisible characters, and without control characters")
	}
	if g.Quota < 0 || g.Quota > maxQuota {
		return fmt.Errorf("a quota is between 1 and %d, or 0 for the configured number", maxQuota)
	}
	return nil
}

// keyFacts is a key in the audit. It never contains a secret or its digest.
type keyFacts struct {
	Name      string     `json:"name"`
	Scopes    []string   `json:"scopes"`
	Quota     *int32     `json:"quota"`
	ExpiresAt *time.Time `json:"expiresAt"`
	RevokedAt *time.Time `json:"revokedAt"`
	Rotated   bool       `json:"rotated,omitempty"`
}

// ParseScopes parses a list such as "orders:read,pages:write", or "all".
func ParseScopes(list string) ([]string, error) {
	if strings.TrimSpace(list) == "all" {
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
func Create(ctx context.Context, st *store.Store, g Grant) (uuid.UUID, string, error) {
	if err := g.validate(); err != nil {
		return uuid.Nil, "", err
	}
	secret, digest, err := NewSecret()
	if err != nil {
		return uuid.Nil, "", err
	}
	id, err := g.insert(ctx, st, digest)
	return id, secret, err
}

// Publish makes a key with a secret that everybody may know, for a shop that is thrown
// away. The secret is one that SecretOf has made.
func Publish(ctx context.Context, st *store.Store, g Grant, secret string) (uuid.UUID, error) {
	if err := g.validate(); err != nil {
		return uuid.Nil, err
	}
	digest, ok := ParseSecret(secret)
	if !ok {
		return uuid.Nil, errors.New("the secret is malformed")
	}
	return g.insert(ctx, st, digest)
}

func (g Grant) insert(ctx context.Context, st *store.Store, digest Digest) (id uuid.UUID, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		id = tx.NewID()
		row := db.KeyInsertParams{ID: id, Name: g.Name, Digest: digest[:], Scopes: g.Scopes, At: tx.Now, ExpiresAt: g.Expires}
		if g.Quota > 0 {
			quota := int32(g.Quota)
			row.Quota = &quota
		}
		if err := tx.KeyInsert(ctx, row); err != nil {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "key", EntityID: id.String(), After: keyFacts{Name: g.Name, Scopes: g.Scopes, Quota: row.Quota, ExpiresAt: g.Expires}})
	})
	return id, err
}

// Rotate gives the key a new secret. The previous one works until the grace
// period ends; a second rotation within that period ends it.
func Rotate(ctx context.Context, st *store.Store, id uuid.UUID, grace time.Duration) (string, error) {
	secret, digest, err := NewSecret()
	if err != nil {
		return "", err
	}
	err = changeKey(ctx, st, id, func(tx *store.Tx, facts *keyFacts) error {
		if facts.ExpiresAt != nil && !tx.Now.Before(*facts.ExpiresAt) {
			return ErrExpired
		}
		until := tx.Now.Add(grace)
		facts.Rotated = true
		return tx.KeyRotate(ctx, db.KeyRotateParams{ID: id, Digest: digest[:], PreviousUntil: &until})
	})
	return secret, err
}

// Revoke makes the key invalid at once.
func Revoke(ctx context.Context, st *store.Store, id uuid.UUID) error {
	return changeKey(ctx, st, id, func(tx *store.Tx, facts *keyFacts) error {
		now := tx.Now
		facts.RevokedAt = &now
		return tx.KeyRevoke(ctx, db.KeyRevokeParams{ID: id, At: &now})
	})
}

// changeKey runs fn on a key in force and audits the change of its facts.
func changeKey(ctx context.Context, st *store.Store, id uuid.UUID, fn func(*store.Tx, *keyFacts) error) error {
	return st.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.KeyLock(ctx, id)
		if store.NotFound(err) || err == nil && row.RevokedAt != nil {
			return ErrNoKey
		}
		if err != nil {
			return err
		}
		before := keyFacts{Name: row.Name, Scopes: row.Scopes, Quota: row.Quota, ExpiresAt: row.ExpiresAt}
		after := before
		if err := fn(tx, &after); err != nil {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "key", EntityID: id.String(), Before: before, After: after})
	})
}

// List returns every key, the oldest first, including revoked ones, without
// secrets.
func List(ctx context.Context, st *store.Store) ([]db.KeyListRow, error) {
	return st.Read().KeyList(ctx)
}
