package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
	"github.com/storefront/storefront/server/shop/testbank"
)

type reconcileCommand struct {
	Since            config.Past `default:"30d" help:"Only payments that were begun since: a date such as 2026-11-01 (UTC), a timestamp, or a period."`
	JSON             bool        `help:"Print the result as JSON."`
	config.Providers `embed:""`
	config.Database  `embed:""`
	config.Log       `embed:""`
}

// errBooksDiffer makes the program exit with a non-zero status.
var errBooksDiffer = errors.New("the books differ")

// Run compares the books of payments with those of their providers, and prints the sums and what differs.
func (c *reconcileCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "payments.reconcile", func(ctx context.Context, st *store.Store) error {
		since, err := c.Since.From(st.Now())
		if err != nil {
			return fmt.Errorf("--since: %w", err)
		}
		providers, err := c.providers(ctx, st)
		if err != nil {
			return err
		}
		result, err := payments.Reconcile(ctx, st, providers, since)
		if err != nil {
			return err
		}
		print := printReconciliation
		if c.JSON {
			print = func(r *payments.Reconciliation) error { return wire.Encode(os.Stdout, r) }
		}
		if err := print(result); err != nil {
			return err
		}
		if !result.Agree {
			return errBooksDiffer
		}
		return nil
	})
}

// providers returns those that are on, as for serve, and have books of their own.
func (c *reconcileCommand) providers(ctx context.Context, st *store.Store) (payments.Providers, error) {
	on := payments.Providers{}
	isDemo, err := demo.Is(ctx, st)
	if err != nil {
		return nil, err
	}
	if isDemo || c.TestPayments {
		on[testbank.Name] = testbank.New(st)
	}
	if c.StripeSecretKey != "" {
		on[stripe.Name] = stripe.New(stripe.Options{SecretKey: c.StripeSecretKey, URL: c.StripeURL, Now: st.Now})
	}
	if len(on) == 0 {
		return nil, errors.New("no payment provider is on: set STOREFRONT_STRIPE_SECRET_KEY, or STOREFRONT_TEST_PAYMENTS to true")
	}
	return on, nil
}

func printReconciliation(r *payments.Reconciliation) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PROVIDER\tWHAT\tOURS\tPROVIDER'S")
	for _, p := range r.Providers {
		fmt.Fprintf(w, "%s\ttaken\t%d: %s\t%d: %s\n", p.Provider, p.Ours.Captured, undo.Kroner(p.Ours.CapturedOere), p.Theirs.Captured, undo.Kroner(p.Theirs.CapturedOere))
		fmt.Fprintf(w, "%s\tgiven back\t%d: %s\t%d: %s\n", p.Provider, p.Ours.Refunded, undo.Kroner(p.Ours.RefundedOere), p.Theirs.Refunded, undo.Kroner(p.Theirs.RefundedOere))
	}
	if len(r.Differences) > 0 {
		fmt.Fprintln(w, "\nPROVIDER\tPAYMENT\tREFERENCE\tOURS\tPROVIDER'S")
	}
	for _, d := range r.Differences {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", d.Provider, orDash(d.PaymentID), orDash(d.Reference), moneyText(d.Ours), moneyText(d.Theirs))
	}
	if len(r.Orders) > 0 {
		fmt.Fprintln(w, "\nORDER\tTOTAL\tREFUNDED\tITS PAYMENTS")
	}
	for _, o := range r.Orders {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.OrderID, undo.Kroner(o.TotalOere), undo.Kroner(o.RefundedOere), moneyText(&o.Payments))
	}
	if r.Agree {
		fmt.Fprintln(w, "The books agree.")
	}
	return w.Flush()
}

// moneyText returns what was taken and given back; a dash for a payment that is not in the books.
func moneyText(m *payments.Money) string {
	if m == nil {
		return "-"
	}
	return fmt.Sprintf("%s taken, %s given back", undo.Kroner(m.CapturedOere), undo.Kroner(m.RefundedOere))
}

func orDash(text *string) string { return cmp.Or(wire.OrEmpty(text), "-") }
