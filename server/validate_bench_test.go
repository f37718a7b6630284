package server

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
)

// BenchmarkValidate measures the checks between admission and the operation:
// scope, media type, body.
func BenchmarkValidate(b *testing.B) {
	loaded, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		b.Fatal(err)
	}
	const body = `{"q":"round metal","categorySlug":"solbriller","minPriceOere":50000,"maxPriceOere":200000,"limit":10}`
	registerDecoder()
	checked := (&Server{}).validate(loaded.Tool("products.search"), func(echo.Context) error { return nil })
	reader := bytes.NewReader(nil)
	start := httptest.NewRequestWithContext(call.With(b.Context(), &call.Call{}), http.MethodPost, "/", http.NoBody)
	start.Header.Set("Content-Type", "application/json")
	start.ContentLength = int64(len(body))
	start.Body = io.NopCloser(reader)
	c := echo.New().NewContext(nil, nil)
	b.ReportAllocs()
	for b.Loop() {
		reader.Reset([]byte(body))
		r := *start
		c.SetRequest(&r)
		if err := checked(c); err != nil {
			b.Fatal(err)
		}
	}
}
