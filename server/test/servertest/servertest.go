// Package servertest runs the service over HTTP on a database of its own, and
// validates every response against the contract.
package servertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/openapi/tools"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/test/storetest"
)

// Demo is a database with the demo shop.
var Demo = storetest.Template{Name: "demo", Build: demo.FillURL, Sources: storetest.DemoSources}

// Server is a running service.
type Server struct {
	URL          string
	DatabaseURL  string
	Store        *store.Store
	ProductCache *catalog.ProductCache
	Index        *search.Indexer // nil when PostgreSQL alone searches
	Contract     *contract.Contract
	Log          *Log
	Config       config.Serve

	jobs, verify func(context.Context) error
	metrics      http.Handler
	refusals     *refusals
}

// RunJobs runs all jobs of the service, due or not.
func (s *Server) RunJobs(t testing.TB) {
	t.Helper()
	if err := s.jobs(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Options change what New runs.
type Options struct {
	Template  storetest.Template    // Demo if it has no name
	Config    func(*config.Serve)   // changes the configuration
	Secrets   *seal.Box             // nil means one of a fixed key
	NoSecrets bool                  // the service has no key for secrets
	Clock     func() time.Time      // of limits, keys and store; time.Now when nil
	Store     func(*store.Options)  // changes the database options
	Unaided   bool                  // disables caching: every call queries the database
	Memory    *server.MemoryOptions // what is cached; nil means an index and some responses
	Database  string                // the address of an existing database, such as that of another server
	Contract  func([]byte) []byte   // changes the contract that is served; responses are validated against the real one
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
	if o.Unaided {
		o.Memory = &server.MemoryOptions{}
	}
	if o.Memory == nil {
		o.Memory = &server.MemoryOptions{Index: true, ProductCache: 1 << 20}
	}
	if o.Database == "" {
		o.Database = storetest.New(t, o.Template)
	}
	s := &Server{DatabaseURL: o.Database, Log: &Log{}, Config: defaults(), refusals: &refusals{}}
	if o.Config != nil {
		o.Config(&s.Config)
	}
	statements := metrics.NewStatements()
	storeOptions := store.Options{Clock: o.Clock, MaxConns: s.Config.MaxConnections, Tracers: []pgx.QueryTracer{statements}}
	if o.Store != nil {
		o.Store(&storeOptions)
	}
	var err error
	if s.Store, err = store.Open(s.DatabaseURL, storeOptions); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Store.Close)
	if err := s.Store.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Contract = changedContract(t, o.Contract)
	log := config.Log{LogFormat: "json", LogLevel: "debug"}.Logger(s.Log)
	limiter, closeLimiter, err := s.Config.Limiter(o.Clock, secrets(t, o), log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closeLimiter() })
	service, err := server.New(server.Options{
		Store: s.Store, Statements: statements, Contract: s.Contract, Limiter: limiter, Memory: *o.Memory, Clock: o.Clock, Secrets: secrets(t, o), Config: s.Config, Log: log,
		Refused: s.noteRefusal(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Background(context.Background()))
	s.verify = service.Verify
	t.Cleanup(func() { s.WantFresh(t) })
	s.ProductCache, s.Index, s.jobs, s.metrics = service.ProductCache(), service.Index(), service.RunJobs, service.Metrics()
	if o.Memory.Index && o.Store == nil {
		Eventually(t, 20*time.Second, s.Index.Ready)
	}
	listening := httptest.NewServer(service.Handler())
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// secrets returns what encrypts the secrets of the service.
func secrets(t testing.TB, o Options) *seal.Box {
	t.Helper()
	if o.NoSecrets || o.Secrets != nil {
		return o.Secrets
	}
	box, err := seal.New(make([]byte, seal.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// WantFresh compares all caches of the service with the database. It is called after
// every test, too: an operation whose changes are not followed fails here, whatever the
// test checks. A test that has made the database unavailable leaves no cache
// that would be used.
func (s *Server) WantFresh(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if s.Store.Ping(ctx) != nil {
		return
	}
	err := s.verify(ctx)
	// A test that ended connections may have left some in the pool, each of which fails once.
	for tries := int32(0); tries < s.Config.MaxConnections && store.IsAway(err); tries++ {
		err = s.verify(ctx)
	}
	if err != nil {
		t.Errorf("what is remembered is not what the database holds: %v", err)
	}
}

// defaults is the configuration of tests: the real one, but with limits that
// only a test of limits reaches, and enough time for large bodies on a busy
// machine.
func defaults() config.Serve {
	limits := config.DefaultLimits()
	limits.AnonymousQuota, limits.AuthAttemptQuota, limits.KeyQuota, limits.PagesQuota, limits.HooksQuota = 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000
	return config.Serve{Console: true, Providers: config.Providers{TestPayments: true}, Limits: limits, MaxConnections: 8, CallTimeout: time.Minute, RedisTimeout: 10 * time.Second, DrainTimeout: 10 * time.Second}
}

// Contract returns the contract, which is parsed once a process.
var Contract = sync.OnceValue(func() *contract.Contract {
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
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
	document := change(gen.OpenAPIJSON())
	schemas, err := tools.JSON(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := contract.Load(document, schemas)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Key makes a key with these scopes, separated by commas, or "all".
func (s *Server) Key(t testing.TB, scopes string) string {
	t.Helper()
	_, secret := s.Grant(t, auth.Grant{Scopes: scopesOf(t, scopes)})
	return secret
}

// Grant makes a key and returns its id and secret. The cart of the demo shop belongs to the
// key that was made last, of those that can use it.
func (s *Server) Grant(t testing.TB, g auth.Grant) (id, secret string) {
	t.Helper()
	if g.Name == "" {
		g.Name = strings.ReplaceAll(t.Name(), "/", " ")
		g.Name = g.Name[:min(len(g.Name), 100)]
	}
	if g.Holder == "" && g.Unfit() != "" {
		g.Holder = auth.Person
	}
	ctx := call.With(t.Context(), call.Command("keys create", "test"))
	keyID, secret, err := auth.Create(ctx, s.Store, g)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(g.Scopes, "cart:write") || slices.Contains(g.Scopes, "orders:write") { // a cart belongs to one key
		if err := demo.GiveCart(ctx, s.Store, keyID); err != nil {
			t.Fatal(err)
		}
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
