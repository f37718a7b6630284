// Package demo contains a small shop, a Danish optician, and writes it to an
// empty database: for a first look at the product, and as data for the tests.
package demo

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Fill writes the demo shop to the database if that is empty, or completes it if
// an earlier Fill was interrupted. It reports whether it did so. If several
// processes fill at once, one does, and the others wait for it.
func Fill(ctx context.Context, st *store.Store, log *slog.Logger) (filled bool, err error) {
	filled, err = fill(ctx, st)
	if err != nil {
		return false, fmt.Errorf("demo: %w", err)
	}
	if filled {
		log.Info("the database holds the demo shop")
	}
	return filled, nil
}

func fill(ctx context.Context, st *store.Store) (bool, error) {
	unlock, err := lock(ctx, st)
	if err != nil {
		return false, err
	}
	defer unlock()
	now, err := read(ctx, st)
	if err != nil || !now.wanting() {
		return false, err
	}
	steps, err := allSteps(st) // all are validated before the first is executed
	if err != nil {
		return false, err
	}
	done, err := now.begin(ctx, st)
	if err != nil {
		return false, err
	}
	for _, s := range steps {
		if done[s.id()] {
			continue
		}
		if err := s.make(ctx); err != nil {
			return false, fmt.Errorf("%s: %w", s.title(), err)
		}
	}
	if err := nameEntry(ctx, st); err != nil {
		return false, err
	}
	if err := mark(ctx, st, complete); err != nil {
		return false, err
	}
	return true, catalog.Analyze(ctx, st)
}

// FillURL is Fill on the database at url.
func FillURL(ctx context.Context, url string) error {
	st, err := store.Open(url, store.Options{})
	if err != nil {
		return err
	}
	defer st.Close()
	_, err = Fill(ctx, st, slog.New(slog.DiscardHandler))
	return err
}

// Key makes a key for the demo shop with all scopes, and returns its secret.
func Key(ctx context.Context, st *store.Store) (secret string, err error) {
	c := call.Task(task)
	c.Tool = "keys.create"
	ctx = call.With(ctx, c)
	id, secret, err := auth.Create(ctx, st, auth.Grant{Name: "demo", Scopes: slices.Clone(contract.Scopes)})
	if err != nil {
		return "", err
	}
	return secret, GiveCart(ctx, st, id)
}
