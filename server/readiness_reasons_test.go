package server_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// Where triggers are disabled nothing is answered from memory, and /readyz says why;
// the service goes on.
func TestReadinessSaysWhyNothingIsRemembered(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	reasons := func() string {
		var report struct{ Reasons []string }
		if err := json.Unmarshal(s.Get(t, "/readyz").Body, &report); err != nil {
			t.Fatal(err)
		}
		return strings.Join(report.Reasons, "; ")
	}
	servertest.Eventually(t, 10*time.Second, func() bool { return reasons() == "" })
	s.Execute(t, "ALTER TABLE products DISABLE TRIGGER changes_update")
	servertest.Eventually(t, 10*time.Second, func() bool {
		return strings.Contains(reasons(), "nothing is answered from memory: changes of products are not recorded")
	})
	s.Product(t, "round-metal")
	s.Execute(t, "UPDATE products SET price_oere = 4711 WHERE slug = 'round-metal'")
	if got := s.Product(t, "round-metal").PriceDkk; got != 4711 {
		t.Errorf("the price is %d, want 4711", got)
	}
	if n := strings.Count(s.Log.String(), "changes of the database are not followed"); n != 1 {
		t.Errorf("the log says so %d times", n)
	}
	s.Execute(t, "ALTER TABLE products ENABLE ALWAYS TRIGGER changes_update")
	servertest.Eventually(t, 10*time.Second, func() bool { return reasons() == "" && s.Index.Ready() })
}
