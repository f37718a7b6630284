//go:build cluster

package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestCluster has agents buy, search and change the catalogue while each part of a cluster is
// killed or cut off, one after the other, and compares the books with what was acknowledged.
// MINUTES is how long it goes on, and one round without it; SEED repeats the choices of an
// earlier run; STALE_READS is the STOREFRONT_STALE_READS of the replicas.
func TestCluster(t *testing.T) {
	minutes, seed := crowd.Number(t, "MINUTES", 0), crowd.Number(t, "SEED", uint64(time.Now().UnixNano()))
	t.Logf("SEED=%d", seed)
	began, random := time.Now(), rand.New(rand.NewPCG(seed, 0))
	c := started(t)
	shop := newShop(t, c, seed)
	var all []figures
	for round := 1; round == 1 || time.Since(began) < time.Duration(minutes)*time.Minute; round++ {
		shop.agents.Compete(t, round)
		order := append([]fault(nil), faults...)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, f := range order {
			if !t.Run(fmt.Sprintf("%d: %s", round, f.name), func(t *testing.T) { all = append(all, shop.endure(t, f, random)) }) {
				c.showLogs(t)
				return // the books of the next fault would be wrong too
			}
		}
	}
	t.Run("what is done once", shop.verifyOnce)
	t.Logf("%v; %d orders in %v\n%s", shop.agents, len(shop.agents.Orders()), time.Since(began).Round(time.Second), table(all))
}

var staleReads = cmp.Or(os.Getenv("STALE_READS"), "30s")

// started returns a cluster that is whole, and is stopped after the test.
func started(t *testing.T) *cluster {
	t.Helper()
	c, err := newCluster(t.Context(), os.Getenv("TESTED_PROGRAM"), anyAddress,
		append(crowd.Unlimited, "STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true", "STOREFRONT_STALE_READS="+staleReads)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	began := time.Now()
	if err := c.start(context.WithoutCancel(t.Context())); err != nil {
		c.showLogs(t)
		t.Fatal(err)
	}
	t.Logf("the cluster is whole after %v", time.Since(began).Round(time.Second))
	return c
}

// showLogs logs the last lines of every part.
func (c *cluster) showLogs(t *testing.T) {
	t.Helper()
	const last = 3000 // bytes
	for _, p := range c.parts {
		text, err := os.ReadFile(p.logFile())
		if err != nil {
			t.Log(err)
		}
		t.Logf("%s:\n%s", p.name, text[max(0, len(text)-last):])
	}
}
