// Package auth issues and verifies API keys.
package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"hash/crc32"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// Key is a valid API key.
type Key struct {
	ID      uuid.UUID
	Name    string
	Actor   string // the name of the key in the audit
	Holder  string // Person, Agent or Program
	Scopes  []string
	Quota   int             // calls in a burst; 0 means the configured number
	Limits  json.RawMessage // what it may do at most; nil for no limits
	Created time.Time
	Expires *time.Time // when this secret expires; nil for never
	Paused  *time.Time // since when its calls are refused; nil when they are not
	Session uuid.UUID  // that a token stands for; the zero UUID for a secret of the key itself
}

// Who holds a key.
const (
	Person  = "person"
	Agent   = "agent"   // a model decides what it does
	Program = "program" // its code does
)

func (k *Key) validAt(now time.Time) bool { return k.Expires == nil || now.Before(*k.Expires) }

// findKey looks up the digest of the secret of a key, or of the token of a session. It returns nil if no key in force has it.
func findKey(ctx context.Context, st *store.Store, digest Digest, now time.Time) (*Key, error) {
	var key *Key
	row, err := st.Read().KeyFind(ctx, digest[:])
	switch {
	case err == nil:
		key = keyOf(&row.ApiKey, row.StoppedAt, digest)
	case store.NotFound(err):
		key, err = findToken(ctx, st, digest)
	}
	if key == nil || !key.validAt(now) {
		return nil, err
	}
	return key, err
}

// keyOf returns the key to which a secret with this digest belongs, or nil if it was revoked. stopped is since when all
// keys of its holder are paused.
func keyOf(row *db.ApiKey, stopped *time.Time, digest Digest) *Key {
	if row.RevokedAt != nil {
		return nil
	}
	key := &Key{
		ID: row.ID, Name: row.Name, Actor: call.KeyActor + row.ID.String(), Holder: row.Holder, Scopes: row.Scopes,
		Created: row.CreatedAt, Expires: expiry(row, digest), Paused: row.PausedAt, Limits: row.Limits,
	}
	if key.Paused == nil {
		key.Paused = stopped
	}
	if row.Quota != nil {
		key.Quota = int(*row.Quota)
	}
	return key
}

// expiry returns when the secret with this digest expires: when the key expires
// or, for the secret before a rotation, when its grace period ends.
func expiry(row *db.ApiKey, digest Digest) *time.Time {
	if slices.Equal(row.Digest, digest[:]) {
		return row.ExpiresAt
	}
	return earlier(row.ExpiresAt, row.PreviousUntil)
}

// earlier returns the earlier of two moments; nil is never.
func earlier(a, b *time.Time) *time.Time {
	if a == nil || b != nil && b.Before(*a) {
		return b
	}
	return a
}

// A secret is "sfk_", or "sfs_" for the token of a session, 32 random base62 characters and 6 characters of checksum:
// a secret scanner can recognise it, and a mistyped one is refused without a
// look-up.
const (
	prefix      = "sfk_"
	tokenPrefix = "sfs_"
	randomLen   = 32
	checksumLen = 6
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// Digest is the SHA-256 of a secret. It is stored instead of the secret.
type Digest [sha256.Size]byte

// NewSecret returns a new secret and its digest. The secret is shown to its
// owner once and never stored.
func NewSecret() (string, Digest, error) { return newSecret(prefix) }

func newSecret(prefix string) (string, Digest, error) {
	var b strings.Builder
	b.WriteString(prefix)
	for range randomLen {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(base62))))
		if err != nil {
			return "", Digest{}, err
		}
		b.WriteByte(base62[n.Int64()])
	}
	secret := b.String() + checksum([]byte(b.String()))
	return secret, sha256.Sum256([]byte(secret)), nil
}

// SecretOf returns the secret with a text of at most 32 base62 characters in place of random
// ones, filled up with zeros: for a key that is no secret.
func SecretOf(text string) string {
	text = prefix + text + strings.Repeat("0", max(0, randomLen-len(text)))
	return text + checksum([]byte(text))
}

// ParseSecret returns the digest of a well-formed secret.
func ParseSecret(s string) (Digest, bool) {
	if len(s) != len(prefix)+randomLen+checksumLen || !strings.HasPrefix(s, prefix) && !strings.HasPrefix(s, tokenPrefix) {
		return Digest{}, false
	}
	text := []byte(s)
	body, sum := text[:len(s)-checksumLen], s[len(s)-checksumLen:]
	for _, c := range body[len(prefix):] {
		if strings.IndexByte(base62, c) < 0 {
			return Digest{}, false
		}
	}
	if sum != checksum(body) {
		return Digest{}, false
	}
	return sha256.Sum256(text), true
}

// checksum is the CRC-32 of body in base62.
func checksum(body []byte) string {
	var out [checksumLen]byte
	sum := crc32.ChecksumIEEE(body)
	for i := checksumLen - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out[:])
}

// BearerSecret returns the part of an Authorization header after "Bearer".
func BearerSecret(header string) (string, bool) {
	scheme, secret, ok := strings.Cut(strings.TrimSpace(header), " ")
	return strings.TrimSpace(secret), ok && strings.EqualFold(scheme, "Bearer")
}
