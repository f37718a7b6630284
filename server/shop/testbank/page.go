package testbank

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/payments"
)

// Page returns the page of a payment, in Danish or English. The error is an endpoint_not_found for a token that no payment has.
func (b *Bank) Page(ctx context.Context, token string, english bool) ([]byte, error) {
	row, err := b.find(ctx, token)
	if err != nil {
		return nil, err
	}
	refunds, err := b.store.Read().TestRefunds(ctx, row.Reference)
	if err != nil {
		return nil, err
	}
	state := stateOf(&row, refunds, b.store.Now())
	words := danish
	if english {
		words = inEnglish
	}
	dispute := ""
	if row.Dispute != nil {
		dispute = *row.Dispute
	}
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{
		"W": words, "Amount": undo.Kroner(row.AmountOere) + ".", "Status": words.Statuses[string(state.Status)], "Open": state.Status == payments.RequiresAction,
		"Taken": state.Status == payments.Captured, "Dispute": dispute, "Left": row.AmountOere > row.RefundedOere && dispute != "lost", "Refunded": undo.Kroner(row.RefundedOere) + ".",
		"AnyRefunded": row.RefundedOere > 0, "Return": row.ReturnUrl,
	})
	return out.Bytes(), err
}

func (b *Bank) find(ctx context.Context, token string) (db.TestPayment, error) {
	row, err := b.store.Read().TestPaymentByPage(ctx, token)
	if store.NotFound(err) {
		err = problem.New(problem.EndpointNotFound, "There is no payment at this address.", "")
	}
	return row, err
}

// Decide does what the buyer wants at the page, and returns where the buyer is led to. What the payment cannot do any more changes nothing.
func (b *Bank) Decide(ctx context.Context, token, action string) (location string, err error) {
	row, err := b.find(ctx, token)
	if err != nil {
		return "", err
	}
	_, err = b.change(ctx, row.Reference, func(tx *store.Tx, row *db.TestPayment) error {
		before := *row
		act(row, action, tx.Now)
		if action == "refund" && row.Status == "captured" && row.AmountOere > row.RefundedOere {
			return b.refund(ctx, tx, row, nil, row.AmountOere-row.RefundedOere, "page-"+row.Page)
		}
		if before == *row {
			return nil
		}
		return b.announce(ctx, tx, row)
	})
	if _, refused := errors.AsType[*payments.Refused](err); err != nil && !refused {
		return "", err
	}
	if row.ReturnUrl != nil && (strings.HasPrefix(action, "pay") || action == "decline") {
		return *row.ReturnUrl, nil
	}
	return PagePath + token, nil
}

// sending is how messages are sent after what the buyer does.
var sending = map[string]string{"pay": once, "pay_late": late, "pay_twice": twice, "pay_silent": never}

// act changes the books as the buyer wants it.
func act(row *db.TestPayment, action string, now time.Time) {
	open := row.Status == "requires_action" && (row.ExpiresAt == nil || now.Before(*row.ExpiresAt))
	disputed := row.Dispute != nil && *row.Dispute == "open"
	switch {
	case sending[action] != "" && open:
		row.Status, row.Messages = "captured", sending[action]
		if !row.Automatic {
			row.Status = "authorized"
		}
	case action == "decline" && open:
		row.Status = "failed"
	case action == "dispute" && row.Status == "captured" && row.Dispute == nil:
		row.Dispute = new("open")
	case action == "win" && disputed:
		row.Dispute = new("won")
	case action == "lose" && disputed:
		row.Dispute = new("lost")
	}
}

// Actions are what a buyer can do at a page.
var Actions = []string{"pay", "pay_late", "pay_twice", "pay_silent", "decline", "dispute", "win", "lose", "refund"}

// words are the texts of the page.
type words struct {
	Language, Title, Note, Status, Pay, Late, Twice, Silent, Decline, Dispute, Win, Lose, Refund, Refunded, Back string

	Statuses map[string]string
}

var danish = words{
	Language: "da", Title: "Testbetaling", Note: "Dette er en test. Der flyttes ingen penge.", Status: "Status", Pay: "Betal", Late: "Betal, men butikken får det at vide sent",
	Twice: "Betal, og butikken får det at vide to gange", Silent: "Betal, uden at butikken får det at vide", Decline: "Afvis", Dispute: "Gør indsigelse",
	Win: "Butikken vinder", Lose: "Butikken taber", Refund: "Giv resten tilbage", Refunded: "Givet tilbage", Back: "Tilbage til butikken",
	Statuses: map[string]string{"requires_action": "venter på dig", "authorized": "pengene er reserveret", "captured": "betalt", "cancelled": "annulleret", "failed": "afvist", "expired": "udløbet"},
}

var inEnglish = words{
	Language: "en", Title: "Test payment", Note: "This is a test. No money moves.", Status: "Status", Pay: "Pay", Late: "Pay, and the shop is notified late",
	Twice: "Pay, and the shop is notified twice", Silent: "Pay, and the shop is never notified", Decline: "Decline", Dispute: "Dispute",
	Win: "The shop wins", Lose: "The shop loses", Refund: "Give the rest back", Refunded: "Given back", Back: "Back to the shop",
	Statuses: map[string]string{"requires_action": "waits for you", "authorized": "the money is reserved", "captured": "paid", "cancelled": "cancelled", "failed": "declined", "expired": "expired"},
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.W.Language}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{{.W.Title}}: {{.Amount}}</title>
<link rel="stylesheet" href="/assets/style.css">
<main>
<h1>{{.W.Title}}: {{.Amount}}</h1>
<p>{{.W.Note}}</p>
<p>{{.W.Status}}: <strong>{{.Status}}</strong></p>
{{if .AnyRefunded}}<p>{{.W.Refunded}}: {{.Refunded}}</p>
{{end}}<form method="post">
{{if .Open}}<p><button name="action" value="pay">{{.W.Pay}}</button> <button name="action" value="decline">{{.W.Decline}}</button></p>
<p><button name="action" value="pay_late">{{.W.Late}}</button></p>
<p><button name="action" value="pay_twice">{{.W.Twice}}</button></p>
<p><button name="action" value="pay_silent">{{.W.Silent}}</button></p>
{{end}}{{if .Taken}}{{if eq .Dispute "open"}}<p><button name="action" value="win">{{.W.Win}}</button> <button name="action" value="lose">{{.W.Lose}}</button></p>
{{else if not .Dispute}}<p><button name="action" value="dispute">{{.W.Dispute}}</button></p>
{{end}}{{if .Left}}<p><button name="action" value="refund">{{.W.Refund}}</button></p>
{{end}}{{end}}</form>
{{with .Return}}<p><a href="{{.}}">{{$.W.Back}}</a></p>
{{end}}</main>
`))
