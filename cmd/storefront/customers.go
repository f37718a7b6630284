package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/customers"
)

type eraseCustomerCommand struct {
	Email           string `required:"" help:"The whole e-mail address of the person."`
	Confirm         bool   `help:"Erase. Without it the command does nothing."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run forgets the person as customer.erase does, also one who never ordered and has no
// id. The audit has a row of it without the address.
func (c *eraseCustomerCommand) Run(ctx context.Context) error {
	if !strings.Contains(c.Email, "@") {
		return fmt.Errorf("--email %q is no e-mail address", c.Email)
	}
	if !c.Confirm {
		return errors.New("nobody was erased; add --confirm to erase the person for good")
	}
	return withStore(ctx, c.Database, c.Log, "customers.erase", func(ctx context.Context, st *store.Store) error {
		erased, err := customers.EraseByEmail(ctx, st, c.Email)
		if err != nil {
			return err
		}
		fmt.Printf("%d orders, %d carts and %d rows of the audit were made anonymous, %d kept answers deleted. The id is %s.\n",
			erased.OrdersAnonymized, erased.CartsAnonymized, erased.AuditEntriesAnonymized, erased.AnswersDeleted, erased.CustomerId)
		return nil
	})
}
