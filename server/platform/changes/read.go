package changes

import (
	"context"
	"time"

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
