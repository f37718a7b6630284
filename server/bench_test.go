package server_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// benchmarkCall measures an operation over HTTP on loopback, with all checks and
// a cached key, on the demo shop.
func benchmarkCall(b *testing.B, tool, body string) {
	s := servertest.New(b, servertest.Options{})
	key := s.Key(b, "all")
	s.Raw(b, key, tool, []byte(body))
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			resp, err := http.DefaultClient.Do(s.Request(b, key, tool, []byte(body)))
			if err != nil {
				b.Error(err)
				return
			}
			var sink bytes.Buffer
			if _, err := sink.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
				b.Errorf("%d, %v: %s", resp.StatusCode, err, sink.Bytes())
			}
			resp.Body.Close()
		}
	})
}

func BenchmarkProductsGet(b *testing.B) { benchmarkCall(b, "products.get", `{"slug":"round-metal"}`) }

func BenchmarkProductsSearch(b *testing.B) {
	benchmarkCall(b, "products.search", `{"q":"solbriller","categorySlug":"solbriller","minPriceOere":50000,"maxPriceOere":150000,"limit":20}`)
}

func BenchmarkCategoriesList(b *testing.B) { benchmarkCall(b, "categories.list", `{}`) }

func BenchmarkOrdersList(b *testing.B) { benchmarkCall(b, "orders.list", `{"status":"paid"}`) }

func BenchmarkProductsUpdate(b *testing.B) {
	benchmarkCall(b, "products.update", `{"slug":"round-metal","patch":{"stock":7}}`)
}
