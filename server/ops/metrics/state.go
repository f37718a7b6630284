package metrics

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// state shows what other parts of the process know.
type state struct {
	options  Options
	inFlight *atomic.Int64
	database *database
}

// shown are the metrics of state.
var shown = []*Definition{
	requestsInFlight, limitsShared, limitFallbacks, limitOutages, poolConnections, poolMax, poolAcquires, poolWaits, poolWaitSeconds, turnsTaken, turnsMax,
	cacheHits, cacheMisses, cacheEntries, memoryAge, indexProducts, indexTrusted, buildInfo,
	databaseUp, jobFailing, jobLate, jobLastSuccess, outboxPending, outboxOldest, outboxOverdue, webhooksKept,
}

// Describe implements prometheus.Collector.
func (s *state) Describe(to chan<- *prometheus.Desc) {
	for _, d := range shown {
		to <- d.desc
	}
}

// emit sends the value of a metric, with the values of its labels.
type emit func(d *Definition, value float64, labels ...string)

// Collect implements prometheus.Collector.
func (s *state) Collect(to chan<- prometheus.Metric) {
	send := func(d *Definition, value float64, labels ...string) {
		kind := prometheus.GaugeValue
		if d.Type == counter {
			kind = prometheus.CounterValue
		}
		to <- prometheus.MustNewConstMetric(d.desc, kind, value, labels...)
	}
	send(requestsInFlight, float64(s.inFlight.Load()))
	send(buildInfo, 1, s.options.Version, s.options.Contract.Version)
	s.limits(send)
	s.pool(send)
	s.memory(send)
	s.database.collect(send, s.options.Jobs())
}

func (s *state) limits(send emit) {
	if s.options.Limits == nil {
		return
	}
	status := s.options.Limits.Status()
	send(limitsShared, number(status.Shared))
	send(limitFallbacks, float64(status.Fallbacks))
	send(limitOutages, float64(status.Outages))
}

func (s *state) pool(send emit) {
	pool := s.options.Store.Pool()
	send(poolConnections, float64(pool.AcquiredConns()), "acquired")
	send(poolConnections, float64(pool.IdleConns()), "idle")
	send(poolConnections, float64(pool.ConstructingConns()), "constructing")
	send(poolMax, float64(pool.MaxConns()))
	send(poolAcquires, float64(pool.AcquireCount()))
	send(poolWaits, float64(pool.EmptyAcquireCount()))
	send(poolWaitSeconds, pool.EmptyAcquireWaitTime().Seconds())
	taken, most := s.options.Store.Turns()
	send(turnsTaken, float64(taken))
	send(turnsMax, float64(most))
}

func (s *state) memory(send emit) {
	send(memoryAge, s.options.Feed.Behind().Seconds())
	answers := s.options.ProductCache.Status()
	send(cacheHits, float64(answers.Hits), "answers")
	send(cacheMisses, float64(answers.Misses), "answers")
	send(cacheEntries, float64(answers.Entries), "answers")
	pages := s.options.Pages()
	send(cacheHits, float64(pages.Hits), "pages")
	send(cacheMisses, float64(pages.Misses), "pages")
	send(cacheEntries, float64(pages.Entries), "pages")
	if s.options.Index != nil {
		index := s.options.Index.Status()
		send(indexProducts, float64(index.Products))
		send(indexTrusted, number(index.Trusted))
	}
}

func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// unix returns a moment as Prometheus has it: seconds since 1970.
func unix(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 } // milliseconds
