package server_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// Synonyms that are set at one replica are obeyed there at once and soon by the
// others, whether these search in memory or in the database.
func TestSynonymsAreObeyedByAllReplicas(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	other, unaided := s.Beside(t, servertest.Options{}), s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "settings:write")
	want := len(hits(t, s, object{"q": "solbriller", "limit": 100}))
	found := func(s *servertest.Server) int { return len(hits(t, s, object{"q": "glughuller", "limit": 100})) }
	for range 5 {
		s.OK(t, key, "settings.update_search", object{"synonyms": [][]string{{"glughuller", "solbriller"}}}, nil)
		n := found(s)
		if n == 0 || n > want {
			t.Fatalf("%d products are found, want at most %d", n, want)
		}
		servertest.Eventually(t, 10*time.Second, func() bool { return found(other) == n && found(unaided) == n })
		s.OK(t, key, "settings.update_search", object{"synonyms": [][]string{}}, nil)
		if n := found(s); n != 0 {
			t.Fatalf("%d products are found without synonyms", n)
		}
		servertest.Eventually(t, 10*time.Second, func() bool { return found(other) == 0 && found(unaided) == 0 })
	}
}
