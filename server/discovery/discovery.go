// Package discovery serves what is known about the service itself: its health,
// its contract and the meaning of its problems.
package discovery

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/contract"
)

// Options are what the documents depend on.
type Options struct {
	Contract *contract.Contract
	BaseURL  func(*http.Request) string  // the address of the service, without a slash at its end
	Ready    func(context.Context) error // whether calls can be taken; the error is what a caller is told
}

// Register adds the routes, each for GET and HEAD.
func Register(e *echo.Echo, o Options) {
	for path, handler := range map[string]echo.HandlerFunc{
		"/healthz":        health,
		"/readyz":         readiness(o.Ready),
		"/openapi.json":   document(gen.OpenAPIJSON, "application/json", `"url": "/"`, o.BaseURL),
		"/openapi.yaml":   document(gen.OpenAPIYAML, "application/yaml", "url: /", o.BaseURL),
		"/problems/:code": meaning,
		"/api/v1/tools":   tools(o.Contract),
	} {
		e.GET(path, handler)
		e.HEAD(path, handler)
	}
}

func health(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// readyWait is how long readiness waits for the database.
const readyWait = 2 * time.Second

func readiness(ready func(context.Context) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), readyWait)
		defer cancel()
		c.Response().Header().Set("Cache-Control", "no-store")
		if err := ready(ctx); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, map[string]string{"status": "ready"})
	}
}

// document serves the contract with its server set to the address of the
// service; placeholder is how the bundled text names it.
func document(text []byte, mediaType, placeholder string, baseURL func(*http.Request) string) echo.HandlerFunc {
	before, after, _ := bytes.Cut(text, []byte(placeholder))
	key, _, _ := bytes.Cut([]byte(placeholder), []byte(" "))
	return func(c echo.Context) error {
		address, err := json.Marshal(baseURL(c.Request())) // quoted text is right in YAML too
		if err != nil {
			return err
		}
		return conditional(c, mediaType, bytes.Join([][]byte{before, key, []byte(" "), address, after}, nil))
	}
}
