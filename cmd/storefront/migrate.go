package main

import (
	"context"
	"fmt"
	"os"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/store"
)

type migrateCommand struct {
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run applies the pending migrations.
func (c *migrateCommand) Run(ctx context.Context) error {
	opened, err := openDatabase(ctx, c.Database, c.Logger(os.Stderr))
	if err != nil {
		return err
	}
	defer opened.close()
	applied, err := store.Migrate(ctx, opened.url)
	if err != nil {
		return err
	}
	fmt.Printf("applied %d migrations\n", applied)
	return nil
}
