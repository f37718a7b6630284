package server

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/google/uuid"
	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/testbank"
)

// longestAgent is the maximum length of the stored User-Agent.
const longestAgent = 300

var parameter = regexp.MustCompile(`:[a-z]+`) // of a route

// normalizePaths routes paths in their decoded form: %2E is a dot. Addresses of programs are the same with a slash
// after them, which many clients append, following no redirect; those of pages lead to the one without.
func (s *Server) normalizePaths(next http.Handler) http.Handler {
	var routes []string
	for _, route := range s.echo.Routes() {
		if !s.site.Has(route.Path) && route.Path+"/" != contract.ToolPath { // that is an operation without a name
			routes = append(routes, parameter.ReplaceAllString(regexp.QuoteMeta(route.Path), "[^/]+"))
		}
	}
	ofPrograms := regexp.MustCompile("^(" + strings.Join(routes, "|") + ")/$")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.RawPath = ""
		if path, slash := strings.CutSuffix(r.URL.Path, "/"); slash && ofPrograms.MatchString(r.URL.Path) {
			r.URL.Path = path
		}
		next.ServeHTTP(w, r)
	})
}

// routed calls the handler of the route that echo found.
func routed(c echo.Context) error { return c.Handler()(c) }

// compressed sends text from document.LeastPacked bytes on as gzip to callers who accept that, unless it is compressed
// already, as documents are. It holds no more than these bytes back. That the size of an answer follows from its text is
// no danger to secrets (BREACH): no cookie lets the page of another site send calls with somebody's key and measure.
func compressed(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(document.LeastPacked), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.EnableZstd(false), gzhttp.AcceptWildcards(true),
		gzhttp.ContentTypeFilter(func(mediaType string) bool {
			return !strings.HasPrefix(mediaType, "image/") && gzhttp.DefaultContentTypeFilter(mediaType)
		}))
	if err != nil {
		return nil, err
	}
	packing := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if document.Coding(r.Header, "gzip") != "" { // as for documents, whose entity tags differ by it
			packing(w, r)
			return
		}
		w.Header().Set("Vary", "Accept-Encoding")
		next.ServeHTTP(w, r)
	}), nil
}

// begin gives the request its id and records its sender.
func (s *Server) begin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if s.clients.Distrusts(r) {
			s.warnForwarded.Do(func() {
				s.log.Warn("the X-Forwarded headers of a peer are ignored: if it is a proxy in front of this service, name it in STOREFRONT_TRUSTED_PROXIES, or all callers share its limits", "peer", r.RemoteAddr)
			})
		}
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		agent := strings.ToValidUTF8(r.UserAgent(), "")
		if len(agent) > longestAgent {
			agent = strings.ToValidUTF8(agent[:longestAgent], "")
		}
		c.Response().Header().Set("X-Request-Id", id.String())
		c.SetRequest(r.WithContext(call.With(r.Context(), &call.Call{
			RequestID: id, Channel: call.REST, UserAgent: agent, BaseURL: s.baseURL(r),
			IP: s.clients.Resolve(r.RemoteAddr, r.Header.Values("X-Forwarded-For")),
		})))
		return next(c)
	}
}

// catchPanics turns a panic into an internal error and logs its stack.
func (s *Server) catchPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			switch r := recover(); r {
			case nil:
			case http.ErrAbortHandler:
				panic(r) //nolint:forbidigo // net/http handles this panic itself
			default:
				err = problem.Internal(fmt.Errorf("panic: %v\n%s", r, stack()))
			}
		}()
		return next(c)
	}
}

// stack returns the stack of a panic from where it was raised: a log line has no
// room for the frames that recovered it.
func stack() string {
	all := string(debug.Stack())
	_, above, found := strings.Cut(all, "\npanic(")
	if !found {
		return all
	}
	const rest = 3 // the line, the file and the remaining lines of the frame itself
	return strings.SplitN(above, "\n", rest)[rest-1]
}

// catchPanicsOfCalls is catchPanics inside the check that writes an audit row about a failed
// call.
func (s *Server) catchPanicsOfCalls(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return s.catchPanics(next)
}

// cors lets any web page call the service, without credentials, but for the sessions of the console, and payments.
func (s *Server) cors() echo.MiddlewareFunc {
	exposed := []string{"RateLimit-Policy", "RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
		"Retry-After", "Idempotent-Replayed", "X-Request-Id", "Deprecation", "Sunset", "Link"}
	if s.sandboxed() {
		exposed = append(exposed, sandbox.Header)
	}
	config := middleware.CORSConfig{
		AllowOrigins: []string{"*"},
		AllowMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost},
		AllowHeaders: []string{"Authorization", "Content-Type", "Idempotency-Key", "Accept", "If-None-Match", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name",
			"Mcp-Session-Id", "Last-Event-ID"},
		ExposeHeaders: exposed,
		MaxAge:        86400,
	}
	usual := middleware.CORSWithConfig(config)
	config.AllowMethods = []string{http.MethodPost}
	ofMCP := middleware.CORSWithConfig(config)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		all, mcp := usual(next), ofMCP(next)
		return func(c echo.Context) error {
			r, origin := c.Request(), c.Request().Header.Get("Origin")
			if r.URL.Path == console.SessionPath || r.URL.Path == console.RenewPath || strings.HasPrefix(r.URL.Path, hooksPath) || strings.HasPrefix(r.URL.Path, testbank.PagePath) {
				return next(c)
			}
			if r.URL.Path != mcpPath || r.Method != http.MethodOptions || origin == "" {
				return all(c)
			}
			h := c.Response().Header()
			h.Add("Vary", "Origin")
			if s.originAllowed(r, origin) {
				return mcp(c)
			}
			h.Set("Allow", "OPTIONS, POST") // and no page of this origin may call: the POST would be refused
			return c.NoContent(http.StatusNoContent)
		}
	}
}

// baseURL returns the address under which this request reached the service,
// without a trailing slash.
func (s *Server) baseURL(r *http.Request) string {
	if s.config.BaseURL != "" {
		return strings.TrimRight(s.config.BaseURL, "/")
	}
	host := s.clients.Host(r)
	if host == "" { // HTTP/1.0
		host = cmp.Or(s.config.Addr, "localhost")
	}
	return s.clients.Scheme(r) + "://" + host
}
