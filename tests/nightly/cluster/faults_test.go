//go:build cluster

package main

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"
)

// fault is something that goes wrong in a cluster.
type fault struct {
	name string

	// begin begins it, for the replica or server i where it concerns one, and returns what
	// ends it, or nil where the part is started again by itself.
	begin func(ctx context.Context, c *cluster, i int) (end func(context.Context) error, err error)

	lasts  time.Duration
	away   bool // takes the database away from replicas, of which some see it later than others
	revoke bool // a key is revoked meanwhile
	lost   bool // packets are lost
}

// How long after its network is whole a replica may accept a key that was revoked meanwhile: in general, and where
// packets were lost, so that it waits for an answer.
const (
	lag         = 100 * time.Millisecond
	lagWhenLost = time.Second
)

// noticed is how long it takes at most until a part that was killed runs again, and those that use it know that it was
// away. Before that the cluster seems to be whole.
const noticed = restarts + time.Second

const pausing = 5 * time.Second // how long a network is cut or slow

var faults = []fault{
	{name: "a replica is killed", begin: kills(func(_ context.Context, _ *cluster, i int) (string, error) { return numbered("replica", i), nil })},
	{name: "the primary's PostgreSQL is killed", away: true, begin: func(ctx context.Context, c *cluster, _ int) (func(context.Context) error, error) {
		primary, _, err := c.roles(ctx)
		c.killPostgres(primary)
		return nil, err
	}},
	{name: "the primary's machine dies", begin: killsMachine(func(primary, _ int) int { return primary }), lasts: 20 * time.Second, away: true},
	{name: "the synchronous standby's machine dies", begin: killsMachine(func(_, standby int) int { return standby }), lasts: 15 * time.Second},
	{name: "etcd's leader is killed", begin: kills(func(ctx context.Context, c *cluster, _ int) (string, error) {
		leader, err := c.etcdLeader(ctx)
		return numbered("etcd", leader), err
	})},
	{name: "PgBouncer is killed", begin: kills(constant("pgbouncer")), away: true},
	{name: "Redis is killed", begin: kills(constant("redis"))},
	{name: "HAProxy is killed", begin: kills(constant("haproxy")), away: true},
	{name: "HAProxy's connections are closed", away: true, begin: func(ctx context.Context, c *cluster, _ int) (func(context.Context) error, error) {
		return nil, c.shutdownSessions(ctx)
	}},
	{name: "a replica is cut off from the database", begin: onNetwork("replica-database", isCut), lasts: pausing, away: true, revoke: true},
	{name: "a replica's packets from the database are lost", begin: onNetwork("replica-database", swallows), lasts: pausing, away: true, revoke: true, lost: true},
	{name: "a replica's network to the database is slow, 200 ms", begin: onNetwork("replica-database", isSlow), lasts: pausing, away: true, revoke: true},
	{name: "a replica is cut off from Redis", begin: onNetwork("replica-redis", isCut), lasts: pausing},
	{name: "all replicas are cut off from the database", lasts: pausing, away: true, revoke: true, begin: func(ctx context.Context, c *cluster, _ int) (func(context.Context) error, error) {
		all := func(cut bool) error {
			for i := range size {
				if err := c.cut(ctx, numbered("replica-database", i), cut); err != nil {
					return err
				}
			}
			return nil
		}
		return func(context.Context) error { return all(false) }, all(true)
	}},
}

type beginning = func(context.Context, *cluster, int) (func(context.Context) error, error)

func constant(name string) func(context.Context, *cluster, int) (string, error) {
	return func(context.Context, *cluster, int) (string, error) { return name, nil }
}

// kills kills a part, which is started again after a second.
func kills(which func(context.Context, *cluster, int) (string, error)) beginning {
	return func(ctx context.Context, c *cluster, i int) (func(context.Context) error, error) {
		name, err := which(ctx, c, i)
		if err != nil {
			return nil, err
		}
		p, err := c.part(name)
		if err != nil {
			return nil, err
		}
		p.kill()
		return nil, nil
	}
}

// killsMachine kills Patroni and its PostgreSQL, which stay away until the end.
func killsMachine(which func(primary, standby int) int) beginning {
	return func(ctx context.Context, c *cluster, _ int) (func(context.Context) error, error) {
		primary, standby, err := c.roles(ctx)
		if err != nil {
			return nil, err
		}
		i := which(primary, standby)
		patroni, err := c.part(numbered("pg", i))
		if err != nil {
			return nil, err
		}
		patroni.hold(true)
		patroni.kill()
		c.killPostgres(i)
		return func(context.Context) error { patroni.hold(false); return nil }, nil
	}
}

// onNetwork does something to the network of one replica.
func onNetwork(name string, do func(ctx context.Context, c *cluster, network string) (func(context.Context) error, error)) beginning {
	return func(ctx context.Context, c *cluster, i int) (func(context.Context) error, error) {
		return do(ctx, c, numbered(name, i))
	}
}

func isCut(ctx context.Context, c *cluster, network string) (func(context.Context) error, error) {
	return func(ctx context.Context) error { return c.cut(ctx, network, false) }, c.cut(ctx, network, true)
}

func isSlow(ctx context.Context, c *cluster, network string) (func(context.Context) error, error) {
	return func(ctx context.Context) error { return c.mend(ctx, network) }, c.slow(ctx, network, 200)
}

func swallows(ctx context.Context, c *cluster, network string) (func(context.Context) error, error) {
	return func(ctx context.Context) error { return c.mend(ctx, network) }, c.swallow(ctx, network)
}

// endure has agents buy while the fault comes and goes, waits until the cluster is whole
// again, and compares the books.
func (s *shop) endure(t *testing.T, f fault, random *rand.Rand) figures {
	i := random.IntN(size)
	name, revoked := s.newRevocable(t, f)
	s.watch.begin(f)
	var at time.Time
	s.agents.BuyDuring(t, func() {
		time.Sleep(time.Duration(500+random.IntN(1500)) * time.Millisecond)
		at = time.Now()
		end, err := f.begin(t.Context(), s.cluster, i)
		if err != nil {
			t.Fatal(err)
		}
		s.revoke(t, name)
		time.Sleep(max(f.lasts, noticed))
		if end != nil {
			if err := end(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		lag := lag
		if f.lost {
			lag = lagWhenLost
		}
		s.wantRefused(t, revoked, lag, time.Now())
		if err := s.cluster.whole(t.Context()); err != nil {
			s.cluster.showLogs(t)
			t.Fatal(err)
		}
		s.watch.whole()
		if !s.agents.Await(t) {
			s.cluster.showLogs(t)
			t.Fatal("nothing is acknowledged any more")
		}
	})
	whole := time.Now()
	db, err := s.cluster.database(t.Context(), "primary", "storefront")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	s.agents.Verify(t, db)
	return s.watch.end(f, longestGap(s.agents.Calls(), at, whole))
}
