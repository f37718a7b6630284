package auth

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	channel    = "storefront_keys"
	beat       = 400 * time.Millisecond // how often the listening connection is asked whether it lives
	silence    = time.Second            // how long it may be silent before nothing remembered is trusted
	reconnects = 500 * time.Millisecond
)

// hearing tells whether the listening connection has answered lately: one that
// is half open says nothing for minutes, and a revocation would go unheard.
func (k *Keeper) hearing() bool { return time.Since(time.Unix(0, k.heard.Load())) < silence }

// Run hears of changed keys and notes their use until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { k.noteUse(ctx) })
	for ctx.Err() == nil {
		err := k.listen(ctx)
		k.heard.Store(0)
		k.doubt()
		if ctx.Err() != nil {
			return
		}
		k.log.Warn("not hearing of changed keys; each call looks its key up", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(reconnects):
		}
	}
}

// listen drops each changed key from memory until the connection fails.
func (k *Keeper) listen(ctx context.Context) error {
	conn, err := k.store.Listen(ctx, channel)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	k.doubt()
	for {
		if err := k.answers(ctx, conn); err != nil {
			return err
		}
		if err := k.wait(ctx, conn); err != nil {
			return err
		}
	}
}

func (k *Keeper) answers(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	if err := conn.Ping(ctx); err != nil {
		return err
	}
	k.heard.Store(time.Now().UnixNano())
	return nil
}

// wait handles notifications for one beat.
func (k *Keeper) wait(ctx context.Context, conn *pgx.Conn) error {
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
		if id, err := uuid.Parse(n.Payload); err == nil {
			k.forget(id)
		} else {
			k.doubt()
		}
	}
}
