package metrics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/storefront/storefront/server/platform/tracing"
)

// Statements is a tracer of pgx that counts the statements of the pool and their time. What is sent at
// once counts as one statement. Connections outside the pool, such as the one that follows the changes, are not counted.
type Statements struct {
	duration               prometheus.Histogram
	count, errors, seconds *prometheus.CounterVec
}

// NewStatements returns a tracer for the pool whose metrics are given to New.
func NewStatements() *Statements {
	return &Statements{
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{Name: sqlDuration.Name, Help: sqlDuration.Help, Buckets: statementBuckets}),
		count:    counterVec(sqlStatements), errors: counterVec(sqlErrors), seconds: counterVec(sqlSeconds),
	}
}

// statementBuckets are upper bounds in seconds.
var statementBuckets = []float64{0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5}

// begunStatement is a statement under way.
type begunStatement struct {
	name string
	at   time.Time
}

type begunKey struct{}

func begin(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, begunKey{}, begunStatement{name, time.Now()})
}

func (s *Statements) end(ctx context.Context, err error) {
	begun, ok := ctx.Value(begunKey{}).(begunStatement)
	if !ok {
		return
	}
	took := time.Since(begun.at).Seconds()
	s.duration.Observe(took)
	s.count.WithLabelValues(begun.name).Inc()
	s.seconds.WithLabelValues(begun.name).Add(took)
	failed := s.errors.WithLabelValues(begun.name) // shown from the first statement on
	if err != nil {
		failed.Inc()
	}
}

// batchName returns the name of what is sent at once: "commit" for what ends with a
// COMMIT, else the name of the first statement.
func batchName(b *pgx.Batch) string {
	if len(b.QueuedQueries) == 0 {
		return tracing.StatementName("")
	}
	if b.QueuedQueries[len(b.QueuedQueries)-1].SQL == "COMMIT" {
		return "commit"
	}
	return tracing.StatementName(b.QueuedQueries[0].SQL)
}

// TraceQueryStart implements pgx.QueryTracer.
func (*Statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return begin(ctx, tracing.StatementName(data.SQL))
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *Statements) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (*Statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	return begin(ctx, batchName(data.Batch))
}

// TraceBatchQuery implements pgx.BatchTracer.
func (*Statements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *Statements) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	s.end(ctx, data.Err)
}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (*Statements) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return begin(ctx, "copy")
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s *Statements) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromEndData) {
	s.end(ctx, data.Err)
}
