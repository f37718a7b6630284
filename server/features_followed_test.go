package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A switch is obeyed at once by the replica that sets it, and soon by the others.
// One that follows no changes asks the database and obeys at once too.
func TestSwitchesAreObeyedByAllReplicas(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "features:write,cart:write")
	longest := time.Duration(0)
	for i := range 20 {
		on, want := i%2 == 1, 403
		if on {
			want = 200
		}
		s.OK(t, key, "features.set", object{"key": "checkout", "enabled": on, "confirm": true}, nil)
		began := time.Now()
		if got := s.Call(t, key, "cart.create", object{}).Status; got != want {
			t.Fatalf("on %v: the replica that wrote answers %d", on, got)
		}
		servertest.Eventually(t, 10*time.Second, func() bool { return other.Call(t, key, "cart.create", object{}).Status == want })
		longest = max(longest, time.Since(began))
	}
	t.Logf("a switch was obeyed by the other replica after at most %v", longest)

	s.Execute(t, "ALTER TABLE features DISABLE TRIGGER changes_any")
	servertest.Eventually(t, 10*time.Second, func() bool { return strings.Contains(other.Log.String(), "changes of features are not recorded") })
	s.Execute(t, "INSERT INTO features VALUES ('checkout', false, now())")
	other.Refused(t, key, "cart.create", object{}, problem.FeatureDisabled)
	s.Execute(t, "DELETE FROM features")
	other.OK(t, key, "cart.create", object{}, nil)
	s.Execute(t, "ALTER TABLE features ENABLE ALWAYS TRIGGER changes_any")
}

// Switches that are known cost no query: a search is answered while nobody can read
// their table. It may have to be sent again, because one that comes while the feed is
// late asks the database.
func TestSwitchesAreReadFromMemory(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.CallTimeout = 2 * time.Second }})
	misspelt := func() bool { return s.Call(t, "", "products.search", object{"q": "solbriler"}).Status == 200 }
	misspelt()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE features IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	servertest.Eventually(t, 30*time.Second, misspelt)
	if _, err := conn.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
}
