package server

import (
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/site"
)

// statusClientGone is what metrics show of a call whose caller left before its answer.
const statusClientGone = 499

// metricsOf returns the metrics of the service.
func (s *Server) metricsOf(statements *metrics.Statements) *metrics.Metrics {
	return metrics.New(metrics.Options{
		Version: config.Version(), Contract: s.contract, Store: s.store, Statements: statements, Feed: s.feed, Memory: s.memory, Limits: s.shared,
		Pages: func() site.CacheStatus { return s.site.Cache() }, Jobs: s.jobNames,
	})
}

func (s *Server) jobNames() (names []string) {
	for _, job := range s.jobs().Jobs {
		names = append(names, job.Name)
	}
	return names
}

// measured counts every request by the area of its address and the class of its status. It
// has an error answered, so that the status is known.
func (s *Server) measured(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		s.metrics.Began()
		defer s.metrics.Ended()
		if err := next(c); err != nil {
			c.Error(err)
		}
		area := s.areas[c.Path()]
		if area == nil {
			area = s.nowhere
		}
		area.Answered(time.Since(began), c.Response().Status)
		return nil
	}
}

// setAreas prepares what counts the requests of each route. It is called when all routes
// are there.
func (s *Server) setAreas() {
	named := map[string]*metrics.Area{}
	for _, name := range []string{metrics.Operations, metrics.Protocol, metrics.Pages, metrics.Documents} {
		named[name] = s.metrics.Area(name)
	}
	s.nowhere, s.areas = s.metrics.Area(metrics.Nowhere), map[string]*metrics.Area{}
	for _, route := range s.echo.Routes() {
		s.areas[route.Path] = named[s.areaOf(route.Path)]
	}
}

func (s *Server) areaOf(path string) string {
	switch {
	case strings.HasPrefix(path, contract.ToolPath):
		return metrics.Operations
	case path == mcpPath:
		return metrics.Protocol
	case s.site.Has(path):
		return metrics.Pages
	}
	return metrics.Documents
}

// measuredHTTP counts the calls of an operation over HTTP, with those that are refused for
// a limit or a key.
func (s *Server) measuredHTTP(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	calls := s.metrics.Calls(op.Name, metrics.HTTP)
	return func(c echo.Context) error { return measure(calls, next, c) }
}

// measuredInside counts the calls of an operation that come from inside the process: over
// MCP, and for a page of the shop.
func (s *Server) measuredInside(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	mcp := s.metrics.Calls(op.Name, metrics.MCP)
	var site *metrics.Calls
	if op.Anonymous {
		site = s.metrics.Calls(op.Name, metrics.Site)
	}
	return func(c echo.Context) error {
		if call.From(c.Request().Context()).Channel == call.MCP || site == nil {
			return measure(mcp, next, c)
		}
		return measure(site, next, c)
	}
}

func measure(calls *metrics.Calls, next echo.HandlerFunc, c echo.Context) error {
	began := time.Now()
	err := next(c)
	switch {
	case err == nil:
		calls.Succeeded(time.Since(began))
	case c.Request().Context().Err() != nil:
		calls.Refused(time.Since(began), statusClientGone, "caller_gone")
	default:
		p := asProblem(err)
		calls.Refused(time.Since(began), p.Status(), string(p.Code))
	}
	return err
}
