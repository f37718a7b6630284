package server

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/ops/sandbox"
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
			ID: key.ID.String(), Name: key.Name, Holder: key.Holder, Scopes: key.Scopes, Operations: []string{},
			CreatedAt: wire.TimeOf(key.Created), ExpiresAt: wire.TimeOrNil(key.Expires),
			Quota: bucket.Policy.Quota, Remaining: bucket.Remaining, Limits: left, Approvals: waiting,
		}
		for _, op := range s.contract.Tools() {
			if slices.Contains(key.Scopes, op.Scope) {
				description.Operations = append(description.Operations, op.Name)
			}
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
