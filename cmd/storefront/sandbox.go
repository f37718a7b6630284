package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
)

// serveSandbox serves a throw-away shop until ctx ends.
func (c *serveCommand) serveSandbox(ctx context.Context, listener net.Listener, log *slog.Logger) error {
	if config.OnLoopback(c.Addr) {
		c.WebhookAllowLoopback = true // who calls is on this machine anyway
	} else {
		log.Warn("others can reach this sandbox, whose keys are public: leave STOREFRONT_ADDR out to let only this machine reach it", "address", c.Addr)
	}
	loading := make(chan func() (*contract.Contract, error), 1)
	go func() { // it takes as long as starting PostgreSQL
		loaded, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
		loading <- func() (*contract.Contract, error) { return loaded, err }
	}()
	db, err := sandbox.Open(ctx, sandbox.Options{
		Seed: c.Seed, Clock: c.Clock, Machine: time.Now, DatabaseURL: c.DatabaseURL, Program: identity(), Cache: sandboxCache(), Log: log,
	})
	if err != nil {
		return err
	}
	defer db.Close()
	secrets, err := c.sandboxSecrets()
	if err != nil {
		return err
	}
	operations, err := (<-loading)()
	if err != nil {
		return err
	}
	s := &sandboxService{command: c, db: db, log: log, options: server.Options{
		Contract: operations, Config: c.Serve, Log: sandbox.Quiet(log), Secrets: secrets, Clock: db.Now,
		Memory: server.MemoryOptions{Index: c.SearchIndex, ProductCache: c.CacheMB << 20},
	}}
	if s.shop, err = sandbox.NewShop(ctx, db, c.CallTimeout+5*time.Second, s.begin); err != nil {
		return err
	}
	defer s.shop.Close()
	front := s.service.HTTPServer()
	front.Handler = s.shop
	c.announceSandbox(listener.Addr().String())
	return server.Listen(ctx, front, listener, c.DrainTimeout, log)
}

// sandboxService makes the service of a sandbox, at its start and after each reset.
type sandboxService struct {
	command *serveCommand
	db      *sandbox.Database
	log     *slog.Logger
	options server.Options
	shop    *sandbox.Shop
	service *server.Server
}

// begin makes the service: nothing of it was there before the reset.
func (s *sandboxService) begin(ctx context.Context) (*sandbox.Life, error) {
	statements := metrics.NewStatements()
	options := store.Options{MaxConns: s.command.MaxConnections, Tracers: []pgx.QueryTracer{statements}}
	s.db.Configure(&options)
	st, err := store.Open(s.db.URL, options)
	if err != nil {
		return nil, err
	}
	o := s.options
	o.Store, o.Statements, o.Limiter = st, statements, s.command.Limits.Limiter(time.Now)
	o.Reset = func(ctx context.Context) error { return s.shop.Reset(ctx) }
	if s.service, err = server.New(o); err != nil {
		st.Close()
		return nil, err
	}
	stop := s.service.Background(context.WithoutCancel(ctx))
	return &sandbox.Life{Handler: s.service.Handler(), End: func() { stop(); st.Close() }}, nil
}

// sandboxSecrets returns what encrypts the secrets of webhooks, with a key that is forgotten.
func (c *serveCommand) sandboxSecrets() (*seal.Box, error) {
	if c.SecretsKey == "" {
		return seal.New(seal.NewKey())
	}
	return c.secrets("")
}

// identity identifies the program: by its version, or by its file if that is of no version.
func identity() string {
	version := config.Version()
	if !strings.Contains(version, "dirty") && !strings.Contains(version, "dev") {
		return version
	}
	path, err := os.Executable()
	if err != nil {
		return version
	}
	about, err := os.Stat(path)
	if err != nil {
		return version
	}
	return fmt.Sprintf("%s, %d bytes of %d", version, about.Size(), about.ModTime().UnixNano())
}

// sandboxCache is the folder of prepared sandboxes, or "" if the user has no cache.
func sandboxCache() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "storefront", "sandbox")
}

// announceSandbox prints the keys, and then the address, when calls are taken.
func (c *serveCommand) announceSandbox(address string) {
	fmt.Print("This is a sandbox, whose data is thrown away. Its keys, which everybody knows, by their scope:\n\n")
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, k := range sandbox.Keys() {
		fmt.Fprintf(w, "  %s\t%s\n", k.Name, k.Secret)
	}
	_ = w.Flush() // nobody reads it
	fmt.Printf("\nStorefront serves %s\n", cmp.Or(c.BaseURL, "http://"+address))
}
