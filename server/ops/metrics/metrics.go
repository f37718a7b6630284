// Package metrics counts what the service does and shows it to Prometheus. The names and
// meanings are in definitions.go, and for operators in docs/observability.md.
package metrics

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/jobs"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/webhooks"
	"github.com/storefront/storefront/server/site"
)

// Options are what is shown. The functions are called at each scrape.
type Options struct {
	Version    string
	Contract   *contract.Contract
	Store      *store.Store
	Statements *Statements // of the pool of Store; may be nil
	Feed       *changes.Feed
	Memory     *catalog.Memory
	Limits     *ratelimit.Shared // nil unless replicas share their limits
	Pages      func() site.CacheStatus
	Jobs       func() []string // the names of the jobs of this process
}

// Metrics counts. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	inFlight atomic.Int64

	requestDuration, callDuration                    *prometheus.HistogramVec
	calls, refusals, jobRuns, jobSeconds, deliveries *prometheus.CounterVec
}

// New returns metrics with a registry of their own.
func New(o Options) *Metrics {
	m := &Metrics{
		registry:        prometheus.NewRegistry(),
		requestDuration: histogramVec(requestDuration, requestBuckets), callDuration: histogramVec(callDuration, callBuckets),
		calls: counterVec(callsTotal), refusals: counterVec(limitRefusals),
		jobRuns: counterVec(jobRuns), jobSeconds: counterVec(jobSeconds), deliveries: counterVec(deliveries),
	}
	for _, policy := range []ratelimit.Policy{ratelimit.Anonymous(), ratelimit.AuthAttempt(), ratelimit.APIKey(), ratelimit.Pages()} {
		m.refusals.WithLabelValues(policy.Name)
	}
	for _, result := range webhooks.Results() {
		m.deliveries.WithLabelValues(string(result))
	}
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.requestDuration, m.callDuration, m.calls, m.refusals, m.jobRuns, m.jobSeconds, m.deliveries,
		&state{options: o, inFlight: &m.inFlight, database: &database{store: o.Store, succeeded: map[string]time.Time{}}},
	)
	if s := o.Statements; s != nil {
		m.registry.MustRegister(s.duration, s.count, s.errors, s.seconds)
	}
	return m
}

// Handler answers a scrape.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: atOnce, Timeout: patience, EnableOpenMetrics: true,
	})
}

const (
	atOnce   = 4                // scrapes
	patience = 10 * time.Second // of Prometheus, unless it is told otherwise
)

// Limited counts a request that was refused for a limit.
func (m *Metrics) Limited(policy string) { m.refusals.WithLabelValues(policy).Inc() }

// JobEnded counts a run of a job.
func (m *Metrics) JobEnded(run jobs.Ended) {
	result := "done"
	if run.Failed != nil {
		result = "failed"
	}
	m.jobRuns.WithLabelValues(run.Job, result).Inc()
	m.jobSeconds.WithLabelValues(run.Job).Add(run.Took.Seconds())
}

// DeliveryEnded counts an attempt to deliver an event.
func (m *Metrics) DeliveryEnded(result webhooks.Result) {
	m.deliveries.WithLabelValues(string(result)).Inc()
}

func counterVec(d *Definition) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: d.Name, Help: d.Help}, d.Labels)
}

func histogramVec(d *Definition, buckets []float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: d.Name, Help: d.Help, Buckets: buckets}, d.Labels)
}
