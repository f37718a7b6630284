package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestARevokedKeyStopsWorkingAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	id, secret := s.Grant(t, auth.Grant{Scopes: []string{"pages:read"}})
	for range 3 { // so that it is cached
		s.OK(t, secret, "pages.list", struct{}{}, nil)
	}
	ctx := call.With(t.Context(), call.Command("keys.revoke", "test"))
	if err := auth.Revoke(ctx, s.Store, uuid.MustParse(id)); err != nil {
		t.Fatal(err)
	}
	servertest.Eventually(t, time.Second, func() bool {
		return s.Call(t, secret, "pages.list", struct{}{}).Status == http.StatusUnauthorized
	})
}

func TestARotatedKeyHasTwoSecretsForAWhile(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	id, old := s.Grant(t, auth.Grant{Scopes: []string{"pages:read"}})
	ctx := call.With(t.Context(), call.Command("keys.rotate", "test"))
	fresh, err := auth.Rotate(ctx, s.Store, uuid.MustParse(id), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	s.OK(t, old, "pages.list", struct{}{}, nil)
	s.OK(t, fresh, "pages.list", struct{}{}, nil)
	clock.Advance(time.Hour + time.Second)
	s.Refused(t, old, "pages.list", struct{}{}, problem.InvalidKey)
	s.OK(t, fresh, "pages.list", struct{}{}, nil)
}

func TestAKeyRemembersItsLastUse(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	s.OK(t, s.Key(t, "pages:read"), "pages.list", struct{}{}, nil)
	servertest.Eventually(t, 5*time.Second, func() bool {
		keys, err := auth.List(t.Context(), s.Store)
		if err != nil {
			t.Fatal(err)
		}
		return keys[len(keys)-1].ApiKey.LastUsedAt != nil
	})
}

func TestSecretsAreNeitherLoggedNorStored(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	secret := s.Key(t, "pages:read")
	s.OK(t, secret, "pages.list", struct{}{}, nil)
	s.Refused(t, secret, "pages.delete", map[string]any{"slug": "om-os", "confirm": true}, problem.InsufficientScope)
	if strings.Contains(s.Log.String(), secret) {
		t.Error("the log holds a secret")
	}
	rows, err := s.Store.Query(t.Context(), `SELECT count(*) FROM api_keys k WHERE k::text LIKE '%' || $1 || '%'
		UNION ALL SELECT count(*) FROM audit_log a WHERE a::text LIKE '%' || $1 || '%'`, secret[4:36])
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var found int
		if err := rows.Scan(&found); err != nil || found != 0 {
			t.Errorf("a table holds a secret: %d, %v", found, err)
		}
	}
}
