//go:build upgrade

package upgrade

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/storefront/storefront/server/test/crowd"
)

// visitors read the shop all the time, each in its own way.
type visitors struct {
	key   string
	shop  crowd.Shop
	calls atomic.Int64
}

func newVisitors(key string, shop crowd.Shop) *visitors { return &visitors{key: key, shop: shop} }

// begin has visitors read until the returned function is called. Every call must succeed.
func (v *visitors) begin(t *testing.T) (end func()) {
	t.Helper()
	var stopped atomic.Bool
	var group sync.WaitGroup
	for tool, body := range map[string]func(i int) crowd.Object{
		"products.search": func(i int) crowd.Object { return crowd.Object{"q": fmt.Sprint("word", i%500)} },
		"products.get":    func(i int) crowd.Object { return crowd.Object{"slug": fmt.Sprint("product-", 1+i%10_000)} },
		"orders.list":     func(i int) crowd.Object { return crowd.Object{"email": fmt.Sprintf("a%d@example.com", i%1000)} },
	} {
		group.Go(func() {
			for i := 0; !stopped.Load() && !t.Failed(); i++ {
				got, err := v.shop.Send(t.Context(), v.key, tool, body(i), "")
				if err != nil || got.Status != http.StatusOK {
					t.Errorf("%s: %d %s %v", tool, got.Status, got.Body, err)
				}
				v.calls.Add(1)
			}
		})
	}
	return func() { stopped.Store(true); group.Wait() }
}
