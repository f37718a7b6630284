package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/tracing"
)

type serveCommand struct {
	config.Serve    `embed:""`
	config.Sandbox  `embed:""`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run serves the API until the program is told to stop.
func (c *serveCommand) Run(ctx context.Context) error {
	// Settings are validated first: a server that cannot start creates no data and
	// no key.
	if err := errors.Join(c.Apply(&c.Serve), c.Validate()); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("STOREFRONT_ADDR: %w: set it, or --addr, to another address", err)
	}
	defer listener.Close()
	log := c.Logger(os.Stderr)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	for _, warning := range c.Warnings() {
		log.Warn(warning)
	}
	if c.Sandbox.Sandbox {
		return c.serveSandbox(ctx, listener, log)
	}
	admin, err := listenAdmin(ctx, c.Serve, log)
	if err != nil {
		return err
	}
	if admin != nil {
		defer admin.Close()
	}
	db, err := openDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer db.close()
	secrets, err := c.secrets(db.folder)
	if err != nil {
		return err
	}
	if err := sandbox.Refuse(ctx, db.url); err != nil {
		return err
	}
	applied, err := store.Migrate(ctx, db.url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	log.Info("the database is up to date", "applied", applied)
	spans, endSpans, err := tracing.Export(ctx, config.Version(), log)
	if err != nil {
		return err
	}
	defer endSpans()
	statements := metrics.NewStatements()
	st, err := store.Open(db.url, store.Options{MaxConns: c.MaxConnections, Spans: spans, Tracers: append(spans.SQLTracers(), statements)})
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Verify(ctx); err != nil {
		return err
	}
	demoKey, err := c.fillDemo(ctx, st, log)
	if err != nil {
		return err
	}
	limiter, closeLimiter, err := c.Limiter(time.Now, secrets, log)
	if err != nil {
		return err
	}
	defer closeLimiter() //nolint:errcheck // the buckets are in Redis
	service, err := newService(server.Options{
		Store: st, Limiter: limiter, Config: c.Serve, Log: log, Secrets: secrets, Spans: spans, Statements: statements,
		Memory: server.MemoryOptions{Index: c.SearchIndex, ProductCache: c.CacheMB << 20},
	})
	if err != nil {
		return err
	}
	if err := c.announce(ctx, st, listener.Addr().String(), demoKey); err != nil {
		return err
	}
	if c.DatabaseURL == "" {
		watching, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer stop()
		wg.Go(func() { revive(watching, c.Data, st, log) })
	}
	return service.Serve(ctx, listener, admin)
}

// newService returns the service of the contract that is built in.
func newService(o server.Options) (service *server.Server, err error) {
	if o.Contract, err = contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON()); err != nil {
		return nil, err
	}
	return server.New(o)
}

// garbagePercent is how much garbage may accumulate, of what lives. Go's 100 takes 22 MiB more with 19,406 products.
const garbagePercent = 50

// keyFile is the file in the data folder with the key of the secrets.
const keyFile = "secrets.key"

// secrets returns what encrypts the secrets of webhooks, with the configured key or that of the data
// folder; nil if there is neither.
func (c *serveCommand) secrets(folder string) (*seal.Box, error) {
	var key []byte
	var err error
	switch {
	case c.SecretsKey != "":
		key, err = seal.ParseKey(c.SecretsKey)
	case folder != "":
		key, err = seal.KeyFile(filepath.Join(folder, keyFile))
	default:
		return nil, nil //nolint:nilnil // no key, no box
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the secrets: %w", err)
	}
	return seal.New(key)
}

// fillDemo writes the demo shop to an empty database and returns a key for it;
// "" if the database was not empty. With a live key of a payment provider a demo shop is refused.
func (c *serveCommand) fillDemo(ctx context.Context, st *store.Store, log *slog.Logger) (string, error) {
	if !c.Demo {
		if !c.StripeLive() {
			return "", nil
		}
		is, err := demo.Is(ctx, st)
		if is {
			err = errors.New("the database holds the demo shop and STOREFRONT_STRIPE_SECRET_KEY is live: a demo shop takes no money; use another database, or leave the key out")
		}
		return "", err
	}
	ctx = call.With(ctx, call.Task("demo"))
	filled, err := demo.Fill(ctx, st, log)
	if err != nil || !filled {
		return "", err
	}
	return demo.Key(ctx, st)
}

// announce prints the address of the service and how to call it, of a demo shop with a link that signs in to the console.
func (c *serveCommand) announce(ctx context.Context, st *store.Store, address, demoKey string) error {
	base := cmp.Or(c.BaseURL, "http://"+address)
	if !c.Demo {
		fmt.Printf("Storefront serves %s\n", base)
		return nil
	}
	key := "$KEY"
	if demoKey != "" {
		key = demoKey
		fmt.Printf("\nA demo shop is in the database. Its key, shown this once:\n\n  %s\n", demoKey)
	}
	fmt.Printf(`
Storefront serves %[1]s

  the reference, in a browser: %[1]s/docs
  for agents, over MCP:        %[1]s/api/mcp

  curl -s %[1]s/api/v1/tools/products.search -H 'Content-Type: application/json' -d '{"q":"solbriller","limit":3}'
  curl -s %[1]s/api/v1/tools/products.get -H 'Content-Type: application/json' -d '{"slug":"round-metal"}'
  curl -s %[1]s/api/v1/tools/orders.list -H 'Content-Type: application/json' -H "Authorization: Bearer %[2]s" -d '{"status":"paid"}'

`, base, key)
	if demoKey == "" {
		fmt.Print("A key for the last line: bin/storefront keys create --name me --scopes all\n\n")
	}
	if !c.Console || !onlySeen() {
		return nil
	}
	link, err := console.Link(call.With(ctx, call.Command("console", operator())), st, cmp.Or(c.BaseURL, "http://"+reachable(address)), operator())
	if err == nil {
		fmt.Printf("The console, with a link that signs you in once, within ten minutes:\n\n  %s\n\n", link)
	}
	return err
}

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
	return nil, fmt.Errorf("STOREFRONT_ADMIN_ADDR: %w: set it, or --admin-addr, to another address, or to off", err)
}

// reviveEvery is how often serve checks that its own PostgreSQL answers.
const reviveEvery = time.Second

// revive restarts the service's own PostgreSQL when it has died, until ctx ends.
func revive(ctx context.Context, dataDir string, st *store.Store, log *slog.Logger) {
	var last *postgres.Instance // besides the one that openDatabase holds
	defer func() { closeInstance(last, log) }()
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
		closeInstance(last, log)
		last = instance
	}
}
