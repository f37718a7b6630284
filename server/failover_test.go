package server_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// afterFailover waits until something works after a failover and logs how long that
// took. 2 s are promised; that is not asserted, because the machine may be busy.
func afterFailover(t *testing.T, what string, works func() bool) {
	t.Helper()
	began := time.Now()
	eventually(t, 20*time.Second, works)
	t.Logf("%s after %v", what, time.Since(began))
}

// change is a call that writes each time, with an answer of any kind.
func change(t *testing.T, s *servertest.Server, key string) servertest.Reply {
	t.Helper()
	return s.Call(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller", "description": time.Now().String()})
}

func wantChanges(t *testing.T, s *servertest.Server, key string) {
	t.Helper()
	for range 40 {
		if reply := change(t, s, key); reply.Status != http.StatusOK {
			t.Fatalf("a write after the failover: %d %s", reply.Status, reply.Body)
		}
	}
	eventually(t, 20*time.Second, func() bool { return s.Get(t, "/readyz").Status == http.StatusOK })
}

// replicated returns a primary and its standby, and a key that both know.
func replicated(t *testing.T) (primary, standby *storetest.Instance, key string) {
	t.Helper()
	primary = storetest.NewInstance(t, "")
	key = servertest.New(t, servertest.Options{Database: primary.URL(), Unaided: true}).Key(t, "all")
	return primary, primary.Standby(t), key
}

func TestAnAddressThatMovesFromAStandbyToThePrimary(t *testing.T) {
	t.Parallel()
	primary, standby, key := replicated(t)
	if applied, err := store.Migrate(t.Context(), standby.URL()); err != nil || applied != 0 {
		t.Errorf("the start at a standby: %d applied, %v", applied, err)
	}
	address := storetest.NewProxy(t, standby.URL())
	s := servertest.New(t, servertest.Options{Database: address.URL, Unaided: true})

	for range 3 {
		p := change(t, s, key)
		if told := p.Problem(t, problem.Unavailable); !strings.Contains(told.Detail, "standby") || p.Header.Get("Retry-After") == "" {
			t.Errorf("a write: %s", p.Body)
		}
		if told := s.Get(t, "/readyz").Problem(t, problem.Unavailable); !strings.Contains(told.Detail, "standby") {
			t.Errorf("readiness: %s", told.Detail)
		}
		s.OK(t, key, "categories.list", object{}, nil)
	}
	if !strings.Contains(s.Log.String(), "the database is a standby") {
		t.Error("the log does not say that the database is a standby")
	}

	address.Aim(t, primary.URL())
	afterFailover(t, "writes", func() bool { return change(t, s, key).Status == http.StatusOK })
	wantChanges(t, s, key)
}

// The readiness alone finds the primary: nobody sends calls to a service that is
// not ready.
func TestReadinessFollowsAnAddressThatMoves(t *testing.T) {
	t.Parallel()
	primary, standby, _ := replicated(t)
	address := storetest.NewProxy(t, standby.URL())
	s := servertest.New(t, servertest.Options{Database: address.URL, Unaided: true})
	s.Get(t, "/readyz").Problem(t, problem.Unavailable)
	address.Aim(t, primary.URL())
	afterFailover(t, "readiness", func() bool { return s.Get(t, "/readyz").Status == http.StatusOK })
}

func TestAnAddressOfSeveralHosts(t *testing.T) {
	t.Parallel()
	primary, standby, key := replicated(t)
	u, err := url.Parse(primary.URL())
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("host", standby.SocketFolder(t)+","+primary.SocketFolder(t))
	query.Set("port", "5432,5432")
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = query.Encode()
	s := servertest.New(t, servertest.Options{Database: u.String(), Unaided: true})
	wantChanges(t, s, key)

	primary.Stop(t)
	change(t, s, key).Problem(t, problem.Unavailable)
	eventually(t, 20*time.Second, func() bool { return s.Get(t, "/readyz").Status == http.StatusServiceUnavailable })
	standby.Promote(t)
	afterFailover(t, "writes", func() bool { return change(t, s, key).Status == http.StatusOK })
	wantChanges(t, s, key)
}

// A standby that becomes the primary keeps its connections.
func TestAStandbyThatIsPromoted(t *testing.T) {
	t.Parallel()
	primary, standby, key := replicated(t)
	s := servertest.New(t, servertest.Options{Database: standby.URL(), Unaided: true})
	change(t, s, key).Problem(t, problem.Unavailable)
	primary.Stop(t)
	standby.Promote(t)
	afterFailover(t, "writes", func() bool { return change(t, s, key).Status == http.StatusOK })
	wantChanges(t, s, key)
}
