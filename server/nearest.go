package server

import (
	"cmp"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/text"
)

// nothingAt is the refusal of a request for a path where nothing is. It names the address that is meant, if one is near.
func (s *Server) nothingAt(r *http.Request) *problem.Error {
	p := problem.Newf(problem.EndpointNotFound, "There is nothing at %.200q.", r.URL.Path)
	if len(r.URL.Path) > longestMistyped {
		return p
	}
	if name := s.operationMeant(r); name != "" {
		meant := contract.ToolPath + name
		p.Resolution = "Call " + meant + " with POST."
		return p.Then(problem.Send{Method: http.MethodPost, Path: meant})
	}
	switch near := s.nearestRoute(strings.ToLower(r.URL.Path)); {
	case near == nil:
	case near.Method == http.MethodGet:
		p.Resolution = "Read " + near.Path + "."
		return p.Then(problem.Read(near.Path))
	default:
		p.Resolution = "Send it to " + near.Path + " with " + near.Method + "."
		return p.Then(problem.Send{Method: near.Method, Path: near.Path})
	}
	return p
}

// longestMistyped is the longest path, in bytes, that is compared with those that exist.
const longestMistyped = 128

// ofTools matches what callers write before the name of an operation.
var ofTools = regexp.MustCompile(`^(/api|/v\d+|/tools?|/rest|/mcp)*/`)

// operationMeant returns the operation that a path names, as /api/v1/products.search and /api/v1/products/search do, or
// that reads what a path names where programs look for collections; "" if there is none.
func (s *Server) operationMeant(r *http.Request) string {
	before := ofTools.FindString(r.URL.Path)
	name := strings.ReplaceAll(strings.Trim(strings.TrimPrefix(r.URL.Path, before), "/"), "/", ".")
	if before == "/" { // it may be the path of a page
		if s.contract.Tool(name) == nil {
			return ""
		}
		return name
	}
	near := s.contract.Nearest(name)
	if group, _, one := strings.Cut(name, "."); near == "" && r.Method == http.MethodGet {
		verb := ".list"
		if one {
			verb = ".get"
		}
		near = s.contract.Nearest(group + verb)
	}
	return near
}

// nearestRoute returns the route without parameters whose path is spelled most alike, or else one with the same last
// part, if need be but for its ending; nil if there is none.
func (s *Server) nearestRoute(mistyped string) *echo.Route {
	var best *echo.Route
	least := max(1, len(path.Base(mistyped))/4)
	for _, route := range s.plainRoutes {
		if d := text.Distance(mistyped, route.Path); d < least || d == least && best == nil {
			best, least = route, d
		}
	}
	if best != nil {
		return best
	}
	for _, same := range []func(string) string{path.Base, stem} {
		for _, route := range s.plainRoutes {
			if same(route.Path) == same(mistyped) {
				return route
			}
		}
	}
	return nil
}

// setPlainRoutes notes the routes without parameters, those with the shortest paths first. It is called when all routes
// are there.
func (s *Server) setPlainRoutes() {
	s.plainRoutes = slices.DeleteFunc(s.echo.Routes(), func(r *echo.Route) bool {
		return r.Method != http.MethodGet && r.Method != http.MethodPost || strings.ContainsAny(r.Path, ":*") || len(r.Path) < 2
	})
	slices.SortFunc(s.plainRoutes, func(a, b *echo.Route) int {
		return cmp.Or(cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
	})
}

// stem is the last part of a path, without its ending.
func stem(of string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(path.Base(of), "."), ".")
	return name
}
