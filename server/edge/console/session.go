package console

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Where a person signs in. Browsers send the cookie nowhere else.
const (
	SessionPath = Path + "/session"
	RenewPath   = SessionPath + "/renew"
)

// cookieName is the name of the cookie of a session.
const cookieName = "console"

// Link returns the address of the page, of the service at base, with a code that signs the person with this name in, once. No
// server and no log gets to see what follows the #.
func Link(ctx context.Context, st *store.Store, base, name string) (string, error) {
	code, err := auth.NewCode(ctx, st, name)
	return base + Path + "#code=" + code, err
}

// Sessions are the dependencies of signing in.
type Sessions struct {
	Store    *store.Store
	Contract *contract.Contract
	BaseURL  string                                                                            // the address of the service, if it is configured
	Attempt  echo.MiddlewareFunc                                                               // counts an attempt to authenticate, and limits its body and its time
	Body     func(c echo.Context, into any) error                                              // reads the body that the contract describes
	Key      func(ctx context.Context, authorization []string) (*auth.Key, auth.Digest, error) // of a header; the error is its refusal
	Local    func(*http.Request) bool                                                          // whether it came over http from a browser of this machine
}

// RegisterSessions adds the addresses that open, renew and end a session.
func RegisterSessions(e *echo.Echo, o *Sessions) error {
	own, err := OwnPages(o.BaseURL)
	if err != nil {
		return err
	}
	guarded := func(tool string, handler echo.HandlerFunc) echo.HandlerFunc {
		return own(o.Attempt(func(c echo.Context) error {
			call.From(c.Request().Context()).Tool = tool // for the audit
			return handler(c)
		}))
	}
	e.POST(SessionPath, guarded("system.sign_in", o.signIn))
	e.POST(RenewPath, guarded("system.renew_session", o.renew))
	e.DELETE(SessionPath, guarded("system.sign_out", o.signOut))
	return nil
}

// OwnPages returns what refuses requests from pages of other origins: with those of another port browsers would send the cookie.
// base is the address of the service, if it is configured.
func OwnPages(base string) (echo.MiddlewareFunc, error) {
	own := http.NewCrossOriginProtection()
	if u, err := url.Parse(strings.ToLower(base)); err == nil && u.Host != "" { // a proxy may pass on another host
		usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme] // which browsers leave out
		if err := own.AddTrustedOrigin(u.Scheme + "://" + strings.TrimSuffix(u.Host, usual)); err != nil {
			return nil, err
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc { return fromOwnPages(own, next) }, nil
}

func fromOwnPages(own *http.CrossOriginProtection, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "no-store")
		if err := own.Check(c.Request()); err != nil {
			return problem.New(problem.OriginNotAllowed, "A page of another origin sent the call.",
				"Send it from a page of the shop itself, or without the headers Origin and Sec-Fetch-Site from a program.").
				Then(problem.Send{Header: "Origin"}, problem.Send{Header: "Sec-Fetch-Site"})
		}
		return next(c)
	}
}

// signIn opens a session for a code, or for the key that the call carries.
func (o *Sessions) signIn(c echo.Context) error {
	var sent struct{ Code string }
	if err := o.Body(c, &sent); err != nil {
		return err
	}
	r := c.Request()
	authorization, withKey := r.Header["Authorization"]
	switch {
	case sent.Code != "" && withKey:
		return problem.Invalid("/code", schema.CodeUnknownField, "is not taken with a key", `Remove "code" from the body.`, schema.Correction{Do: schema.Remove})
	case sent.Code != "":
		opened, err := auth.Redeem(r.Context(), o.Store, sent.Code, cookieOf(r))
		return o.answer(c, opened, err)
	case !withKey:
		return problem.New(problem.AuthenticationRequired, "Neither a key nor a code was sent.", `Send "Authorization: Bearer <key>" with a valid key.`)
	}
	key, secret, err := o.Key(r.Context(), authorization)
	if err != nil {
		return err
	}
	if key.Session != uuid.Nil {
		return problem.New(problem.InvalidKey, "The bearer is the token of a session, which opens no other one.", `Send "Authorization: Bearer <key>" with a valid key.`)
	}
	opened, err := auth.SignIn(r.Context(), o.Store, key, secret, cookieOf(r))
	return o.answer(c, opened, err)
}

// renew gives the session of the cookie another token.
func (o *Sessions) renew(c echo.Context) error {
	if err := o.Body(c, &struct{}{}); err != nil {
		return err
	}
	renewed, err := auth.Renew(c.Request().Context(), o.Store, cookieOf(c.Request()))
	return o.answer(c, renewed, err)
}

// signOut ends the session of the cookie.
func (o *Sessions) signOut(c echo.Context) error {
	if err := auth.SignOut(c.Request().Context(), o.Store, cookieOf(c.Request())); err != nil {
		return err
	}
	o.setCookie(c, "", -1)
	return c.NoContent(http.StatusNoContent)
}

// session is an open one, as its page sees it.
type session struct {
	Token     string     `json:"token"`
	ExpiresAt wire.Time  `json:"expiresAt"`
	Key       sessionKey `json:"key"`
}

// sessionKey is the key of a session.
type sessionKey struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Holder     string   `json:"holder"`
	Scopes     []string `json:"scopes"`
	Operations []string `json:"operations"`
}

// answer answers with a session that was opened or renewed, or refuses.
func (o *Sessions) answer(c echo.Context, opened auth.Session, err error) error {
	switch {
	case errors.Is(err, auth.ErrNoCode):
		return problem.New(problem.InvalidCode, "The code is unknown, was used before, or is older than ten minutes.", "")
	case errors.Is(err, auth.ErrNoSession):
		return problem.New(problem.SessionExpired, "There is no such session, or it has ended.", "")
	case errors.Is(err, auth.ErrPaused):
		return problem.New(problem.KeyPaused, "The owner of the shop has paused this key.", "")
	case err != nil:
		return err
	}
	key := opened.Key
	text, err := wire.Marshal(map[string]any{"ok": true, "result": session{
		opened.Token, wire.TimeOf(opened.Expires), sessionKey{key.ID.String(), key.Name, key.Holder, key.Scopes, o.Contract.OpenTo(key.Scopes)},
	}})
	if err != nil {
		return err
	}
	o.setCookie(c, opened.Cookie, 0)
	return c.JSONBlob(http.StatusOK, text)
}

// setCookie sets the cookie of a session, which the browser keeps until it is closed, or removes it with an age below 0.
func (o *Sessions) setCookie(c echo.Context, value string, age int) {
	c.SetCookie(&http.Cookie{
		Name: cookieName, Value: value, Path: SessionPath, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: !o.Local(c.Request()), // not every browser takes a Secure cookie there
	})
}

func cookieOf(r *http.Request) string {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return cookie.Value
}
