package tracing

import (
	"context"
	"errors"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Statements returns the tracer of pgx that makes a span of each statement below a span, and of what it
// waits for before: a connection, and the preparation. Spans have the names of statements, never their
// texts, their arguments or the words of an error, which may have values of rows. A nil *Tracer has none.
func (t *Tracer) Statements() []pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return []pgx.QueryTracer{statements{otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithSpanNameFunc(StatementName),
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

// statements hides the words of errors from the tracer of the library.
type statements struct{ *otelpgx.Tracer }

var errStatement = errors.New("the statement failed")

// wordless returns an error that has the SQLSTATE of err alone.
func wordless(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return &pgconn.PgError{Code: pg.Code, Message: errStatement.Error()}
	}
	return errStatement
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s statements) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceQueryEnd(ctx, conn, data)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (s statements) TraceBatchQuery(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchQueryData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceBatchQuery(ctx, conn, data)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (s statements) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceBatchEnd(ctx, conn, data)
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s statements) TraceCopyFromEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceCopyFromEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceCopyFromEnd(ctx, conn, data)
}

// TraceConnectEnd implements pgx.ConnectTracer.
func (s statements) TraceConnectEnd(ctx context.Context, data pgx.TraceConnectEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceConnectEnd(ctx, data)
}

// TracePrepareEnd implements pgx.PrepareTracer.
func (s statements) TracePrepareEnd(ctx context.Context, conn *pgx.Conn, data pgx.TracePrepareEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TracePrepareEnd(ctx, conn, data)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (s statements) TraceAcquireEnd(ctx context.Context, pool *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	data.Err = wordless(data.Err)
	s.Tracer.TraceAcquireEnd(ctx, pool, data)
}
