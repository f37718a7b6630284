// Package listen hears the notifications of the database, and knows whether it
// would hear one.
package listen

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

const (
	beat       = 400 * time.Millisecond // how often the connection is asked whether it lives
	silence    = time.Second            // how long it may be silent before nothing remembered is trusted
	connecting = 5 * time.Second        // how long a new connection may take
	reconnects = 500 * time.Millisecond
)

// Listener hears what is said on a channel. Set its fields before Run.
type Listener struct {
	Store   *store.Store
	Log     *slog.Logger
	Channel string
	Heard   func(payload string)
	Doubt   func() // something may have gone unheard: whatever is remembered has to be looked up again

	answered atomic.Int64 // when the connection last answered, in Unix nanoseconds of the wall clock
}

// Hearing tells whether the connection has answered lately: one that is half
// open says nothing for minutes, and a change would go unheard.
func (l *Listener) Hearing() bool { return time.Since(time.Unix(0, l.answered.Load())) < silence }

// Run listens until ctx ends, on a new connection whenever one fails.
func (l *Listener) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := l.listen(ctx)
		l.answered.Store(0)
		l.Doubt()
		if ctx.Err() != nil {
			return
		}
		l.Log.Warn("not hearing of changes; every call asks the database", "channel", l.Channel, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(reconnects):
		}
	}
}

func (l *Listener) listen(ctx context.Context) error {
	conn, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	l.Doubt()
	for {
		if err := l.ask(ctx, conn); err != nil {
			return err
		}
		if err := l.wait(ctx, conn); err != nil {
			return err
		}
	}
}

func (l *Listener) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	return l.Store.Listen(ctx, l.Channel)
}

func (l *Listener) ask(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	if err := conn.Ping(ctx); err != nil {
		return err
	}
	l.answered.Store(time.Now().UnixNano())
	return nil
}

// wait hears notifications for one beat.
func (l *Listener) wait(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(ctx)
		if errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		l.Heard(n.Payload)
	}
}
