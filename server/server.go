// Package server is the HTTP service: the operations of the contract behind one
// chain of checks. This file defines the order of that chain.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/discovery"
	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/tracing"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/images"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/shop/limits"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/shop/settings"
	"github.com/storefront/storefront/server/shop/testbank"
	"github.com/storefront/storefront/server/site"
)

// Options are the dependencies of a Server.
type Options struct {
	Store      *store.Store
	Contract   *contract.Contract
	Limiter    ratelimit.Limiter
	Memory     MemoryOptions    // the zero value disables caching: every call queries the database
	Secrets    *seal.Box        // encrypts the secrets of webhooks; nil: there are no new webhooks, and nothing is delivered
	Clock      func() time.Time // for the expiry of keys; nil means time.Now
	Config     config.Serve
	Log        *slog.Logger
	Statements *metrics.Statements         // counts the statements of Store; may be nil
	Spans      *tracing.Tracer             // makes spans of requests; nil: there are none
	Reset      func(context.Context) error // restores the first state of a sandbox; nil: it is none

	// Refused is told every refusal with the id of its request; may be nil.
	Refused func(id uuid.UUID, p *problem.Error)
}

// MemoryOptions say what is kept in memory of the catalogue.
type MemoryOptions struct {
	Index        bool // of all products, for searches
	ProductCache int  // bytes of answers about products
}

// Server serves the operations of the contract.
type Server struct {
	store         *store.Store
	contract      *contract.Contract
	keys          *auth.KeyCache
	productCache  *catalog.ProductCache
	index         *search.Indexer // nil when PostgreSQL alone searches
	switches      *settings.Switches
	images        *images.Images
	payments      *payments.Payments
	testbank      *testbank.Bank // nil: the payment provider test is off
	feed          *changes.Feed
	counts        *insight.Counts
	limiter       ratelimit.Limiter
	waiting       ratelimit.Waiting
	shared        *ratelimit.Shared // the limiter, if replicas share their limits; else nil
	secrets       *seal.Box         // may be nil
	clock         func() time.Time
	reset         func(context.Context) error // nil unless this is a sandbox
	config        config.Serve
	log           *slog.Logger
	clients       ratelimit.Resolver
	warnForwarded sync.Once // of headers that are ignored
	echo          *echo.Echo
	handler       http.Handler // echo, with what comes before it
	site          *site.Site
	limited       limited // refusals that are not logged yet
	metrics       *metrics.Metrics
	spans         *tracing.Tracer          // may be nil
	areas         map[string]*metrics.Area // of the routes, by path
	nowhere       *metrics.Area            // of requests without a route
	plainRoutes   []*echo.Route            // without parameters
	refused       func(uuid.UUID, *problem.Error)

	readiness readiness
}

// New assembles the service. The error names an operation of the contract that
// cannot be routed.
func New(o Options) (*Server, error) {
	if err := o.Config.Validate(); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	pictures, err := images.New(o.Store, o.Config.Images)
	if err != nil {
		return nil, err
	}
	feed := changes.New(o.Store, o.Log)
	feed.Tolerate(o.Config.StaleReads)
	s := &Server{
		store: o.Store, contract: o.Contract, clock: o.Clock, reset: o.Reset, limiter: o.Limiter, secrets: o.Secrets, config: o.Config, log: o.Log, spans: o.Spans, refused: o.Refused,
		feed: feed, keys: auth.NewKeyCache(o.Store, o.Log, feed, o.Clock), productCache: catalog.NewProductCache(o.Store, feed, o.Memory.ProductCache),
		switches: settings.NewSwitches(o.Store, feed), counts: insight.NewCounts(o.Store, o.Log), images: pictures,
		clients: ratelimit.NewResolver(o.Config.TrustedProxies), echo: echo.New(),
	}
	o.Store.Limit(limits.Limiter{})
	if s.refused == nil {
		s.refused = func(uuid.UUID, *problem.Error) {}
	}
	if o.Memory.Index {
		s.index = search.NewIndexer(o.Store, o.Log, feed)
	}
	s.shared, _ = o.Limiter.(*ratelimit.Shared)
	s.metrics = s.metricsOf(o.Statements)
	s.payments = s.newPayments()
	s.echo.HTTPErrorHandler = s.refuse
	s.echo.Binder = binder{}
	registerDecoder()

	// Every request. The chain is made once; echo makes its own for each request.
	every := s.begin(s.traceRequests(s.measureRequests(s.catchPanics(s.cors()(routed)))))
	s.echo.Use(func(echo.HandlerFunc) echo.HandlerFunc { return every })

	// Every operation, in the order of the checks.
	tools := &toolRouter{
		EchoRouter: s.echo, contract: s.contract, inside: map[string]echo.HandlerFunc{},
		edge: []toolMiddleware{
			s.measureHTTP,
			s.traceHTTP,
			s.announceDeprecation,
			s.limitBody,
			s.traceCheck("admit", s.admit), // the limit of the address, credentials, the limit of the key
		},
		chain: []toolMiddleware{
			s.countCalls,
			s.auditRefusals,
			s.catchPanicsOfCalls,
			s.traceCheck("validate", s.validate), // scope, media type, JSON, schema
			s.chooseFields,
			s.limitTime,
			s.repeatRead,     // a read, when the database goes away
			s.replayRepeated, // a write with an Idempotency-Key
		},
		within: []toolMiddleware{s.measureInside, s.traceInside},
	}
	api.RegisterHandlers(tools, api.NewStrictHandler(s.resources(), []api.StrictMiddlewareFunc{s.auditAccess, s.nameRestore, answered}))
	s.mountSite(tools)
	discovery.Register(s.echo, &discovery.Options{
		Contract: s.contract, BaseURL: s.baseURL, Ready: s.ready, Admit: s.admitReader, Home: s.site.Home, ToolNotFound: s.toolNotFound,
		Sandbox: s.sandboxed(),
	})
	discovery.RegisterReference(s.echo, &discovery.ReferenceOptions{BaseURL: s.baseURL, Limit: s.limitPages, Sandbox: s.sandboxed()})
	s.mountKey()
	s.mountReset()
	err = errors.Join(tools.err, s.mountMCP(tools), s.mountConsole(), s.mountPayments())
	s.setAreas()
	s.setPlainRoutes()
	if err != nil {
		return nil, err
	}
	s.handler, err = compressed(s.normalizePaths(s.echo))
	return s, err
}

// ProductCache returns the cache of answers about products.
func (s *Server) ProductCache() *catalog.ProductCache { return s.productCache }

// Index returns the indexer of the products, or nil when PostgreSQL alone searches.
func (s *Server) Index() *search.Indexer { return s.index }

// Verify waits until all changes have been followed and compares all caches with
// the database. Tests call it.
func (s *Server) Verify(ctx context.Context) error { return s.feed.Verify(ctx) }

// Handler returns the service as an HTTP handler.
func (s *Server) Handler() http.Handler { return s.handler }

// HTTPServer returns a server with time limits that keep slow clients from
// holding connections.
func (s *Server) HTTPServer() *http.Server {
	return &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 60 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}
