package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/shop/webhooks"
)

// Serve answers calls on the listener until ctx ends, then lets the calls under
// way finish, for as long as the configuration grants. The address for operators
// is open until the end; admin is its listener, or nil.
func (s *Server) Serve(ctx context.Context, listener, admin net.Listener) error {
	defer s.Background(context.WithoutCancel(ctx))()
	defer s.serveAdmin(admin)()
	return Listen(ctx, s.HTTPServer(), listener, s.config.DrainTimeout, s.log)
}

// Listen answers calls on the listener until ctx ends, then lets the calls under way finish
// for some time.
func Listen(ctx context.Context, httpServer *http.Server, listener net.Listener, drain time.Duration, log *slog.Logger) error {
	failed := make(chan error, 1)
	go func() { failed <- httpServer.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping", "drain", drain)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := httpServer.Shutdown(grace); err != nil {
		log.Warn("calls were cut off", "error", err)
		return httpServer.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serveAdmin answers operators on the listener, if it is not nil, and returns what
// stops that at once.
func (s *Server) serveAdmin(listener net.Listener) (stop func()) {
	if listener == nil {
		return func() {}
	}
	own := metrics.AdminServer(listener, s.metrics.Handler(), s.log)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := own.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("the address for operators is closed", "error", err)
		}
	})
	return func() {
		_ = own.Close()
		wg.Wait()
	}
}

// Metrics returns what Prometheus scrapes.
func (s *Server) Metrics() http.Handler { return s.metrics.Handler() }

// courier delivers the events of the shop to its webhooks.
func (s *Server) courier() *webhooks.Courier {
	return &webhooks.Courier{Store: s.store, Log: s.log, Secrets: s.secrets, Reach: s.reach(), Ended: s.metrics.DeliveryEnded, Spans: s.spans}
}

// reach is which addresses webhooks may lead to.
func (s *Server) reach() webhooks.Reach {
	return webhooks.Reach{Loopback: s.config.WebhookAllowLoopback}
}

// Background starts all work that goes on beside the calls, and returns what
// stops it and waits for its end. Serve calls it; a test that serves in another
// way does too.
func (s *Server) Background(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { s.feed.Run(ctx) })
	wg.Go(func() { s.keys.Run(ctx) })
	wg.Go(func() { s.counts.Run(ctx) })
	wg.Go(func() { s.limited.run(ctx, s.log) })
	if s.shared != nil {
		wg.Go(func() { s.shared.Run(ctx) })
	}
	wg.Go(func() { s.memory.Run(ctx) })
	wg.Go(func() { s.jobs().Run(ctx) })
	wg.Go(func() { s.courier().Run(ctx) })
	wg.Go(func() { s.site.Run(ctx) })
	return func() {
		cancel()
		wg.Wait()
	}
}
