package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// While the database is away, what is remembered is answered if that is allowed, as it was; nothing is
// written, and what changed meanwhile is known soon after.
func TestReadsGoOnWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, servertest.Demo)
	proxy := storetest.NewProxy(t, address)
	s := servertest.New(t, servertest.Options{Database: proxy.URL, Config: func(c *config.Serve) { c.StaleReads = time.Hour }})
	key := s.Key(t, "all")
	s.WantFresh(t) // or the change that made the key would be followed after the reads, which would be forgotten
	reads := []struct {
		tool string
		body object
	}{
		{"products.get", object{"slug": "round-metal"}},
		{"products.search", object{"q": "round"}},
		{"products.facets", object{"q": "round"}},
		{"products.suggest", object{"q": "rou"}},
		{"categories.list", object{}},
	}
	before := map[string]string{}
	for _, r := range reads {
		s.OK(t, key, r.tool, r.body, nil)
		before[r.tool] = string(s.Call(t, key, r.tool, r.body).Body)
	}

	proxy.Cut()
	eventually(t, 20*time.Second, func() bool { return strings.Contains(s.Log.String(), "memory is used as it is") })
	for _, r := range reads {
		for _, caller := range []string{key, ""} {
			if got := s.Call(t, caller, r.tool, r.body); got.Status != http.StatusOK || string(got.Body) != before[r.tool] {
				t.Errorf("%s while the database is away: %d %s", r.tool, got.Status, got.Body)
			}
		}
	}
	change(t, s, key).Problem(t, problem.Unavailable)
	s.Get(t, "/readyz").Problem(t, problem.Unavailable)
	servertest.Administer(t, address, "UPDATE api_keys SET revoked_at = now()", "UPDATE products SET price_oere = 4200 WHERE slug = 'round-metal'")

	proxy.Aim(t, address)
	eventually(t, 20*time.Second, func() bool {
		return s.Call(t, key, "products.get", reads[0].body).Status == problem.Catalogue[problem.InvalidKey].Status
	})
	eventually(t, 20*time.Second, func() bool { return s.Get(t, "/readyz").Status == http.StatusOK })
	if got := s.Product(t, "round-metal"); got.PriceDkk != 4200 {
		t.Errorf("the price is %d", got.PriceDkk)
	}
}

// A database that dies while a change is read for the index is away like any other: searches do not wait for
// it, and the change is found when it is back.
func TestSearchesGoOnWhenTheDatabaseDiesWhileAChangeIsRead(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, servertest.Demo)
	proxy := storetest.NewProxy(t, address)
	s := servertest.New(t, servertest.Options{Database: proxy.URL, Config: func(c *config.Serve) { c.StaleReads = time.Hour }})
	s.WantFresh(t)
	price := func() (ore int64) {
		var found []struct{ PriceDkk int64 }
		s.OK(t, "", "products.search", object{"q": "round metal"}, &found)
		return found[0].PriceDkk
	}
	before := price()
	const statement = "-- name: MemoryStates :many" // sent before it is first used on a connection
	proxy.LoseAt(statement)
	servertest.Administer(t, address, "UPDATE products SET price_oere = 4200 WHERE slug = 'round-metal'")
	eventually(t, 20*time.Second, func() bool {
		if got := price(); got != before {
			t.Fatalf("the price is %d, and was %d when the database died", got, before)
		}
		return strings.Contains(s.Log.String(), "memory is used as it is")
	})
	if proxy.Sent(statement) == 0 {
		t.Error("the database died at another statement")
	}
	proxy.Aim(t, address)
	eventually(t, 20*time.Second, func() bool { return price() == 4200 })
	proxy.Cut() // connections to the database that died would take time to close
	proxy.Aim(t, address)
}
