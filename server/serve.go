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
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/jobs"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/customers"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/shop/limits"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/search"
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
	if s.index != nil {
		wg.Go(func() { s.index.Run(ctx) })
	}
	wg.Go(func() { s.jobs().Run(ctx) })
	wg.Go(func() { s.courier().Run(ctx) })
	wg.Go(func() { s.payments.Run(ctx) })
	if s.testbank != nil {
		wg.Go(func() { s.testbank.Run(ctx, s.log, s.deliverInside) })
	}
	wg.Go(func() { s.site.Run(ctx) })
	return func() {
		cancel()
		wg.Wait()
		used := s.productCache.Status()
		s.log.Info("answers about products from memory", "hits", used.Hits, "misses", used.Misses)
	}
}

// endings is how many ends of transactions a call may wait for after its time: its rollback, the
// rows of other calls in the audit, and its own.
const endings = 3

// daily is how often all that is stored is gone through.
const daily = 24 * time.Hour

// jobs is the work that the replicas share.
func (s *Server) jobs() *jobs.Runner {
	list := []jobs.Job{
		{Name: "carts.expire", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return orders.ExpireCarts(ctx, s.store) }},
		{Name: "customers.erase", Every: 5 * time.Second, Some: func(ctx context.Context) (int64, error) {
			return customers.CompleteErasure(ctx, s.store, s.config.CallTimeout+endings*store.EndWait)
		}},
		{Name: "events.prune", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return webhooks.PruneEvents(ctx, s.store) }},
		{Name: "images.forget", Every: daily, Some: s.images.Forget},
		{Name: "insight.fold", Every: 5 * time.Second, Some: func(ctx context.Context) (int64, error) { return insight.Fold(ctx, s.store) }},
		{Name: "insight.prune", Every: time.Hour, Some: func(ctx context.Context) (int64, error) { return insight.Prune(ctx, s.store) }},
		{Name: "idempotency.prune", Every: 10 * time.Minute, Some: s.store.PruneAnswers},
		{Name: "sessions.prune", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return auth.PruneSessions(ctx, s.store) }},
		{Name: "limits.prune", Every: time.Hour, Some: func(ctx context.Context) (int64, error) { return limits.Prune(ctx, s.store) }},
		{Name: "payments.look", Every: time.Minute, Some: s.payments.Look},
		{Name: "previews.prune", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return content.PrunePreviews(ctx, s.store) }},
		{Name: "content.renew", Every: daily, Some: content.Renewal{Store: s.store}.Some},
		{Name: "search.renew", Every: daily, Some: (&search.Renewal{Store: s.store}).Some},
	}
	if wait := time.Duration(s.config.UnpaidExpiry); wait > 0 {
		list = append(list, jobs.Job{Name: "orders.expire", Every: time.Minute, Some: func(ctx context.Context) (int64, error) {
			return orders.ExpireUnpaid(ctx, s.store, wait)
		}})
	}
	if keep := time.Duration(s.config.AuditRetention); keep > 0 {
		list = append(list, jobs.Job{Name: "audit.prune", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) {
			return audit.Prune(ctx, s.store, s.store.Now().Add(-keep))
		}})
	}
	return &jobs.Runner{Store: s.store, Log: s.log, Jobs: list, Ended: s.metrics.JobEnded}
}

// RunJobs runs all jobs at once, due or not. Tests call it.
func (s *Server) RunJobs(ctx context.Context) error { return s.jobs().RunNow(ctx) }
