// Package peer contains the handlers with which the service is compared: one
// that returns a stored body, and those that a competent developer would write
// by hand with net/http and pgx. They validate nothing, have no rate limits and
// no authentication.
package peer

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Command serves the peers until it is told to stop.
type Command struct {
	DatabaseURL string `required:""`
	Body        string `required:"" help:"File with the stored body."`
	MaxConns    int32  `default:"16"`
}

// Run serves /stored, /get and /search, and prints the address.
func (c *Command) Run(ctx context.Context) error {
	stored, err := os.ReadFile(c.Body)
	if err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(c.DatabaseURL)
	if err != nil {
		return err
	}
	config.MaxConns = c.MaxConns
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	mux := http.NewServeMux()
	mux.Handle("POST /stored", storedBody(stored))
	mux.Handle("POST /get", get(pool))
	mux.Handle("POST /search", search(pool))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	fmt.Printf("http://%s\n", listener.Addr())
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}
