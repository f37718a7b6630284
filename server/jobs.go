package server

import (
	"context"
	"time"

	"github.com/storefront/storefront/server/platform/jobs"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/customers"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/webhooks"
)

// endings is how many ends of transactions a call may wait for after its time: its rollback, the
// rows of other calls in the audit, and its own.
const endings = 3

// jobs is the work that the replicas share.
func (s *Server) jobs() *jobs.Runner {
	list := []jobs.Job{
		{Name: "carts.expire", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return orders.ExpireCarts(ctx, s.store) }},
		{Name: "customers.erase", Every: 5 * time.Second, Some: func(ctx context.Context) (int64, error) {
			return customers.EraseAgain(ctx, s.store, s.config.CallTimeout+endings*store.EndWait)
		}},
		{Name: "events.prune", Every: 10 * time.Minute, Some: func(ctx context.Context) (int64, error) { return webhooks.PruneEvents(ctx, s.store) }},
		{Name: "insight.fold", Every: 5 * time.Second, Some: func(ctx context.Context) (int64, error) { return insight.Fold(ctx, s.store) }},
		{Name: "insight.prune", Every: time.Hour, Some: func(ctx context.Context) (int64, error) { return insight.Prune(ctx, s.store) }},
		{Name: "idempotency.prune", Every: 10 * time.Minute, Some: s.store.PruneAnswers},
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
