package testbank

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/effects"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	// attempts is how often a message is sent that is not taken.
	attempts = 10
	// sendTimeout limits the sending of a message, and leaseTime how long that may be unrecorded.
	sendTimeout = 15 * time.Second
	leaseTime   = time.Minute
	// mostSent is how many messages are sent at once.
	mostSent = 4
	// poll is the time between two looks for messages that are due.
	poll = 250 * time.Millisecond
)

// sent is how the sending of a message ended.
type sent struct {
	row db.TestMessagesClaimRow
	err error // nil when it was taken
}

// Run sends the messages that are due until ctx ends. deliver sends one to the service and returns the status of the answer.
func (b *Bank) Run(ctx context.Context, log *slog.Logger, deliver func(ctx context.Context, header http.Header, body []byte) int) {
	queue := &effects.Queue[db.TestMessagesClaimRow, sent]{
		Name: "messages of the provider test", Log: log, Most: mostSent, Poll: poll, Claim: b.claim, Record: b.record,
		Attempt: func(ctx context.Context, row db.TestMessagesClaimRow) sent {
			return sent{row, b.deliver(ctx, &row, deliver)}
		},
	}
	queue.Run(call.With(ctx, call.Task("testbank.deliver")))
}

func (b *Bank) claim(ctx context.Context, room int) (due []db.TestMessagesClaimRow, next effects.Next, err error) {
	err = b.store.Task(ctx, "test provider", func(tx *store.Tx) (err error) {
		due, err = tx.TestMessagesClaim(ctx, db.TestMessagesClaimParams{Now: b.store.Due(), MaxRows: int32(room), LeaseSeconds: leaseTime.Seconds()})
		return err
	})
	return due, next, err
}

func (b *Bank) deliver(ctx context.Context, row *db.TestMessagesClaimRow, deliver func(context.Context, http.Header, []byte) int) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	if row.Type == refundSucceeded {
		err := b.store.Task(ctx, "test provider", func(tx *store.Tx) error { return tx.TestRefundsSettle(ctx, row.Payment) })
		if err != nil {
			return err
		}
	}
	body, err := wire.Marshal(message{ID: row.Message, Type: row.Type, Reference: row.Payment, PaymentID: row.PaymentID})
	if err != nil {
		return err
	}
	if status := deliver(ctx, b.sign(body, b.store.Now()), body); status != http.StatusOK {
		return fmt.Errorf("the service answered %d", status)
	}
	return nil
}

const refundSucceeded = "refund.succeeded"

// record forgets the messages that were taken, and has the others sent again later.
func (b *Bank) record(ctx context.Context, ended []sent) error {
	return b.store.Task(ctx, "test provider", func(tx *store.Tx) error {
		for i := range ended {
			row := &ended[i].row
			var err error
			if ended[i].err == nil || row.Attempts >= attempts {
				err = tx.TestMessageDelete(ctx, row.ID)
			} else {
				err = tx.TestMessageAgain(ctx, db.TestMessageAgainParams{ID: row.ID, DueAt: b.store.Due().Add(time.Second << min(row.Attempts, attempts))})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
