package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// Session is an open one, as its browser gets it. The token is sent in place of the key; the cookie only renews it, so
// that a page of another site, which can have a cookie sent, can do nothing with it.
type Session struct {
	Key     *Key
	Token   string
	Expires time.Time // when the token does
	Cookie  string
}

const (
	tokenLife   = 15 * time.Minute
	unusedLife  = 12 * time.Hour     // of a session, after it was opened or renewed
	longestLife = 7 * 24 * time.Hour // of a session
)

// ErrNoSession reports that the cookie is of no session, or of one that has ended.
var ErrNoSession = errors.New("no session has this cookie")

// ErrPaused reports that the key is paused.
var ErrPaused = errors.New("the key is paused")

// sessionFacts is a session in the audit.
type sessionFacts struct {
	Name  string    `json:"name"` // of its key
	KeyID uuid.UUID `json:"keyId"`
	Link  string    `json:"link,omitempty"` // who had the link printed that opened it
}

// entitySession is a session in the audit.
const entitySession = "session"

// SignIn opens a session for the key to which the secret with this digest belongs, and ends that of the cookie that the
// browser had before, "" for none.
func SignIn(ctx context.Context, st *store.Store, key *Key, secret Digest, former string) (s Session, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		s, err = open(ctx, tx, key, secret[:], former, "")
		return err
	})
	return s, err
}

// open opens a session of a key with a secret, or with a link for which secret is nil.
func open(ctx context.Context, tx *store.Tx, key *Key, secret []byte, former, link string) (Session, error) {
	if key.Paused != nil {
		return Session{}, ErrPaused
	}
	own := *key
	own.Session = tx.NewID()
	s := Session{Key: &own, Cookie: rand.Text()}
	if err := tx.SessionEnd(ctx, digestOf(former)); err != nil {
		return s, err
	}
	ends := tx.Now.Add(unusedLife)
	err := tx.SessionInsert(ctx, db.SessionInsertParams{
		ID: own.Session, KeyID: key.ID, OpenedWith: secret, Cookie: digestOf(s.Cookie), At: tx.Now, ExpiresAt: ends,
	})
	if err != nil {
		return s, err
	}
	identify(ctx, key)
	if err := tx.Audit(store.AuditEntry{EntityType: entitySession, EntityID: own.Session.String(), After: sessionFacts{key.Name, key.ID, link}}); err != nil {
		return s, err
	}
	return s, s.issue(ctx, tx, ends)
}

// issue gives a session another token. ends is when the session does.
func (s *Session) issue(ctx context.Context, tx *store.Tx, ends time.Time) error {
	token, digest, err := newSecret(tokenPrefix)
	if err != nil {
		return err
	}
	until := tx.Now.Add(tokenLife)
	s.Token, s.Expires = token, *earlier(s.Key.Expires, earlier(&ends, &until))
	return tx.SessionTokenInsert(ctx, db.SessionTokenInsertParams{Digest: digest[:], SessionID: s.Key.Session, ExpiresAt: s.Expires})
}

// Renew gives the session with this cookie another token and more time. The tokens before work on: other tabs have them.
func Renew(ctx context.Context, st *store.Store, cookie string) (s Session, err error) {
	err = st.Task(ctx, "session", func(tx *store.Tx) error {
		row, err := tx.SessionLock(ctx, digestOf(cookie))
		if store.NotFound(err) {
			return ErrNoSession
		}
		if err != nil {
			return err
		}
		own := &row.KeySession
		s = Session{Key: keyOfSession(&row.ApiKey, row.StoppedAt, own.ID, own.OpenedWith), Cookie: cookie}
		switch {
		case s.Key == nil || !s.Key.validAt(tx.Now) || !tx.Now.Before(own.ExpiresAt):
			return ErrNoSession
		case s.Key.Paused != nil:
			return ErrPaused
		}
		return s.extend(ctx, tx, own.CreatedAt)
	})
	return s, err
}

// extend gives a session more time, and another token.
func (s *Session) extend(ctx context.Context, tx *store.Tx, opened time.Time) error {
	if err := tx.SessionTokenPrune(ctx, db.SessionTokenPruneParams{SessionID: s.Key.Session, At: tx.Now}); err != nil {
		return err
	}
	ends, latest := tx.Now.Add(unusedLife), opened.Add(longestLife)
	ends = *earlier(&ends, &latest)
	if err := tx.SessionExtend(ctx, db.SessionExtendParams{ID: s.Key.Session, ExpiresAt: ends}); err != nil {
		return err
	}
	return s.issue(ctx, tx, ends)
}

// SignOut ends the session with this cookie, and all its tokens. Without one there is nothing to do.
func SignOut(ctx context.Context, st *store.Store, cookie string) error {
	return st.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.SessionLock(ctx, digestOf(cookie))
		if store.NotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.SessionEnd(ctx, digestOf(cookie)); err != nil {
			return err
		}
		key := &row.ApiKey
		identify(ctx, &Key{Name: key.Name, Actor: call.KeyActor + key.ID.String(), Holder: key.Holder})
		return tx.Audit(store.AuditEntry{EntityType: entitySession, EntityID: row.KeySession.ID.String(), Before: sessionFacts{Name: key.Name, KeyID: key.ID}})
	})
}

// identify has the rows of the audit that follow say that the holder of the key did it.
func identify(ctx context.Context, key *Key) {
	in := call.From(ctx)
	in.Actor, in.ActorName, in.Holder = key.Actor, key.Name, key.Holder
}

// findToken returns the key of the session that has the token with this digest, or nil if none has it.
func findToken(ctx context.Context, st *store.Store, digest Digest) (*Key, error) {
	row, err := st.Read().SessionTokenFind(ctx, digest[:])
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key := keyOfSession(&row.ApiKey, row.StoppedAt, row.SessionID, row.OpenedWith)
	if key != nil {
		key.Expires = earlier(key.Expires, &row.ExpiresAt)
	}
	return key, nil
}

// keyOfSession returns the key of a session, or nil if the key was revoked, or the secret that opened the session was
// replaced twice. With that secret the session ends.
func keyOfSession(row *db.ApiKey, stopped *time.Time, id uuid.UUID, openedWith []byte) *Key {
	if openedWith == nil {
		openedWith = row.Digest
	}
	if !slices.Equal(openedWith, row.Digest) && !slices.Equal(openedWith, row.PreviousDigest) {
		return nil
	}
	key := keyOf(row, stopped, Digest(openedWith))
	if key != nil {
		key.Session = id
	}
	return key
}

// PruneSessions deletes some of the sessions and codes whose time is over, and returns how many.
func PruneSessions(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 1000
	err = st.Task(ctx, "sessions", func(tx *store.Tx) error {
		sessions, err := tx.SessionPrune(ctx, db.SessionPruneParams{At: tx.Now, MaxRows: few})
		if err != nil {
			return err
		}
		codes, err := tx.SignInCodePrune(ctx, db.SignInCodePruneParams{At: tx.Now, MaxRows: few})
		rows = sessions + codes
		return err
	})
	return rows, err
}

// digestOf returns the digest of a cookie or a code.
func digestOf(text string) []byte {
	digest := sha256.Sum256([]byte(text))
	return digest[:]
}
