package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/limits"
)

// keyPath is the address that describes the caller's key.
const keyPath = "/api/v1/key"

// keyDescription is a key as its holder sees it.
type keyDescription struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Holder     string     `json:"holder"`
	Scopes     []string   `json:"scopes"`
	Operations []string   `json:"operations"`
	CreatedAt  wire.Time  `json:"createdAt"`
	ExpiresAt  *wire.Time `json:"expiresAt"`
	Quota      int        `json:"quota"`
	Remaining  int        `json:"remaining"`

	Limits    []problem.Limit `json:"limits"` // with what is left of each
	Approvals []limits.Call   `json:"approvals"`
}

func (s *Server) mountKey() {
	s.echo.GET(keyPath, s.describeKey)
	s.echo.HEAD(keyPath, s.describeKey)
}

// describeKey answers what the caller's key may do. It counts as a call of an
// operation, and needs no scope.
func (s *Server) describeKey(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	key, bucket, err := s.caller(c, nil)
	if err != nil {
		return err
	}
	if key == nil {
		return problem.New(problem.AuthenticationRequired, "No key was sent that could be described.", "")
	}
	return s.checkQuery(func(c echo.Context) error {
		left, err := limits.Left(c.Request().Context(), s.store.Read(), key.ID, key.Limits, s.store.Now())
		if err != nil {
			return err
		}
		waiting, err := limits.CallsOf(c.Request().Context(), s.store.Read(), key.ID, key.Limits, s.store.Now())
		if err != nil {
			return err
		}
		description := keyDescription{
			ID: key.ID.String(), Name: key.Name, Holder: key.Holder, Scopes: key.Scopes, Operations: s.contract.OpenTo(key.Scopes),
			CreatedAt: wire.TimeOf(key.Created), ExpiresAt: wire.TimeOrNil(key.Expires),
			Quota: bucket.Policy.Quota, Remaining: bucket.Remaining, Limits: left, Approvals: waiting,
		}
		text, err := wire.Marshal(map[string]any{"ok": true, "result": description})
		if err != nil {
			return err
		}
		return c.JSONBlob(http.StatusOK, text)
	})(c)
}

// sandboxed reports whether the service is a sandbox.
func (s *Server) sandboxed() bool { return s.reset != nil }

// mountReset adds the route that restores the first state of a sandbox. It is written by hand:
// the generated interface is that of the contract, which has no such operation.
func (s *Server) mountReset() {
	if !s.sandboxed() {
		return
	}
	s.echo.POST(sandbox.ResetPath, func(c echo.Context) error {
		if err := s.reset(c.Request().Context()); err != nil {
			return err
		}
		return c.NoContent(http.StatusNoContent)
	})
}

// mountConsole serves the console of the owner, unless it is switched off.
func (s *Server) mountConsole() error {
	if !s.config.Console {
		return nil
	}
	return errors.Join(console.Register(s.echo, s.limitPages), console.RegisterSessions(s.echo, &console.Sessions{
		Store: s.store, Contract: s.contract, BaseURL: s.config.BaseURL, Attempt: s.attempt, Body: s.readBody, Key: s.keyOf, Local: s.isLocalBrowser,
	}))
}

// attempt counts each call as an attempt to authenticate, and makes the checks of every call.
func (s *Server) attempt(next echo.HandlerFunc) echo.HandlerFunc {
	next = s.checkQuery(s.limitBody(nil, next))
	return func(c echo.Context) error {
		if _, err := s.takeToken(c, s.config.Limits.AuthAttempt(), addressOf(c), problem.AuthenticationRateLimitExceeded); err != nil {
			return err
		}
		return s.limitTime(nil, next)(c)
	}
}

// readBody reads the body of an address that is no operation, as the contract has it.
func (s *Server) readBody(c echo.Context, into any) error {
	if err := checkMediaType(c.Request().Header); err != nil {
		return err
	}
	text, err := readAll(c.Request())
	if err != nil {
		return err
	}
	body, faults, err := s.contract.Body(c.Path()).Check(text)
	switch {
	case err != nil:
		return invalidJSON(err)
	case len(faults) > 0:
		return problem.InvalidBody(faults)
	}
	return json.Unmarshal(body, into)
}

// keyOf returns the valid key that an Authorization header has.
func (s *Server) keyOf(ctx context.Context, authorization []string) (*auth.Key, auth.Digest, error) {
	digest, wellFormed := digestOf(authorization)
	if !wellFormed {
		return nil, digest, badKey(nil)
	}
	key, err := s.keyWith(ctx, digest)
	if err == nil && key == nil {
		err = badKey(nil)
	}
	return key, digest, err
}

// isLocalBrowser reports whether a request came over http, and to a loopback address as its sender wrote it.
func (s *Server) isLocalBrowser(r *http.Request) bool {
	u := url.URL{Host: s.clients.Host(r)}
	return s.clients.Scheme(r) == "http" && loopback(u.Hostname())
}
