package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/customers"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/images"
	"github.com/storefront/storefront/server/shop/imports"
	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/shop/keys"
	"github.com/storefront/storefront/server/shop/limits"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/shop/settings"
	"github.com/storefront/storefront/server/shop/webhooks"
)

// toolMiddleware is one check before an operation.
type toolMiddleware func(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc

// toolRouter puts the chain of checks before each generated route. Each check
// gets the operation that it is for.
type toolRouter struct {
	api.EchoRouter
	contract *contract.Contract
	edge     []toolMiddleware            // checks of the request
	chain    []toolMiddleware            // checks of the call, for HTTP and MCP
	within   []toolMiddleware            // before chain, of a call that comes from inside the process
	inside   map[string]echo.HandlerFunc // the operations by name, with within and chain only
	err      error
}

// POST registers an operation's route.
func (r *toolRouter) POST(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) *echo.Route {
	op := r.contract.Tool(strings.TrimPrefix(path, contract.ToolPath))
	if op == nil {
		r.err = fmt.Errorf("the generated route %s is not in the contract", path)
		return nil
	}
	h = wrapped(op, h, r.chain)
	r.inside[op.Name] = wrapped(op, h, r.within)
	return r.EchoRouter.POST(path, wrapped(op, h, r.edge), m...)
}

// wrapped puts checks before a handler, the first one outermost.
func wrapped(op *contract.Operation, h echo.HandlerFunc, checks []toolMiddleware) echo.HandlerFunc {
	for _, check := range slices.Backward(checks) {
		h = check(op, h)
	}
	return h
}

// binder passes the validated body to the generated code.
type binder struct{}

// Bind decodes the validated body into the request of an operation.
func (binder) Bind(into any, c echo.Context) error {
	return json.Unmarshal(call.From(c.Request().Context()).Args, into)
}

// answered checks that a handler returned either a response or an error.
func answered(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		if err == nil && response == nil {
			err = fmt.Errorf("%s returned neither a response nor an error", operation)
		}
		return response, err
	}
}

// resources embeds the handlers of all resources to implement the interface that
// is generated from the contract: a missing operation does not compile.
type resources struct {
	catalog.Products
	catalog.Categories
	imports.Imports
	orders.Orders
	orders.Carts
	*payments.Payments
	settings.Settings
	settings.Features
	discounts.Marketing
	content.Redirects
	webhooks.Webhooks
	keys.Keys
	limits.Approvals
	customers.Customers
	discounts.Discounts
	content.Pages
	content.Services
	content.Site
	audit.Audit
	insight.Analytics
	*images.Images
}

func (s *Server) resources() api.StrictServerInterface {
	totals := paging.NewMemo(s.feed.Current)
	s.feed.Follow(totals, "orders")
	searcher := search.Searcher{
		Store: s.store, Index: s.index, Switches: s.switches, Synonyms: settings.NewSynonyms(s.store, s.feed), OnSearch: s.counts.Searched,
	}
	products := catalog.Products{
		Store: s.store, Cache: s.productCache, Search: searcher, Importer: catalog.NewImporter(s.store),
	}
	return resources{
		products, catalog.Categories{Store: s.store, Index: s.index}, imports.Imports{Store: s.store, Contract: s.contract, Importer: products.Importer},
		orders.Orders{Store: s.store, Counts: totals, Charges: s.payments.Providers.Charges(), AwaitPayments: s.payments.AwaitEnd},
		orders.Carts{Store: s.store}, s.payments, settings.Settings{Store: s.store}, settings.Features{Store: s.store}, discounts.Marketing{Store: s.store}, content.Redirects{Store: s.store},
		webhooks.Webhooks{Store: s.store, Secrets: s.secrets, Reach: s.reach()},
		keys.Keys{Store: s.store, Secrets: s.secrets, Quota: s.config.Limits.KeyQuota},
		limits.Approvals{Store: s.store},
		customers.Customers{Store: s.store},
		discounts.Discounts{Store: s.store}, content.Pages{Store: s.store, Sections: s.contract.Sections()}, content.Services{Store: s.store}, content.Site{Store: s.store},
		audit.Audit{Store: s.store, Contract: s.contract, Kinds: Undoable()},
		insight.Analytics{Store: s.store, Search: searcher, Ledger: insight.NewLedger(s.store)},
		s.images,
	}
}

// Undoable returns the kinds of things whose changes can be reverted, by their type in
// the audit.
func Undoable() map[string]undo.Kind {
	kinds := map[string]undo.Kind{
		"product": catalog.Products{}.Undo(), "category": catalog.Categories{}.Undo(), "order": orders.Orders{}.Undo(),
		"discount": discounts.Discounts{}.Undo(), "page": content.Pages{}.Undo(), "service": content.Services{}.Undo(),
		"settings": settings.Settings{}.Undo(), "search_settings": settings.Settings{}.UndoSearch(), "feature": settings.Features{}.Undo(), "campaign": discounts.Marketing{}.Undo(),
		"redirect": content.Redirects{}.Undo(),
	}
	for name, kind := range kinds {
		kinds[name] = images.Undoing(kind)
	}
	return kinds
}

var jsonHeader = http.Header{"Content-Type": {"application/json"}}

// inside returns a request for an operation that stays in the process.
func inside(ctx context.Context, op *contract.Operation, arguments []byte, header http.Header) *http.Request {
	return (&http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: contract.ToolPath + op.Name}, Header: header,
		Body: io.NopCloser(bytes.NewReader(arguments)), ContentLength: int64(len(arguments)),
	}).WithContext(ctx)
}

// answerInside runs an operation and returns its response. The error is its refusal.
func (s *Server) answerInside(r *http.Request, operation echo.HandlerFunc) ([]byte, error) {
	answer := &recorded{header: http.Header{}}
	c := s.echo.AcquireContext()
	defer s.echo.ReleaseContext(c)
	c.Reset(r, answer)
	if err := operation(c); err != nil {
		return nil, err
	}
	return bytes.TrimRight(answer.body.Bytes(), "\n"), nil
}

// recorded holds the response of an operation.
type recorded struct {
	header http.Header
	body   bytes.Buffer
}

// Header returns the headers of the response, which are not sent.
func (a *recorded) Header() http.Header { return a.header }

// WriteHeader ignores the status: every response that is not an error is 200.
func (a *recorded) WriteHeader(int) {}

func (a *recorded) Write(text []byte) (int, error) { return a.body.Write(text) }

// announceDeprecation adds the deprecation headers to every response of a deprecated
// operation, including refusals. It runs before every check that may refuse;
// other operations do not have it.
func (s *Server) announceDeprecation(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if op.Deprecation == nil {
		return next
	}
	return func(c echo.Context) error {
		s.setDeprecation(c, op.Deprecation)
		return next(c)
	}
}

// announceUnrouted does the same for a call that matched no operation because of
// its method.
func (s *Server) announceUnrouted(c echo.Context) {
	name, isTool := strings.CutPrefix(c.Request().URL.Path, contract.ToolPath)
	if op := s.contract.Tool(name); isTool && op != nil && op.Deprecation != nil {
		s.setDeprecation(c, op.Deprecation)
	}
}

// setDeprecation sets the headers of RFC 9745 and RFC 8594. It keeps other Link
// headers of the response.
func (s *Server) setDeprecation(c echo.Context, d *contract.Deprecation) {
	link := d.Link
	if strings.HasPrefix(link, "/") {
		link = s.baseURL(c.Request()) + link
	}
	h := c.Response().Header()
	h.Set("Deprecation", "@"+strconv.FormatInt(d.Date.Unix(), 10))
	h.Set("Sunset", d.Sunset.UTC().Format(http.TimeFormat))
	h.Add("Link", "<"+link+`>; rel="deprecation"`)
}
