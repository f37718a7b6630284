// Package testbank is the payment provider test: no money moves. It is part of the program, so that a sandbox, the demo and the tests see the
// whole way of a payment with nothing outside. Its books are tables of their own, which no transaction of the shop writes, and its messages
// come over HTTP, signed, as those of a real provider do. A token decides how it behaves, or the buyer at its page.
package testbank

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/payments"
)

// Bank is the provider. New makes it.
type Bank struct {
	store  *store.Store
	secret []byte // signs the messages
}

// New returns the provider with its books in the database.
func New(st *store.Store) *Bank { return &Bank{store: st, secret: seal.NewKey()} }

// Name is the name of the provider.
const Name = "test"

// PagePath begins the address of the page of a payment.
const PagePath = "/pay/"

// Methods implements payments.Provider.
func (b *Bank) Methods() []payments.Method {
	return []payments.Method{{Title: "Test card", Kind: "redirect"}, {Title: "Test card of an agent", Kind: "token"}}
}

// Live implements payments.Provider.
func (b *Bank) Live() bool { return false }

// How the messages about a payment are sent.
const (
	once      = "once"
	late      = "late"
	twice     = "twice"
	reordered = "reordered"
	never     = "never"
)

// lateness is how long a late message takes.
const lateness = 30 * time.Second

// tokens say how a payment goes that a buyer's agent makes. Any other is no token.
var tokens = map[string]struct{ status, messages string }{
	"test_success": {"captured", once}, "test_late": {"captured", late}, "test_twice": {"captured", twice}, "test_reordered": {"captured", reordered},
	"test_silent": {"captured", never}, "test_confirm": {"requires_action", once},
	"test_declined": {"failed", never},
}

// Begin implements payments.Provider.
func (b *Bank) Begin(ctx context.Context, begin payments.Begin) (payments.State, error) {
	row := entry(&begin, b.store.Now())
	if begin.ReturnURL != "" {
		row.ReturnUrl = &begin.ReturnURL
	}
	if begin.Token != "" {
		as, known := tokens[begin.Token]
		if !known {
			return payments.State{}, &payments.Refused{Reason: "The token is not known."}
		}
		row.Status, row.Messages = as.status, as.messages
		if row.Status == "captured" && !row.Automatic {
			row.Status = "authorized"
		}
	}
	var books db.TestPayment
	var refunds []db.TestRefund
	err := b.store.Task(ctx, "test provider", func(tx *store.Tx) error {
		began, err := tx.TestPaymentInsert(ctx, row)
		if err != nil {
			return err
		}
		if books, err = tx.TestPaymentByKey(ctx, begin.Key); err != nil {
			return err
		}
		if refunds, err = tx.TestRefunds(ctx, books.Reference); err != nil || began == 0 || row.Status == "requires_action" {
			return err
		}
		return b.announce(ctx, tx, &books)
	})
	state := stateOf(&books, refunds, b.store.Now())
	switch {
	case err != nil:
		return payments.State{}, err
	case books.Status == "failed":
		return payments.State{}, &payments.Refused{Reason: "The card was declined.", Declined: true}
	case books.Messages == late || books.Messages == never: // what a provider says that has not decided yet
		return payments.State{Reference: state.Reference, Status: payments.RequiresAction, ExpiresAt: state.ExpiresAt}, nil
	}
	return state, nil
}

// entry returns what the books have of a payment that begins.
func entry(b *payments.Begin, now time.Time) db.TestPaymentInsertParams {
	return db.TestPaymentInsertParams{
		Reference: "test_" + token(), PaymentID: b.Payment, Key: b.Key, Page: token(), Status: "requires_action", AmountOere: b.AmountOere,
		Automatic: !b.CaptureLater, Messages: once, CreatedAt: now, ExpiresAt: b.ExpiresAt,
	}
}

// Enter writes a payment of the demo shop to the books as if the buyer had paid it, and returns what the provider says of it. Its names
// are of the ids of the transaction, which are the same in each sandbox of a seed; no message comes.
func Enter(ctx context.Context, tx *store.Tx, b payments.Begin) (payments.State, error) {
	row := entry(&b, tx.Now)
	row.Reference, row.Page = "test_"+tx.NewID().String(), strings.ReplaceAll(tx.NewID().String(), "-", "")
	row.Status, row.Messages = string(payments.Captured), never
	if b.CaptureLater {
		row.Status = string(payments.Authorized)
	}
	if _, err := tx.TestPaymentInsert(ctx, row); err != nil {
		return payments.State{}, err
	}
	books, err := tx.TestPaymentByKey(ctx, row.Key)
	return stateOf(&books, nil, tx.Now), err
}

// token returns 128 random bits.
func token() string {
	var bits [16]byte
	rand.Read(bits[:])
	return hex.EncodeToString(bits[:])
}

// stateOf returns what the books say.
func stateOf(row *db.TestPayment, refunds []db.TestRefund, now time.Time) payments.State {
	s := payments.State{Reference: row.Reference, Status: payments.Status(row.Status), ExpiresAt: row.ExpiresAt}
	switch s.Status {
	case payments.RequiresAction:
		s.URL = PagePath + row.Page
		if row.ExpiresAt != nil && !now.Before(*row.ExpiresAt) {
			s.Status = payments.Expired
		}
	case payments.Failed:
		s.Failure = "The buyer declined, or the card was."
	case payments.Authorized, payments.Captured:
		s.AmountOere, s.Method = row.AmountOere, "card"
	}
	if s.Status == payments.Captured {
		s.FeeOere = new(int64(0))
	}
	if row.Dispute != nil {
		s.Dispute = *row.Dispute
		if s.Dispute == "lost" {
			s.LostOere = row.AmountOere - row.RefundedOere
		}
	}
	for _, r := range refunds {
		one := payments.RefundState{Reference: r.Reference, AmountOere: r.AmountOere, Status: r.Status}
		if r.RefundID != nil {
			one.ID = *r.RefundID
		}
		s.Refunds = append(s.Refunds, one)
	}
	return s
}

// Read implements payments.Provider.
func (b *Bank) Read(ctx context.Context, reference string) (payments.State, error) {
	row, err := b.store.Read().TestPaymentGet(ctx, reference)
	if store.NotFound(err) {
		return payments.State{}, fmt.Errorf("%w: %s", payments.ErrUnknown, reference)
	}
	if err != nil {
		return payments.State{}, err
	}
	return b.state(ctx, &row)
}

// state returns what the books say of a payment and its refunds.
func (b *Bank) state(ctx context.Context, row *db.TestPayment) (payments.State, error) {
	refunds, err := b.store.Read().TestRefunds(ctx, row.Reference)
	return stateOf(row, refunds, b.store.Now()), err
}

// perPage is how many payments are read at a time.
const perPage = 100

// List implements payments.Provider.
func (b *Bank) List(ctx context.Context, since, until time.Time) iter.Seq2[payments.Booked, error] {
	return func(yield func(payments.Booked, error) bool) {
		page := db.TestPaymentsTakenParams{AfterAt: since, Until: until, MaxRows: perPage}
		for more := true; more; {
			rows, err := b.store.Read().TestPaymentsTaken(ctx, page)
			if err != nil {
				yield(payments.Booked{}, err)
				return
			}
			for i := range rows {
				row := &rows[i]
				state, err := b.state(ctx, row)
				if !yield(payments.Booked{Payment: row.PaymentID, Reference: row.Reference, Money: state.Money()}, err) || err != nil {
					return
				}
				page.AfterAt, page.AfterReference = row.CreatedAt, row.Reference
			}
			more = len(rows) == perPage
		}
	}
}

// change changes the books of a payment in a transaction of their own. A refusal of fn changes nothing.
func (b *Bank) change(ctx context.Context, reference string, fn func(tx *store.Tx, row *db.TestPayment) error) (payments.State, error) {
	var state payments.State
	var refused error
	err := b.store.Task(ctx, "test provider", func(tx *store.Tx) error {
		row, err := tx.TestPaymentLock(ctx, reference)
		if err != nil {
			return err
		}
		before := row
		if refused = fn(tx, &row); refused != nil {
			return refused
		}
		if row != before {
			err = tx.TestPaymentUpdate(ctx, db.TestPaymentUpdateParams{Reference: reference, Status: row.Status, RefundedOere: row.RefundedOere, Messages: row.Messages, Dispute: row.Dispute})
		}
		if err != nil {
			return err
		}
		refunds, err := tx.TestRefunds(ctx, reference)
		state = stateOf(&row, refunds, tx.Now)
		return err
	})
	if refused != nil {
		return payments.State{}, refused
	}
	return state, err
}

// Capture implements payments.Provider.
func (b *Bank) Capture(ctx context.Context, reference, _ string) (payments.State, error) {
	return b.change(ctx, reference, func(tx *store.Tx, row *db.TestPayment) error {
		switch row.Status {
		case "captured":
			return nil
		case "authorized":
			row.Status = "captured"
			return b.announce(ctx, tx, row)
		}
		return &payments.Refused{Reason: "Nothing is reserved."}
	})
}

// Cancel implements payments.Provider.
func (b *Bank) Cancel(ctx context.Context, reference, _ string) (payments.State, error) {
	return b.change(ctx, reference, func(tx *store.Tx, row *db.TestPayment) error {
		switch row.Status {
		case "cancelled", "failed":
			return nil
		case "captured":
			return &payments.Refused{Reason: "The money was taken already."}
		}
		row.Status = "cancelled"
		return b.announce(ctx, tx, row)
	})
}

// How a refund goes follows from its amount: what ends in 13 ore is refused, what ends in 17 is pending until a late message.
const (
	refusedRest = 13
	pendingRest = 17
	ofKrone     = 100
)

// Refund implements payments.Provider.
func (b *Bank) Refund(ctx context.Context, reference string, r payments.Refund, key string) (payments.State, error) {
	return b.change(ctx, reference, func(tx *store.Tx, row *db.TestPayment) error {
		return b.refund(ctx, tx, row, &r.ID, r.AmountOere, key)
	})
}

// refund gives money back. A repetition of the call changes nothing.
func (b *Bank) refund(ctx context.Context, tx *store.Tx, row *db.TestPayment, id *uuid.UUID, amount int64, key string) error {
	known, err := tx.TestRefunds(ctx, row.Reference)
	if err != nil {
		return err
	}
	for _, r := range known {
		if r.Key == key {
			return nil
		}
	}
	switch {
	case row.Status != "captured" || row.Dispute != nil && *row.Dispute == "lost" || amount > row.AmountOere-row.RefundedOere:
		return &payments.Refused{Reason: "More than was taken cannot be given back."}
	case amount%ofKrone == refusedRest:
		return &payments.Refused{Reason: "The card takes no money back."}
	}
	status := "succeeded"
	if amount%ofKrone == pendingRest {
		status = "pending"
	}
	row.RefundedOere += amount
	insert := db.TestRefundInsertParams{Reference: "test_re_" + token(), Payment: row.Reference, Key: key, RefundID: id, AmountOere: amount, Status: status}
	if err := tx.TestRefundInsert(ctx, insert); err != nil {
		return err
	}
	if status == "pending" {
		return b.send(ctx, tx, row, refundSucceeded, token(), lateness)
	}
	return b.announce(ctx, tx, row)
}

// announce has what the books say sent, as the payment wants it.
func (b *Bank) announce(ctx context.Context, tx *store.Tx, row *db.TestPayment) error {
	kind, id := "payment."+row.Status, token()
	switch row.Messages {
	case never:
		return nil
	case late:
		return b.send(ctx, tx, row, kind, id, lateness)
	case twice:
		if err := b.send(ctx, tx, row, kind, id, 0); err != nil {
			return err
		}
	case reordered:
		if err := b.send(ctx, tx, row, "payment.authorized", token(), time.Second); err != nil {
			return err
		}
	}
	return b.send(ctx, tx, row, kind, id, 0)
}

func (b *Bank) send(ctx context.Context, tx *store.Tx, row *db.TestPayment, kind, id string, after time.Duration) error {
	return tx.TestMessageInsert(ctx, db.TestMessageInsertParams{Payment: row.Reference, Message: "test_msg_" + id, Type: kind, DueAt: b.store.Due().Add(after)})
}

// message is what a message says.
type message struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Reference string    `json:"reference"`
	PaymentID uuid.UUID `json:"paymentId"`
}

const (
	signatureHeader = "Test-Signature"
	tolerance       = 5 * time.Minute // of the age of a signature
)

// sign returns the headers of a message.
func (b *Bank) sign(body []byte, at time.Time) http.Header {
	seconds := strconv.FormatInt(at.Unix(), 10)
	return http.Header{"Content-Type": {"application/json"}, signatureHeader: {"t=" + seconds + ",v1=" + hex.EncodeToString(b.mac(seconds, body))}}
}

func (b *Bank) mac(seconds string, body []byte) []byte {
	mac := hmac.New(sha256.New, b.secret)
	fmt.Fprintf(mac, "%s.%s", seconds, body)
	return mac.Sum(nil)
}

// Message implements payments.Provider.
func (b *Bank) Message(header http.Header, body []byte, now time.Time) (payments.Message, error) {
	seconds, signature, _ := strings.Cut(strings.TrimPrefix(header.Get(signatureHeader), "t="), ",v1=")
	at, err := strconv.ParseInt(seconds, 10, 64)
	given, failed := hex.DecodeString(signature)
	if age := now.Sub(time.Unix(at, 0)); err != nil || failed != nil || age.Abs() > tolerance || !hmac.Equal(given, b.mac(seconds, body)) {
		return payments.Message{}, payments.ErrSignature
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		return payments.Message{}, payments.ErrSignature
	}
	return payments.Message{ID: m.ID, Type: m.Type, Payment: m.PaymentID, Reference: m.Reference}, nil
}
