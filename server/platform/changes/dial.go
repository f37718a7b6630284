package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

// Where caches may be used although the database is away, an attempt to connect follows the
// one before soon after it failed, and overtakes it when it has no answer: its packets may
// have been lost. More than two at once would be a burden where the database is just slow.
const (
	hastens   = 50 * time.Millisecond
	overtakes = 500 * time.Millisecond
	atOnce    = 2
)

// dial connects to the database.
func (f *Feed) dial(ctx context.Context) (*pgx.Conn, error) {
	if !f.mayTolerate() {
		ctx, cancel := context.WithTimeout(ctx, connecting)
		defer cancel()
		return f.store.Dedicated(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	attempts := make(chan attempt)
	running := 0
	defer func() {
		cancel()
		go closeAll(attempts, running)
	}()
	for {
		if running < atOnce {
			running++
			go func() { attempts <- f.attempt(ctx) }()
		}
		select {
		case <-time.After(overtakes):
			continue
		case a := <-attempts:
			running--
			if a.err == nil || !store.IsAway(a.err) || ctx.Err() != nil || !f.Tolerates() {
				return a.conn, a.err
			}
		}
		pause(ctx, hastens)
	}
}

// attempt is the result of connecting.
type attempt struct {
	conn *pgx.Conn // nil with an error
	err  error
}

// attempt connects, and has the database answer once: a pooler takes connections also when
// it has no database to lead to.
func (f *Feed) attempt(ctx context.Context) attempt {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := f.store.Dedicated(limited)
	if err != nil {
		return attempt{nil, err}
	}
	if err := conn.Ping(limited); err != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
		return attempt{nil, err}
	}
	return attempt{conn, nil}
}

// closeAll closes what the attempts that are still running make.
func closeAll(attempts <-chan attempt, running int) {
	for range running {
		if a := <-attempts; a.conn != nil {
			_ = a.conn.Close(context.Background())
		}
	}
}
