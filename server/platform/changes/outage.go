package changes

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

// Read runs read, which asks the database for what memory lacks. When the database goes
// away meanwhile and that is tolerated, read is interrupted and run once more: now it may
// use memory, and does not wait until the database is back. read must change nothing.
func (f *Feed) Read(ctx context.Context, read func(context.Context) error) error {
	f.mu.Lock()
	outage := f.outage
	f.mu.Unlock()
	if f.tolerance == 0 || outage.interrupts.Err() != nil {
		return read(ctx)
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(outage.interrupts, cancel)()
	err := read(limited)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case limited.Err() != nil, store.IsAway(err) && f.Await(ctx):
		return read(ctx)
	}
	return err
}

// outage interrupts reads when the database goes away.
type outage struct {
	interrupts context.Context // done from the beginning of the outage on
	begin      context.CancelFunc
}

func newOutage() (o outage) {
	o.interrupts, o.begin = context.WithCancel(context.Background())
	return o
}

// over returns the outage after this one, if it has begun.
func (o outage) over() outage {
	if o.interrupts.Err() != nil {
		return newOutage()
	}
	return o
}

// Patience returns how long a follower may wait for one answer of the database. It is
// short where caches can be used while the database is away: until the follower gives
// up, nobody knows that it is.
func (f *Feed) Patience() time.Duration {
	const usual = 15 * time.Second
	if f.mayTolerate() {
		return patience
	}
	return usual
}

// mayTolerate reports whether caches can be used as soon as the database is away.
func (f *Feed) mayTolerate() bool { return f.Behind() < f.tolerance }

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
		case <-time.After(overtakeAfter):
			continue
		case a := <-attempts:
			running--
			if a.err == nil || !store.IsAway(a.err) || ctx.Err() != nil || !f.Tolerates() {
				return a.conn, a.err
			}
		}
		pause(ctx, retryPause)
	}
}

// Where caches may be used although the database is away, an attempt to connect follows the
// one before soon after it failed, and overtakes it when it has no answer: its packets may
// have been lost. More than two at once would be a burden where the database is just slow.
const (
	retryPause    = 50 * time.Millisecond
	overtakeAfter = 500 * time.Millisecond
	atOnce        = 2
)

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
