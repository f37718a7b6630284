//go:build crash

package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"
)

// TestCrashes has agents buy while the server, its PostgreSQL and both are killed at random
// moments, and compares the books with what was acknowledged. ROUNDS is how often, SEED
// repeats the choices of an earlier run.
func TestCrashes(t *testing.T) {
	rounds, seed := number(t, "ROUNDS", 5), number(t, "SEED", uint64(time.Now().UnixNano()))
	t.Logf("SEED=%d", seed)
	p := newProgram(t).with(unlimited...)
	c := newCrowd(t, p, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range rounds {
		if !t.Run(fmt.Sprint("round ", round+1), func(t *testing.T) { c.round(t, p, int(round)+1, random) }) {
			break // the books of the next round would be wrong too
		}
	}
	t.Logf("%d calls were acknowledged, %d of them after repetitions, and %d of these had been carried out before; %d orders",
		c.acknowledged.Load(), c.repeated.Load(), c.replayed.Load(), len(c.ordersOfAll()))
}

// unlimited are settings with which no agent meets a rate limit.
var unlimited = []string{"STOREFRONT_KEY_QUOTA=1000000", "STOREFRONT_AUTH_ATTEMPT_QUOTA=1000000", "STOREFRONT_ANONYMOUS_QUOTA=1000000"}

// number is a number of the environment.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// newCrowd makes a shop, and agents with keys of their own.
func newCrowd(t *testing.T, p *program, seed uint64) *crowd {
	t.Helper()
	c := &crowd{stock: map[string]int64{}, limits: map[string]int64{}}
	s := p.serve(t) // the commands that make keys use its PostgreSQL
	c.shopkeeper = newKey(t, p, "shopkeeper", "categories:write,products:write,discounts:write")
	for i := range uint64(agents) {
		name := fmt.Sprint("agent-", i)
		c.agents = append(c.agents, &agent{
			crowd: c, name: name, random: rand.New(rand.NewPCG(seed, i+1)), key: newKey(t, p, name, "cart:write,orders:read,orders:write"),
		})
	}
	s.want(t, c.shopkeeper, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for i := range 5 {
		c.product(t, s, fmt.Sprint("plenty-", i), 1_000_000)
	}
	s.stop(t)
	return c
}

// product adds a product to the shop.
func (c *crowd) product(t *testing.T, s *serving, slug string, stock int64) {
	t.Helper()
	s.want(t, c.shopkeeper, "products.create", object{
		"slug": slug, "name": slug, "description": "Something to buy.", "priceDkk": 9900 + 100*len(c.stock), "stock": stock, "categorySlug": "briller",
	}, nil)
	c.stock[slug] = stock
}

// code adds a discount code to the shop.
func (c *crowd) code(t *testing.T, s *serving, code string, limit int64) {
	t.Helper()
	s.want(t, c.shopkeeper, "discounts.create", object{"code": code, "type": "percent", "value": 10, "usageLimit": limit}, nil)
	c.limits[code] = limit
}

// round has the agents compete for a product and a code, kills each thing once, and
// compares the books after all have their answers.
func (c *crowd) round(t *testing.T, p *program, round int, random *rand.Rand) {
	s := p.serve(t)
	c.scarce, c.limited = fmt.Sprint("scarce-", round), fmt.Sprint("ROUND", round)
	c.product(t, s, c.scarce, 40)
	c.code(t, s, c.limited, 20)
	c.serving.Store(s)
	kills := []string{"the server", "PostgreSQL", "both"}
	random.Shuffle(len(kills), func(i, j int) { kills[i], kills[j] = kills[j], kills[i] })
	c.buyDuring(t, func() {
		for _, what := range kills {
			wait := time.Duration(200+random.IntN(1500)) * time.Millisecond
			time.Sleep(wait)
			t.Logf("kills %s after %v", what, wait)
			s = kill(t, p, s, what)
			c.serving.Store(s)
			c.await(t, s)
		}
	})
	c.verify(t, p, s)
	s.stop(t)
}

// buyDuring has all agents buy until fn has returned, and waits for the answers to their last calls.
func (c *crowd) buyDuring(t *testing.T, fn func()) {
	t.Helper()
	ended := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(ended)
	for _, a := range c.agents {
		a.since = len(a.calls)
		wg.Go(func() { a.buyUntil(t, ended) })
	}
	fn()
}

// kill kills one thing or both, as kill -9 does, and returns the server that runs then.
func kill(t *testing.T, p *program, s *serving, what string) *serving {
	t.Helper()
	if what != "the server" {
		killPostgres(t, p.data)
	}
	if what == "PostgreSQL" {
		return s // it starts PostgreSQL again
	}
	s.kill(t)
	return p.serve(t)
}

// await waits until more calls are acknowledged than were under way, or a fault is found.
func (c *crowd) await(t *testing.T, s *serving) {
	t.Helper()
	const patience = time.Minute
	want := c.acknowledged.Load() + 2*agents
	for deadline := time.Now().Add(patience); c.acknowledged.Load() < want && !t.Failed(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.kill(t)
			t.Fatalf("nothing is acknowledged any more\n%s", s.log)
		}
	}
}
