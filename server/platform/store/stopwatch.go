package store

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// slowest are the upper bounds of the buckets.
var slowest = [...]time.Duration{
	250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond,
	25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, time.Second, 5 * time.Second,
}

// statement counts the statements of one name.
type statement struct{ count, errors, nanos atomic.Uint64 }

// stopwatch is a pgx tracer that counts statements and their time. A statement takes one
// allocation: the context that carries when it began.
type stopwatch struct {
	mu      sync.Mutex // held to add a name
	byName  atomic.Pointer[map[string]*statement]
	buckets [len(slowest) + 1]atomic.Uint64
}

func newStopwatch() *stopwatch {
	s := &stopwatch{}
	s.byName.Store(&map[string]*statement{})
	return s
}

// timed is the context of a statement that is being timed.
type timed struct {
	context.Context // it is a context
	statement       *statement
	began           time.Time
}

type timedKey struct{}

// Value returns the context itself for its key.
func (t *timed) Value(key any) any {
	if key == (timedKey{}) {
		return t
	}
	return t.Context.Value(key)
}

func (s *stopwatch) start(ctx context.Context, name string) context.Context {
	return &timed{ctx, s.named(name), time.Now()}
}

func (s *stopwatch) end(ctx context.Context, err error) {
	t, ok := ctx.Value(timedKey{}).(*timed)
	if !ok {
		return
	}
	took := time.Since(t.began)
	t.statement.count.Add(1)
	t.statement.nanos.Add(uint64(took))
	if err != nil {
		t.statement.errors.Add(1)
	}
	i := 0
	for i < len(slowest) && took > slowest[i] {
		i++
	}
	s.buckets[i].Add(1)
}

// named returns the counts of a name. The names are those in the text of the program, so
// there are as many as it has.
func (s *stopwatch) named(name string) *statement {
	if found := (*s.byName.Load())[name]; found != nil {
		return found
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := maps.Clone(*s.byName.Load())
	if all[name] == nil {
		all[name] = &statement{}
	}
	s.byName.Store(&all)
	return all[name]
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *stopwatch) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return s.start(ctx, StatementName(data.SQL))
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *stopwatch) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	s.end(ctx, data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (s *stopwatch) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	return s.start(ctx, BatchName(data.Batch))
}

// TraceBatchQuery implements pgx.BatchTracer.
func (*stopwatch) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *stopwatch) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	s.end(ctx, data.Err)
}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (s *stopwatch) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return s.start(ctx, "copy")
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s *stopwatch) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromEndData) {
	s.end(ctx, data.Err)
}
