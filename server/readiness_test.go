package server_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestReadinessIsRemembered(t *testing.T) {
	t.Parallel()
	address := storetest.NewProxy(t, storetest.New(t, storetest.Empty))
	s := servertest.New(t, servertest.Options{Database: address.URL + "&default_query_exec_mode=simple_protocol", Unaided: true})
	asked := func() int { return address.Sent("SELECT pg_is_in_recovery()") }

	began := time.Now()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for range 50 {
				if ready := s.Get(t, "/readyz"); ready.Status != http.StatusOK {
					t.Errorf("%d %s", ready.Status, ready.Body)
				}
			}
		})
	}
	wg.Wait()
	most := 1 + int(time.Since(began)/(250*time.Millisecond))
	if n := asked(); n < 1 || n > most {
		t.Errorf("the database was asked %d times, want 1 to %d", n, most)
	}
	before := asked()
	eventually(t, 20*time.Second, func() bool { s.Get(t, "/readyz"); return asked() > before })
}
