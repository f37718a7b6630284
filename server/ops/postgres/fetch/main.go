// Command fetch gives the system a PostgreSQL for the product to run, unless it
// has one: "make postgres". See [postgres.Install].
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/storefront/storefront/server/ops/postgres"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	_, err := postgres.Install(ctx, log)
	stop()
	if err != nil {
		log.Error("PostgreSQL could not be installed", "error", err)
		os.Exit(1)
	}
}
