// Package server is the HTTP service: the contract's operations behind one
// chain of checks. This file is the order of that chain.
package server

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/clientip"
	"github.com/storefront/storefront/server/edge/discovery"
	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/edge/reference"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Options are what a Server is made of.
type Options struct {
	Store    *store.Store
	Contract *contract.Contract
	Keeper   *auth.Keeper
	Memory   *catalog.Memory // nil has every call ask the database
	Limiter  ratelimit.Limiter
	Config   config.Serve
	Log      *slog.Logger
}

// Server answers the operations of the contract.
type Server struct {
	store    *store.Store
	contract *contract.Contract
	keeper   *auth.Keeper
	memory   *catalog.Memory
	limiter  ratelimit.Limiter
	config   config.Serve
	log      *slog.Logger
	clients  clientip.Resolver
	echo     *echo.Echo

	readiness readiness
}

// New assembles the service. The error names an operation of the contract that
// cannot be routed.
func New(o Options) (*Server, error) {
	if err := o.Config.Validate(); err != nil {
		return nil, err
	}
	s := &Server{
		store: o.Store, contract: o.Contract, keeper: o.Keeper, memory: o.Memory, limiter: o.Limiter, config: o.Config, log: o.Log,
		clients: clientip.NewResolver(o.Config.TrustedProxies), echo: echo.New(),
	}
	s.echo.HTTPErrorHandler = s.refuse
	s.echo.Binder = binder{}

	// Every request. The chain is made once; echo makes its own for each request.
	every := s.begin(s.recovered(cors()(routed)))
	s.echo.Use(func(echo.HandlerFunc) echo.HandlerFunc { return every })

	// Every operation, in the order of the checks.
	tools := &toolRouter{
		EchoRouter: s.echo, contract: s.contract, inside: map[string]echo.HandlerFunc{},
		edge: []toolMiddleware{
			s.announce,
			s.limitBody,
			s.admit, // rate limit, then credentials
		},
		chain: []toolMiddleware{
			s.audited,
			s.caught,
			s.authorise,
			s.readBody,
			s.limitTime,
		},
	}
	api.RegisterHandlers(tools, api.NewStrictHandler(s.resources(), []api.StrictMiddlewareFunc{s.traced, answered}))
	discovery.Register(s.echo, discovery.Options{Contract: s.contract, BaseURL: s.baseURL, Ready: s.ready})
	reference.Register(s.echo)
	return s, errors.Join(tools.err, s.mountMCP(tools))
}

// Handler returns the service as an HTTP handler.
func (s *Server) Handler() http.Handler { return decoded(s.echo) }

// HTTPServer returns a server with the time limits that keep slow clients from
// holding it up.
func (s *Server) HTTPServer() *http.Server {
	return &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 60 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}
