// Package servertest runs the service over HTTP on a database of its own, and
// holds every answer against the contract.
package servertest

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/test/storetest"
)

// Demo is a database with the demo shop.
var Demo = storetest.Template{Name: "demo", Build: demo.FillURL, Sources: storetest.DemoSources}

// Server is a running service.
type Server struct {
	URL         string
	DatabaseURL string
	Store       *store.Store
	Memory      *catalog.Memory // nil when unaided
	Contract    *contract.Contract
	Log         *Log
	Config      config.Serve
}

// Options change what New runs.
type Options struct {
	Template storetest.Template     // Demo when it has no name
	Config   func(*config.Serve)    // changes the configuration
	Clock    func() time.Time       // of limits, keys and store; time.Now when nil
	Store    func(*store.Options)   // changes the way to the database
	Unaided  bool                   // whether every call asks the database, as long as nothing is in memory
	Memory   *catalog.MemoryOptions // what is kept in memory; an index and some answers when nil
	Database string                 // the address of a database that is there, such as that of another server
	Contract func([]byte) []byte    // changes the contract that is served; answers are held against the real one
}

// New starts the service for one test.
func New(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Template.Name == "" {
		o.Template = Demo
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Memory == nil {
		o.Memory = &catalog.MemoryOptions{Index: true, Answers: 1 << 20}
	}
	if o.Database == "" {
		o.Database = storetest.New(t, o.Template)
	}
	s := &Server{DatabaseURL: o.Database, Log: &Log{}, Config: defaults()}
	if o.Config != nil {
		o.Config(&s.Config)
	}
	storeOptions := store.Options{Clock: o.Clock, MaxConns: 8}
	if o.Store != nil {
		o.Store(&storeOptions)
	}
	var err error
	if s.Store, err = store.Open(s.DatabaseURL, storeOptions); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Store.Close)
	s.Contract = changedContract(t, o.Contract)
	log := slog.New(slog.NewJSONHandler(s.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	keeper := auth.NewKeeper(s.Store, log, o.Clock)
	if !o.Unaided {
		s.Memory = catalog.NewMemory(s.Store, log, *o.Memory)
	}
	service, err := server.New(server.Options{
		Memory: s.Memory, Store: s.Store, Contract: s.Contract, Keeper: keeper, Limiter: s.Config.Limits.Limiter(o.Clock), Config: s.Config, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Background(context.Background()))
	if s.Memory != nil && o.Memory.Index && o.Store == nil {
		Eventually(t, 20*time.Second, func() bool { return s.Memory.Ready() != nil })
	}
	listening := httptest.NewServer(service.Handler())
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// defaults are the configuration of tests: the real one, but with limits that
// only a test of limits reaches.
func defaults() config.Serve {
	limits := config.DefaultLimits()
	limits.AnonymousQuota, limits.AuthAttemptQuota, limits.KeyQuota = 1_000_000, 1_000_000, 1_000_000
	return config.Serve{Limits: limits, CallTimeout: 10 * time.Second, DrainTimeout: 10 * time.Second}
}

// Contract returns the contract, which is parsed once a process.
var Contract = sync.OnceValue(func() *contract.Contract {
	c, err := contract.Load(gen.OpenAPIJSON)
	if err != nil {
		panic(err)
	}
	return c
})

// changedContract returns the contract after a change to its document.
func changedContract(t testing.TB, change func([]byte) []byte) *contract.Contract {
	t.Helper()
	if change == nil {
		return Contract()
	}
	c, err := contract.Load(change(gen.OpenAPIJSON))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Key makes a key with these scopes, written with commas, or "all".
func (s *Server) Key(t testing.TB, scopes string) string {
	t.Helper()
	_, secret := s.Grant(t, auth.Grant{Scopes: scopesOf(t, scopes)})
	return secret
}

// Grant makes a key and returns its id and secret.
func (s *Server) Grant(t testing.TB, g auth.Grant) (id, secret string) {
	t.Helper()
	if g.Name == "" {
		g.Name = strings.ReplaceAll(t.Name(), "/", " ")
		g.Name = g.Name[:min(len(g.Name), 100)]
	}
	ctx := call.With(t.Context(), call.Command("keys create", "test"))
	keyID, secret, err := auth.Create(ctx, s.Store, g)
	if err != nil {
		t.Fatal(err)
	}
	return keyID.String(), secret
}

func scopesOf(t testing.TB, list string) []string {
	t.Helper()
	if list == "" {
		return []string{}
	}
	scopes, err := auth.ParseScopes(list)
	if err != nil {
		t.Fatal(err)
	}
	return scopes
}
