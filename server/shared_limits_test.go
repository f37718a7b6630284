package server_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
)

// newSharing starts two replicas that share their limits in a server whose clock stands
// still.
func newSharing(t *testing.T) (redis *miniredis.Miniredis, replicas [2]*servertest.Server) {
	t.Helper()
	redis = miniredis.RunT(t)
	redis.SetTime(servertest.NewClock().Now())
	shared := servertest.Options{Config: func(c *config.Serve) {
		c.Limits, c.RedisURL = config.DefaultLimits(), "redis://"+redis.Addr()
	}}
	replicas[0] = servertest.New(t, shared)
	replicas[1] = replicas[0].Beside(t, shared)
	return redis, replicas
}

// limitHeaders returns the headers of an answer that a limit has set.
func limitHeaders(r servertest.Reply) http.Header {
	set := http.Header{}
	for name, values := range r.Header {
		switch {
		case strings.HasPrefix(name, "Ratelimit"):
			set[name] = values
		case name == "Retry-After":
			set[name] = nil // each replica tells times of its own
		}
	}
	return set
}

// Calls that go to two replicas in turn are answered like those to one process with
// buckets in its memory: the same statuses, the same headers.
func TestReplicasThatShareTheirLimitsAnswerLikeOne(t *testing.T) {
	t.Parallel()
	_, replicas := newSharing(t)
	alone, _ := servertest.NewLimited(t, nil)
	shared, own := replicas[0].Key(t, "catalog:read"), alone.Key(t, "catalog:read")
	for _, c := range []struct {
		name        string
		calls       int
		shared, own string // keys
	}{
		{"a valid key", 20, shared, own},
		{"anonymous", 65, "", ""},
		{"guesses", 125, "sfk_guess", "sfk_guess"},
		{"the valid key, which is cached", 20, shared, own},
		{"anonymous again", 2, "", ""},
	} {
		for i := range c.calls {
			got := replicas[i%2].Call(t, c.shared, "products.get", object{"slug": "round-metal"})
			want := alone.Call(t, c.own, "products.get", object{"slug": "round-metal"})
			if got.Status != want.Status || !reflect.DeepEqual(limitHeaders(got), limitHeaders(want)) {
				t.Fatalf("%s, call %d: %d %v\nwant %d %v", c.name, i, got.Status, limitHeaders(got), want.Status, limitHeaders(want))
			}
		}
	}
}

// While Redis is away the service takes calls and says in /readyz and in the log what
// does not work as it should.
func TestReadinessSaysThatLimitsAreNotShared(t *testing.T) {
	t.Parallel()
	redis, replicas := newSharing(t)
	s := replicas[0]
	reasons := func() string {
		var report struct{ Reasons []string }
		if err := json.Unmarshal(s.Get(t, "/readyz").Body, &report); err != nil {
			t.Fatal(err)
		}
		return strings.Join(report.Reasons, "; ")
	}
	servertest.Eventually(t, 10*time.Second, func() bool { return reasons() == "" })
	redis.Close()
	servertest.Eventually(t, 10*time.Second, func() bool {
		return reasons() == "limits are counted by each replica alone: Redis cannot be reached"
	})
	s.Product(t, "round-metal")
	if err := redis.Restart(); err != nil {
		t.Fatal(err)
	}
	servertest.Eventually(t, 10*time.Second, func() bool { return reasons() == "" })
	log := s.Log.String()
	if strings.Count(log, "limits are counted by this replica alone") != 1 || strings.Count(log, "limits are shared by all replicas again") != 1 {
		t.Errorf("the log is not of one outage:\n%s", log)
	}
}
