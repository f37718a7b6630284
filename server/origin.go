package server

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/problem"
)

// checkOrigin refuses pages of foreign sites. A browser says in Origin whose
// page sends a request; programs send none. Without this, a page that a person
// happens to open could reach a service on that person's own machine or network
// by giving its own name the service's address (DNS rebinding).
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

// originAllowed takes the loopback, the list of the configuration and the
// service's own origin.
func (s *Server) originAllowed(r *http.Request, origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	return loopback(u.Hostname()) || slices.Contains(s.config.AllowedOrigins, origin) || s.ownOrigin(r, origin)
}

// ownOrigin believes the Host header only where a name given to the wrong
// address cannot have led here: not on the loopback.
func (s *Server) ownOrigin(r *http.Request, origin string) bool {
	if u, err := url.Parse(s.config.BaseURL); s.config.BaseURL != "" {
		return err == nil && origin == u.Scheme+"://"+u.Host
	}
	return !onLoopback(r) && origin == s.baseURL(r)
}

// onLoopback tells whether the request came to an address of the loopback.
func onLoopback(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return true
	}
	addr, err := netip.ParseAddrPort(local.String())
	return err != nil || addr.Addr().Unmap().IsLoopback()
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
