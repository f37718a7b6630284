package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"

	"github.com/storefront/storefront/server/platform/outbox"
)

// Serve answers calls on the listener until ctx ends, then lets the calls under
// way finish, for as long as the configuration grants.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	defer s.Background(context.WithoutCancel(ctx))()

	httpServer := s.HTTPServer()
	failed := make(chan error, 1)
	go func() { failed <- httpServer.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.log.Info("stopping", "drain", s.config.DrainTimeout)
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.DrainTimeout)
	defer cancel()
	if err := httpServer.Shutdown(grace); err != nil {
		s.log.Warn("calls were cut off", "error", err)
		return httpServer.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// courier delivers the events of the shop to its webhooks.
func (s *Server) courier() *outbox.Courier {
	return &outbox.Courier{Store: s.store, Log: s.log, Secrets: s.secrets, Reach: s.reach()}
}

// reach is which addresses webhooks may lead to.
func (s *Server) reach() outbox.Reach {
	return outbox.Reach{Loopback: s.config.WebhookAllowLoopback}
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
