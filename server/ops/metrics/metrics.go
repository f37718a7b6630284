// Package metrics counts what the service does and shows it to Prometheus. The names and
// meanings stand at the end of this file, and docs/operate.md lists the names.
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
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/shop/webhooks"
	"github.com/storefront/storefront/server/site"
)

// Options are what is shown. The functions are called at each scrape.
type Options struct {
	Version      string
	Contract     *contract.Contract
	Store        *store.Store
	Statements   *Statements // of the pool of Store; may be nil
	Feed         *changes.Feed
	ProductCache *catalog.ProductCache
	Index        *search.Indexer   // nil when PostgreSQL alone searches
	Limits       *ratelimit.Shared // nil unless replicas share their limits
	Pages        func() site.CacheStatus
	Jobs         func() []string // the names of the jobs of this process
}

// Metrics counts. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	inFlight atomic.Int64

	requestDuration, callDuration                              *prometheus.HistogramVec
	calls, refusals, jobRuns, jobSeconds, deliveries, messages *prometheus.CounterVec
}

// New returns metrics with a registry of their own.
func New(o Options) *Metrics {
	m := &Metrics{
		registry:        prometheus.NewRegistry(),
		requestDuration: histogramVec(requestDuration, requestBuckets), callDuration: histogramVec(callDuration, callBuckets),
		calls: counterVec(callsTotal), refusals: counterVec(limitRefusals),
		jobRuns: counterVec(jobRuns), jobSeconds: counterVec(jobSeconds), deliveries: counterVec(deliveries), messages: counterVec(messages),
	}
	for _, policy := range []ratelimit.Policy{ratelimit.Anonymous(), ratelimit.AuthAttempt(), ratelimit.APIKey(), ratelimit.Pages(), ratelimit.Hooks()} {
		m.refusals.WithLabelValues(policy.Name)
	}
	for _, result := range webhooks.Results() {
		m.deliveries.WithLabelValues(string(result))
	}
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.requestDuration, m.callDuration, m.calls, m.refusals, m.jobRuns, m.jobSeconds, m.deliveries, m.messages,
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

// Limited counts a request that was refused for a limit, or by its code before any limit.
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

// MessageEnded counts a message of a payment provider.
func (m *Metrics) MessageEnded(provider string, result payments.MessageResult) {
	m.messages.WithLabelValues(provider, string(result)).Inc()
}

func counterVec(d *Definition) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: d.Name, Help: d.Help}, d.Labels)
}

func histogramVec(d *Definition, buckets []float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: d.Name, Help: d.Help, Buckets: buckets}, d.Labels)
}

// Definition describes a metric of the service. Those of Go and of the process are the
// libraries' own.
type Definition struct {
	Name   string
	Type   string // counter, gauge or histogram
	Labels []string
	Help   string

	desc *prometheus.Desc
}

// The types of metrics.
const (
	counter   = "counter"
	gauge     = "gauge"
	histogram = "histogram"
)

var all []*Definition

// Definitions returns all of them.
func Definitions() []*Definition { return all }

func define(kind, name, help string, labels ...string) *Definition {
	d := &Definition{Name: name, Type: kind, Labels: labels, Help: help, desc: prometheus.NewDesc(name, help, labels, nil)}
	all = append(all, d)
	return d
}

// What is counted while calls are answered.
var (
	requestsInFlight = define(gauge, "storefront_requests_in_flight", "Requests that are being answered now.")
	requestDuration  = define(histogram, "storefront_request_duration_seconds",
		"Time from a request to the end of its answer. area is operation, mcp, page, document or none (no such address), class the hundred of the status, such as 2xx.", "area", "class")
	callsTotal = define(counter, "storefront_calls_total",
		"Calls of operations. channel is http, mcp or site (the pages of the shop); status is 200, that of the problem, or 499 when the caller left; problem is its code, and empty after a success.",
		"operation", "channel", "status", "problem")
	callDuration  = define(histogram, "storefront_call_duration_seconds", "Time that calls of operations took, also refused ones.", "operation", "channel")
	limitRefusals = define(counter, "storefront_limit_refusals_total", "Requests that were refused for a limit, by the policy that the answer names; before any limit (405, 413, a foreign origin) by the code.", "policy")
	jobRuns       = define(counter, "storefront_job_runs_total", "Runs of a job in this replica; result is done or failed.", "name", "result")
	jobSeconds    = define(counter, "storefront_job_run_seconds_total", "Time that the runs of a job took in this replica.", "name")
	deliveries    = define(counter, "storefront_outbox_deliveries_total",
		"Attempts of this replica to deliver an event to a webhook; result is delivered, retried (it failed and is attempted again) or failed (for good).", "result")
	messages = define(counter, "storefront_payment_messages_total",
		"Messages of payment providers; result is taken, repeated, unmatched (it names no payment of the shop), unsigned or failed (the provider sends it again).", "provider", "result")
)

// What is read from the memory of the process at each scrape.
var (
	limitsShared    = define(gauge, "storefront_limits_shared", "1 while all replicas count the limits together in Redis, 0 while this one counts alone. Only with REDIS_URL.")
	limitFallbacks  = define(counter, "storefront_limit_fallbacks_total", "Calls that this replica counted alone although the limits are to be shared. Only with REDIS_URL.")
	limitOutages    = define(counter, "storefront_limit_outages_total", "How often Redis went away. Only with REDIS_URL.")
	poolConnections = define(gauge, "storefront_pool_connections", "Connections to PostgreSQL, by state: acquired, idle or constructing.", "state")
	poolMax         = define(gauge, "storefront_pool_connections_max", "Connections to PostgreSQL at most: STOREFRONT_MAX_CONNECTIONS.")
	poolAcquires    = define(counter, "storefront_pool_acquires_total", "How often a connection was taken from the pool.")
	poolWaits       = define(counter, "storefront_pool_waits_total", "How often that had to wait, because all were taken or one had to be made.")
	poolWaitSeconds = define(counter, "storefront_pool_wait_seconds_total", "Time spent in these waits.")
	turnsTaken      = define(gauge, "storefront_write_turns_taken", "Transactions that write now.")
	turnsMax        = define(gauge, "storefront_write_turns_max", "Transactions that may write at once; others wait for their turn.")
	sqlDuration     = define(histogram, "storefront_sql_duration_seconds", "Time of statements of the pool, from sending one until its last row was read. What is sent at once counts as one.")
	sqlStatements   = define(counter, "storefront_sql_statements_total",
		"Statements by name: that of sql/queries, commit for what is sent with a COMMIT, copy, or other.", "statement")
	sqlErrors      = define(counter, "storefront_sql_errors_total", "Statements that failed, by name.", "statement")
	sqlSeconds     = define(counter, "storefront_sql_seconds_total", "Time that statements took, by name.", "statement")
	cacheHits      = define(counter, "storefront_cache_hits_total", "What a cache had. cache is answers (of products.get) or pages (of the shop).", "cache")
	cacheMisses    = define(counter, "storefront_cache_misses_total", "What a cache was asked for and did not have.", "cache")
	cacheEntries   = define(gauge, "storefront_cache_entries", "What is in a cache.", "cache")
	memoryAge      = define(gauge, "storefront_memory_age_seconds", "Time since the changes of the database were last followed. Above 0.1 s nothing is answered from memory, unless STOREFRONT_STALE_READS allows it.")
	indexProducts  = define(gauge, "storefront_index_products", "Products in the index. Only with STOREFRONT_SEARCH_INDEX.")
	indexTrusted   = define(gauge, "storefront_index_trusted", "1 while searches are answered from the index, 0 while PostgreSQL is asked. Only with STOREFRONT_SEARCH_INDEX.")
	buildInfo      = define(gauge, "storefront_build_info", "1. version is that of the program, contract that of the API.", "version", "contract")
	jobLastSuccess = define(gauge, "storefront_job_last_success_timestamp_seconds", "When the last successful run of a job ended, in any replica, as far as this one knows.", "name")
)

// What PostgreSQL is asked, every five seconds at most. While it does not answer these are
// missing, but for the first.
var (
	databaseUp    = define(gauge, "storefront_database_up", "1 if PostgreSQL answered what metrics ask, within a second.")
	jobFailing    = define(gauge, "storefront_job_failing", "1 if the last run of a job, in any replica, failed.", "name")
	jobLate       = define(gauge, "storefront_job_late_seconds", "For how long a job has been due that no replica runs.", "name")
	outboxPending = define(gauge, "storefront_outbox_pending", "Deliveries to webhooks that wait, also for another attempt. 100,000 stands for that many or more.")
	outboxOldest  = define(gauge, "storefront_outbox_oldest_seconds", "Age of the oldest event that waits for a delivery, 0 if none does.")
	outboxOverdue = define(gauge, "storefront_outbox_overdue_seconds", "For how long the delivery has been due that has waited longest for its attempt, 0 if none is due.")
	webhooksKept  = define(gauge, "storefront_webhooks", "Webhooks, by state: active or disabled.", "state")
)
