package ratelimit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gomodule/redigo/redis"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// A key exists for as long as its bucket is not full, so that the keys of callers
// who have gone take no memory.
func TestKeysExpireWhenTheirBucketsAreFull(t *testing.T) {
	server := miniredis.RunT(t)
	server.SetTime(newClock().Now())
	l, p := newRedis(t, "redis://"+server.Addr()), small()
	giveBack(t, l, p, ratelimit.Key{1})
	if keys := server.Keys(); len(keys) != 0 {
		t.Errorf("a full bucket has the key %q", keys)
	}
	for want := time.Second; want <= p.Window(); want += time.Second {
		take(t, l, p, ratelimit.Key{1})
		if got := server.TTL(onlyKey(t, server)); got != want {
			t.Errorf("the key expires in %v, want %v", got, want)
		}
	}
	for range p.Quota {
		giveBack(t, l, p, ratelimit.Key{1})
	}
	if keys := server.Keys(); len(keys) != 0 {
		t.Errorf("a bucket that was filled has the key %q", keys)
	}
}

// Names of keys depend on client, policy and secret, and contain no client.
func TestNamesOfKeys(t *testing.T) {
	server := miniredis.RunT(t)
	name := func(secret, policy string, client byte) string {
		l, err := ratelimit.NewRedis("redis://"+server.Addr(), []byte(secret), 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		server.FlushAll()
		p := small()
		p.Name = policy
		take(t, l, p, ratelimit.Key([]byte("the address of "+string('0'+client))))
		return onlyKey(t, server)
	}
	names := []string{name("s", "small", 1), name("s", "small", 2), name("s", "other", 1), name("another", "small", 1)}
	for i, n := range names {
		_, hidden, _ := strings.Cut(strings.TrimPrefix(n, "storefront:limit:"), ":")
		if len(hidden) != 22 || strings.Contains(n, "address") {
			t.Errorf("the name %q", n)
		}
		for _, other := range names[:i] {
			if strings.HasSuffix(other, hidden) {
				t.Errorf("%q and %q are of different buckets", n, other)
			}
		}
	}
	if again := name("s", "small", 1); !slices.Contains(names, again) {
		t.Errorf("the name of the first bucket has become %q", again)
	}
}

func onlyKey(t *testing.T, server *miniredis.Miniredis) string {
	t.Helper()
	keys := server.Keys()
	if len(keys) != 1 {
		t.Fatalf("keys %q, want one", keys)
	}
	return keys[0]
}

// A server that has lost the script, as after a restart, is sent it again.
func TestAScriptThatWasLost(t *testing.T) {
	server := miniredis.RunT(t)
	l, p := newRedis(t, "redis://"+server.Addr()), small()
	take(t, l, p, ratelimit.Key{1})
	admin, err := redis.DialContext(t.Context(), "tcp", server.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := redis.DoContext(admin, t.Context(), "SCRIPT", "FLUSH"); err != nil {
		t.Fatal(err)
	}
	if d := take(t, l, p, ratelimit.Key{1}); d.Remaining != 1 {
		t.Errorf("got %+v, want 1 token left", d)
	}
}

func TestPoliciesThatRedisCannotCount(t *testing.T) {
	l := newRedis(t, "redis://"+miniredis.RunT(t).Addr())
	for _, p := range []ratelimit.Policy{{Name: "small", Quota: 1}, {Name: "small", Quota: 1, Refill: time.Microsecond + 1}} {
		if _, err := l.Take(t.Context(), p, ratelimit.Key{}); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}

// What is wrong with an address is said without the address, which has a password.
func TestParseRedisURL(t *testing.T) {
	for good, want := range map[string]string{
		"redis://127.0.0.1": "redis://127.0.0.1:6379", "redis://user:secret@redis.internal:6379/3": "redis://user:secret@redis.internal:6379/3",
		"rediss://:secret@[::1]:6380": "rediss://:secret@[::1]:6380", "rediss://[::1]/": "rediss://[::1]:6379/",
	} {
		if u, err := ratelimit.ParseRedisURL(good); err != nil || u.String() != want {
			t.Errorf("%s: %v, %v", good, u, err)
		}
	}
	for _, bad := range []string{
		"redis", "redis://", "http://:secret@redis", "unix:///secret", "redis://:secret@redis/first", "redis://:secret@redis:no",
		"redis://:secret%@redis", "redis://:secret@redis?read_timeout=1h", "redis://:secret@redis#0",
	} {
		if _, err := ratelimit.ParseRedisURL(bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
