package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/store"
)

// reviveEvery is how often serve checks that its own PostgreSQL answers.
const reviveEvery = time.Second

// revive restarts the service's own PostgreSQL when it has died, until ctx ends.
func revive(ctx context.Context, dataDir string, st *store.Store, log *slog.Logger) {
	var last *postgres.Instance // besides the one that openDatabase holds
	defer func() { letGo(last, log) }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(reviveEvery):
		}
		asked, cancel := context.WithTimeout(ctx, 5*reviveEvery)
		err := st.Ping(asked)
		cancel()
		if err == nil || ctx.Err() != nil {
			continue
		}
		log.Warn("PostgreSQL does not answer; starting it if it has stopped", "error", err)
		instance, err := postgres.Open(ctx, postgres.Options{DataDir: dataDir, Logger: log})
		if err != nil {
			log.Error("PostgreSQL was not started", "error", err)
			continue
		}
		letGo(last, log)
		last = instance
	}
}

func letGo(instance *postgres.Instance, log *slog.Logger) {
	if instance == nil {
		return
	}
	if err := instance.Close(); err != nil {
		log.Error("PostgreSQL was not released", "error", err)
	}
}
