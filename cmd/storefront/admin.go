package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"github.com/storefront/storefront/server/config"
)

// listenAdmin listens on the address for operators, or returns nil if there is to be
// none. Another program may have the default address: two services on one machine are
// no fault.
func listenAdmin(ctx context.Context, c config.Serve, log *slog.Logger) (net.Listener, error) {
	if c.AdminAddr == config.NoAdmin || c.AdminAddr == "" {
		return nil, nil // no address, no listener
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.AdminAddr)
	switch {
	case err == nil:
		log.Info("metrics and profiles are served", "address", "http://"+listener.Addr().String()+"/metrics")
		return listener, nil
	case c.AdminAddr == config.DefaultAdminAddr:
		log.Warn("there are no metrics and profiles: set STOREFRONT_ADMIN_ADDR to another address, or to off", "error", err)
		return nil, nil // the service works without it
	}
	return nil, fmt.Errorf("STOREFRONT_ADMIN_ADDR: %w", err)
}
