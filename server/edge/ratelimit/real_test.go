//go:build redis

package ratelimit_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/test/redistest"
)

// realRedis is a real server, its keys and its clock.
type realRedis struct {
	*ratelimit.Redis
	client redis.Conn
}

func newRealRedis(t *testing.T) realRedis {
	t.Helper()
	server := redistest.Start(t)
	client, err := redis.DialContext(t.Context(), "tcp", server.Address, redis.DialPassword(redistest.Password))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return realRedis{newRedis(t, server.URL()), client}
}

// time returns the clock of the server, since 1970.
func (r realRedis) time(t *testing.T) time.Duration {
	t.Helper()
	now, err := redis.Int64s(redis.DoContext(r.client, t.Context(), "TIME")) // seconds, and microseconds
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(now[0])*time.Second + time.Duration(now[1])*time.Microsecond
}

// fullAt returns the time that a bucket has in the server; false if it is full.
func (r realRedis) fullAt(t *testing.T, name string) (time.Duration, bool) {
	t.Helper()
	at, err := redis.Int64(redis.DoContext(r.client, t.Context(), "GET", name))
	if errors.Is(err, redis.ErrNil) {
		return 0, false
	}
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(at) * time.Microsecond, true
}

// TestRealRedisAgainstModel plays a random history in real time. When a token was
// taken, to the microsecond, follows from the time in the bucket, and must lie
// between what the clock of the server says before and after; the model that is
// asked at that time must answer the same.
func TestRealRedisAgainstModel(t *testing.T) {
	const steps, keys = 20_000, 20
	r := newRealRedis(t)
	random := rand.New(rand.NewPCG(1, 0))
	var models [keys]*model
	var last [keys]time.Duration // when each model was asked
	for i := range models {
		models[i] = newModel(ratelimit.Policy{
			Name: "random", Quota: 1 + random.IntN(20), Refill: 2*time.Millisecond + time.Duration(random.IntN(30_000))*time.Microsecond,
		})
	}
	taken, refused := 0, 0
	for step := range steps {
		i := random.IntN(keys)
		key, m := ratelimit.Key{byte(i)}, models[i]
		if random.IntN(5) == 0 {
			giveBack(t, r, m.policy, key)
			m.pass(m.policy.Refill)
			continue
		}
		before := r.time(t)
		got := take(t, r, m.policy, key)
		at, held := r.fullAt(t, r.Name(m.policy, key))
		after := r.time(t)
		if !held { // a pause, in which the bucket became full
			if after < before+got.Reset {
				t.Fatalf("step %d: the key of %+v has gone before the bucket is full", step, got)
			}
			m.pass(m.policy.Window())
			last[i] = after
			continue
		}
		when := at - got.Reset
		if when < before || when > after {
			t.Fatalf("step %d: taken at %v, which is not between %v and %v", step, when, before, after)
		}
		m.pass(when - last[i])
		last[i] = when
		if want := m.take(); got != want {
			t.Fatalf("step %d: got %+v, want %+v", step, got, want)
		}
		if got.Allowed {
			taken++
		} else {
			refused++
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
	if min(taken, refused) < steps/20 {
		t.Errorf("%d taken and %d refused: the history tries too little", taken, refused)
	}
	left, err := redis.Int(redis.DoContext(r.client, t.Context(), "EVAL", `
		local bad = 0
		for _, key in ipairs(redis.call('KEYS', '*')) do
			if redis.call('PTTL', key) < 0 then bad = bad + 1 end
		end
		return bad`, 0))
	if err != nil || left != 0 {
		t.Errorf("%d keys never expire, %v", left, err)
	}
}

// Against a real server the same holds as against memory, from many goroutines.
func TestRealRedisConcurrently(t *testing.T) {
	r := newRealRedis(t)
	testConcurrentTakes(t, subject{Limiter: r})
	if _, err := redis.DoContext(r.client, t.Context(), "FLUSHALL"); err != nil {
		t.Fatal(err)
	}
	testConcurrentReturns(t, subject{Limiter: r})
}

func BenchmarkTakeRealRedis(b *testing.B) {
	server := redistest.Start(b)
	r, err := ratelimit.NewRedis(server.URL(), []byte("secret"), time.Second)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	p, ctx := ratelimit.APIKey(), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Take(ctx, p, ratelimit.Key{1}); err != nil {
			b.Fatal(err)
		}
	}
}
