package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
	"github.com/storefront/storefront/server/shop/testbank"
	"github.com/storefront/storefront/server/site"
)

// hooksPath begins the addresses to which payment providers send their messages.
const hooksPath = "/hooks/payments/"

// newPayments returns what takes the money of orders, with the providers that are on.
func (s *Server) newPayments() *payments.Payments {
	providers := payments.Providers{"manual": payments.Manual{}}
	if s.sandboxed() || s.config.Demo || s.config.TestPayments {
		s.testbank = testbank.New(s.store)
		providers[testbank.Name] = s.testbank
	}
	if s.config.StripeSecretKey != "" {
		providers[stripe.Name] = stripe.New(stripe.Options{
			SecretKey: s.config.StripeSecretKey, WebhookSecrets: s.config.StripeWebhookSecret, BaseURL: s.config.BaseURL, URL: s.config.StripeURL, Now: s.store.Now,
		})
	}
	s.log.Info("payments are taken", "providers", strings.Join(slices.Sorted(maps.Keys(providers)), ", "))
	return payments.New(payments.Options{
		Store: s.store, Log: s.log, Providers: providers, Sells: !s.sandboxed() && !s.config.Demo, Secrets: s.secrets, Unpaid: time.Duration(s.config.UnpaidExpiry), Returns: s.mayReturnTo,
		MessageEnded: s.metrics.MessageEnded,
	})
}

// mayReturnTo reports whether a buyer may be led to an address after a payment: of the service, or of an origin that the operator allows.
func (s *Server) mayReturnTo(ctx context.Context, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	origin, ok := config.Origin(u.Scheme + "://" + u.Host)
	return ok && (config.OriginIn(origin, s.config.ReturnOrigins) || config.OriginIn(origin, []string{originOf(call.From(ctx).BaseURL)}))
}

// originOf returns the origin of an address.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// mountPayments adds the addresses of the payment providers.
func (s *Server) mountPayments() error {
	s.echo.POST(hooksPath+":provider", s.limitAddress(s.config.Limits.Hooks(), s.limitBody(nil, s.limitTime(nil, s.receiveMessage))))
	s.echo.GET(stripe.DonePath, s.limitPages(showDone))
	s.echo.HEAD(stripe.DonePath, s.limitPages(showDone))
	if s.testbank == nil {
		return nil
	}
	own, err := console.OwnPages(s.config.BaseURL)
	if err != nil {
		return err
	}
	s.echo.GET(testbank.PagePath+":token", s.limitPages(s.showTestPage))
	s.echo.HEAD(testbank.PagePath+":token", s.limitPages(s.showTestPage))
	s.echo.POST(testbank.PagePath+":token", own(s.limitPages(s.limitTime(nil, s.decideTestPage))))
	return nil
}

// receiveMessage takes a message of a payment provider.
func (s *Server) receiveMessage(c echo.Context) error {
	body, err := readAll(c.Request())
	if err != nil {
		return err
	}
	if err := s.payments.Receive(c.Request().Context(), c.Param("provider"), c.Request().Header, body); err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, []byte(`{"received":true}`+"\n"))
}

// done tells a buyer who comes back that the shop is notified of the payment, in Danish or in English.
const done = `<!doctype html>
<html lang="%s">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>%[2]s</title>
<link rel="stylesheet" href="/assets/style.css">
<main><h1>%[2]s</h1><p>%[3]s</p></main>
`

// showDone responds with the page to which a provider leads a buyer for whom there is no other.
func showDone(c echo.Context) error {
	page := fmt.Sprintf(done, "da", "Tak", "Butikken får besked, når betalingen er gennemført. Du kan lukke siden.")
	if readsEnglish(c.Request()) {
		page = fmt.Sprintf(done, "en", "Thank you", "The shop is told when the payment has gone through. You can close this page.")
	}
	return respondToBuyer(c, []byte(page))
}

// readsEnglish reports whether a buyer prefers English to Danish, as visitors of the public pages do.
func readsEnglish(r *http.Request) bool { return site.Language(r.Header, "da") == "en" }

// respondToBuyer responds with a page for a buyer, which nothing keeps and no other page frames.
func respondToBuyer(c echo.Context, page []byte) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action *; frame-ancestors 'none'; base-uri 'none'") // the form leads to the returnUrl
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	return c.HTMLBlob(http.StatusOK, page)
}

// showTestPage responds with the page at which a test payment is paid.
func (s *Server) showTestPage(c echo.Context) error {
	r := c.Request()
	page, err := s.testbank.Page(r.Context(), c.Param("token"), readsEnglish(r))
	if err != nil {
		return err
	}
	return respondToBuyer(c, page)
}

// decideTestPage does what the buyer decides at that page.
func (s *Server) decideTestPage(c echo.Context) error {
	const most = 1 << 10
	text, err := io.ReadAll(io.LimitReader(c.Request().Body, most))
	if err != nil {
		return err
	}
	form, _ := url.ParseQuery(string(text))
	action := form.Get("action")
	if !slices.Contains(testbank.Actions, action) {
		return problem.Invalid("/action", schema.CodeEnum, "must be one of "+strings.Join(testbank.Actions, ", "), `Set "action" to "pay".`, schema.Correction{Do: schema.Set, Value: `"pay"`})
	}
	location, err := s.testbank.Decide(c.Request().Context(), c.Param("token"), action)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, location)
}

// deliverInside sends a message of the provider test to the service, inside the process, and returns the status of the answer.
func (s *Server) deliverInside(ctx context.Context, header http.Header, body []byte) int {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, hooksPath+testbank.Name, bytes.NewReader(body))
	if err != nil {
		return http.StatusInternalServerError
	}
	r.Header, r.RemoteAddr, r.Host = header, "127.0.0.1:0", "127.0.0.1"
	answer := httptest.NewRecorder()
	s.handler.ServeHTTP(answer, r)
	return answer.Code
}
