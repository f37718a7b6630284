package server

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
)

// checkOrigin refuses requests from pages of foreign sites. A browser sends the
// site of the page in Origin; programs send none. Without this check, a page
// that a person happens to open could reach a service on that person's machine
// or network by pointing its own host name to the service's address (DNS
// rebinding).
func (s *Server) checkOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		for _, origin := range r.Header["Origin"] {
			if !s.originAllowed(r, origin) {
				return problem.New(problem.OriginNotAllowed, fmt.Sprintf("Pages of %.100q may not call this address.", origin),
					"Send the call without the Origin header, or have the operator add the origin to STOREFRONT_ALLOWED_ORIGINS.")
			}
		}
		return next(c)
	}
}

// originAllowed accepts the loopback, the configured list and the service's own
// origin.
func (s *Server) originAllowed(r *http.Request, sent string) bool {
	origin, ok := config.Origin(sent)
	if !ok {
		return false
	}
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if loopback(u.Hostname()) || slices.ContainsFunc(s.config.AllowedOrigins, func(allowed string) bool {
		same, ok := config.Origin(allowed)
		return ok && same == origin
	}) {
		return true
	}
	own, ok := config.Origin(s.ownOrigin(r))
	return ok && own == origin
}

// ownOrigin returns the origin of the service according to the configuration or
// a trusted proxy. Otherwise it accepts only an IP address, not a name: the
// owner of a name can point it to this service.
func (s *Server) ownOrigin(r *http.Request) string {
	if u, err := url.Parse(s.config.BaseURL); s.config.BaseURL != "" && err == nil {
		return u.Scheme + "://" + u.Host
	}
	if s.clients.ForwardedHost(r) != "" || isLocal(r) {
		return s.baseURL(r)
	}
	return ""
}

// isLocal reports whether the Host header is exactly the address to which the
// request was sent.
func isLocal(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	came, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	asked, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && asked.Unmap() == came.Addr().Unmap()
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
