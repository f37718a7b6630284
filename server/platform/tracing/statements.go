package tracing

import (
	"context"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// Statements is a tracer of pgx with a span for each statement below a span. It has the
// names of statements, never their texts or arguments.
type Statements struct {
	*Tracer
	Name      func(text string) string
	BatchName func(*pgx.Batch) string
}

// statementKey is the key of the span of a statement in its context.
type statementKey struct{}

func (s *Statements) start(ctx context.Context, name string, size int) context.Context {
	if !Recording(ctx) {
		return ctx
	}
	ctx, span := s.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(semconv.DBSystemNamePostgreSQL, semconv.DBQuerySummary(name)))
	if size > 1 {
		span.SetAttributes(semconv.DBOperationBatchSize(size))
	}
	return context.WithValue(ctx, statementKey{}, span)
}

func (*Statements) end(ctx context.Context, err error) {
	span, ok := ctx.Value(statementKey{}).(trace.Span)
	if !ok {
		return
	}
	if err != nil {
		span.SetStatus(codes.Error, "") // without the text, which may have values of rows
	}
	span.End()
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *Statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return s.start(ctx, s.Name(data.SQL), 1)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *Statements) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (s *Statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	return s.start(ctx, s.BatchName(data.Batch), data.Batch.Len())
}

// TraceBatchQuery implements pgx.BatchTracer.
func (*Statements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *Statements) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	s.end(ctx, data.Err)
}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (s *Statements) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return s.start(ctx, "copy", 1)
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s *Statements) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromEndData) {
	s.end(ctx, data.Err)
}
