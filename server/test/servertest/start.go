package servertest

import (
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/storetest"
)

// NewEmpty starts the service on an empty database.
func NewEmpty(t testing.TB) *Server {
	t.Helper()
	return New(t, Options{Template: storetest.Empty})
}

// NewLimited starts the service with the production limits, which change may
// modify, and a clock that only moves when it is told to.
func NewLimited(t testing.TB, change func(*config.Serve)) (*Server, *Clock) {
	t.Helper()
	clock := NewClock()
	return New(t, Options{Clock: clock.Now, Config: func(c *config.Serve) {
		c.Limits = config.DefaultLimits()
		if change != nil {
			change(c)
		}
	}}), clock
}

// Beside starts another service on the database of this one.
func (s *Server) Beside(t testing.TB, o Options) *Server {
	t.Helper()
	o.Database = s.DatabaseURL
	return New(t, o)
}
