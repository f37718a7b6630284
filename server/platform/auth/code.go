package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
)

// codeLife is how long a code can be redeemed.
const codeLife = 10 * time.Minute

// ErrNoCode reports that the code is of no link that can still be used.
var ErrNoCode = errors.New("no link has this code")

// NewCode returns a code that signs the person with this name in, once. The person's key is made when it is redeemed, so
// that a link that nobody uses leaves none.
func NewCode(ctx context.Context, st *store.Store, name string) (string, error) {
	if err := ownerGrant(name).validate(); err != nil {
		return "", err
	}
	code := rand.Text()
	return code, st.Task(ctx, "sign-in code", func(tx *store.Tx) error {
		return tx.SignInCodeInsert(ctx, db.SignInCodeInsertParams{
			Digest: digestOf(code), Name: name, CreatedBy: call.From(ctx).Actor, ExpiresAt: tx.Now.Add(codeLife),
		})
	})
}

// ownerGrant is what the key of a person who signs in with a code may do.
func ownerGrant(name string) Grant {
	return Grant{Name: name, Holder: Person, Scopes: contract.Scopes}
}

// Redeem opens a session for a code, which it uses up, and ends that of the cookie that the browser had before.
func Redeem(ctx context.Context, st *store.Store, code, former string) (s Session, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.SignInCodeRedeem(ctx, db.SignInCodeRedeemParams{Digest: digestOf(code), At: &tx.Now})
		if store.NotFound(err) {
			return ErrNoCode
		}
		if err != nil {
			return err
		}
		call.From(ctx).Actor = row.CreatedBy // the person who had the link printed makes the key
		key, err := ownerKey(ctx, tx, row.Name)
		if err != nil {
			return err
		}
		s, err = open(ctx, tx, key, nil, former, row.CreatedBy)
		return err
	})
	return s, err
}

// ownerKey returns the key of the person with this name, which is made if there is none that works. Nobody has its secret.
func ownerKey(ctx context.Context, tx *store.Tx, name string) (*Key, error) {
	if err := tx.SignInLock(ctx, name); err != nil {
		return nil, err
	}
	found := db.KeyOfPersonParams{Name: name, Scopes: contract.Scopes, At: tx.Now}
	row, err := tx.KeyOfPerson(ctx, found)
	if store.NotFound(err) {
		if _, _, err := ownerGrant(name).Insert(ctx, tx); err != nil {
			return nil, err
		}
		row, err = tx.KeyOfPerson(ctx, found)
	}
	if err != nil {
		return nil, err
	}
	return keyOf(&row, nil, Digest(row.Digest)), nil
}
