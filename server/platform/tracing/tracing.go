// Package tracing makes spans of OpenTelemetry: of requests, and below them of operations,
// of the store and of statements. A nil *Tracer makes none, and costs a comparison.
package tracing

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// Tracer makes spans.
type Tracer struct {
	provider trace.TracerProvider
	tracer   trace.Tracer
	passed   propagation.TraceContext // traceparent and tracestate of W3C
}

// New returns a Tracer whose spans go to the provider.
func New(provider trace.TracerProvider) *Tracer {
	return &Tracer{provider: provider, tracer: provider.Tracer("github.com/storefront/storefront", trace.WithSchemaURL(semconv.SchemaURL))}
}

// Request begins the span of a request, below the one of the caller if the request names
// one in traceparent. The caller ends it with the function End.
func (t *Tracer) Request(r *http.Request, name, route string) (context.Context, trace.Span) {
	ctx := t.passed.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	return t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		semconv.HTTPRequestMethodKey.String(method(r.Method)), semconv.HTTPRoute(route)))
}

// method returns a method as the conventions have it: callers may send any word.
func method(sent string) string {
	switch sent {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return sent
	}
	return "_OTHER"
}

// End ends the span of a request that was answered with this status.
func End(span trace.Span, status int) {
	span.SetAttributes(semconv.HTTPResponseStatusCode(status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// Send begins the span of a request that the service sends, and names it in the header of
// that request. The function ends it, with the status of the response, 0 if there is none,
// and the error of the attempt or nil.
func (t *Tracer) Send(ctx context.Context, name string, header http.Header) (context.Context, func(status int, err error)) {
	if t == nil {
		return ctx, func(int, error) {}
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(semconv.HTTPRequestMethodPost))
	t.passed.Inject(ctx, propagation.HeaderCarrier(header))
	return ctx, func(status int, err error) {
		if status != 0 {
			span.SetAttributes(semconv.HTTPResponseStatusCode(status))
		}
		if err != nil {
			span.SetStatus(codes.Error, "") // without the text, which may have the address
		}
		span.End()
	}
}

// Inner begins a span below the one in ctx. Without one there, or with one that is not
// sampled, it begins none: what runs by itself all the time would hide the rest. The
// function ends the span.
func (t *Tracer) Inner(ctx context.Context, name string) (context.Context, func(error)) {
	if t == nil || !Recording(ctx) {
		return ctx, func(error) {}
	}
	ctx, span := t.tracer.Start(ctx, name)
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Recording reports whether there is a span in ctx that is sampled.
func Recording(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// Describe adds what is known about a call to the span in ctx.
func Describe(ctx context.Context, attributes ...attribute.KeyValue) {
	trace.SpanFromContext(ctx).SetAttributes(attributes...)
}

// ID returns the id of the trace that ctx belongs to, or "".
func ID(ctx context.Context) string {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		return span.TraceID().String()
	}
	return ""
}

// SQLTracers returns the tracer of pgx that makes a span of each statement below a span, and of what it
// waits for before: a connection, and the preparation. Spans have the names of statements, never their
// texts, their arguments or the words of an error, which may have values of rows. A nil *Tracer has none.
func (t *Tracer) SQLTracers() []pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return []pgx.QueryTracer{sqlTracer{otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithSpanNameFunc(StatementName),
		otelpgx.WithDisableSQLStatementInAttributes(), otelpgx.WithDisableConnectionDetailsInAttributes())}}
}

// StatementName returns the name that sql/queries gives a statement, or "other".
func StatementName(text string) string {
	name, named := strings.CutPrefix(text, "-- name: ")
	if !named {
		return "other"
	}
	name, _, _ = strings.Cut(name, " ")
	return name
}

// sqlTracer hides the words of errors from the tracer of the library.
type sqlTracer struct{ *otelpgx.Tracer }

var errStatement = errors.New("the statement failed")

// withoutWords returns an error that has the SQLSTATE of err alone.
func withoutWords(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return &pgconn.PgError{Code: pg.Code, Message: errStatement.Error()}
	}
	return errStatement
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s sqlTracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceQueryEnd(ctx, conn, data)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (s sqlTracer) TraceBatchQuery(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchQueryData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceBatchQuery(ctx, conn, data)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (s sqlTracer) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceBatchEnd(ctx, conn, data)
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s sqlTracer) TraceCopyFromEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceCopyFromEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceCopyFromEnd(ctx, conn, data)
}

// TraceConnectEnd implements pgx.ConnectTracer.
func (s sqlTracer) TraceConnectEnd(ctx context.Context, data pgx.TraceConnectEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceConnectEnd(ctx, data)
}

// TracePrepareEnd implements pgx.PrepareTracer.
func (s sqlTracer) TracePrepareEnd(ctx context.Context, conn *pgx.Conn, data pgx.TracePrepareEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TracePrepareEnd(ctx, conn, data)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (s sqlTracer) TraceAcquireEnd(ctx context.Context, pool *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	data.Err = withoutWords(data.Err)
	s.Tracer.TraceAcquireEnd(ctx, pool, data)
}
