package servertest

import (
	"log/slog"
	"testing"
	"time"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/store"
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

// Unstarted makes another service on the database of this one, of which nothing runs. Its store is its own: what a service
// tells a store may not be told to one that is used. change says how the options differ.
func (s *Server) Unstarted(t testing.TB, change func(*server.Options)) *server.Server {
	t.Helper()
	st, err := store.Open(s.DatabaseURL, store.Options{Clock: time.Now, MaxConns: s.Config.MaxConnections})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	o := server.Options{Store: st, Contract: s.Contract, Limiter: s.Config.Limits.Limiter(time.Now), Config: s.Config, Log: slog.New(slog.DiscardHandler)}
	change(&o)
	service, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return service
}
