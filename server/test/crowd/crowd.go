// Package crowd has agents buy in a shop while its parts are killed, and compares the
// shop's books with what was acknowledged.
package crowd

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Size is how many agents buy at once.
const Size = 6

// Crowd are the agents, and what the shop was given.
type Crowd struct {
	Scarce, Limited string           // the product and the code that the agents compete for
	Stock           map[string]int64 // the initial stock of each product, by slug
	Pause           time.Duration    // of an agent after each call
	KeepUses        bool             // no order with a code is cancelled unpaid: programs before migration 31 kept its use

	shop       atomic.Pointer[Shop]
	agents     []*agent
	shopkeeper string              // a key
	limits     map[string]int64    // how often each code may be used
	inherited  map[string][]string // lines of the books that no agent caused, by the name of the book
	counts     struct {
		acknowledged atomic.Int64 // calls that have their answer
		repeated     atomic.Int64 // those of them that were sent more than once
		replayed     atomic.Int64 // those of them that had been carried out, and whose first answer was lost
	}
}

// Acknowledged is a write that was answered with a success.
type Acknowledged struct {
	Tool           string
	Entity         string // of its audit row
	Key            string // of the agent
	Sent, Answered time.Time

	once   string
	body   Object
	answer []byte
}

// Unlimited are settings with which no agent meets a rate limit.
var Unlimited = []string{"STOREFRONT_KEY_QUOTA=1000000", "STOREFRONT_AUTH_ATTEMPT_QUOTA=1000000", "STOREFRONT_ANONYMOUS_QUOTA=1000000"}

// New fills a shop with what agents buy, and makes agents with keys of their own. The
// choices of the agents depend on the seed.
func New(t *testing.T, shop Shop, newKey func(name, scopes string) string, seed uint64) *Crowd {
	t.Helper()
	c := &Crowd{Stock: map[string]int64{}, limits: map[string]int64{}}
	c.Use(shop)
	c.shopkeeper = newKey("shopkeeper", "categories:write,products:write,discounts:write")
	for i := range uint64(Size) {
		name := fmt.Sprint("agent-", i)
		c.agents = append(c.agents, &agent{
			Crowd: c, name: name, random: rand.New(rand.NewPCG(seed, i+1)), key: newKey(name, "cart:write,orders:read,orders:write"),
		})
	}
	c.want(t, "categories.upsert", Object{"slug": "briller", "name": "Briller"})
	for i := range 5 {
		c.product(t, fmt.Sprint("plenty-", i), 1_000_000)
	}
	return c
}

// Use has the agents call the shop at another address from now on.
func (c *Crowd) Use(shop Shop) { c.shop.Store(&shop) }

// Compete gives the shop a product with a stock of 40 and a code that may be used 20
// times, for which the agents compete from now on.
func (c *Crowd) Compete(t *testing.T, round int) {
	t.Helper()
	c.Scarce, c.Limited = fmt.Sprint("scarce-", round), fmt.Sprint("ROUND", round)
	c.product(t, c.Scarce, 40)
	c.want(t, "discounts.create", Object{"code": c.Limited, "type": "percent", "value": 10, "usageLimit": 20})
	c.limits[c.Limited] = 20
}

// product adds a product to the shop.
func (c *Crowd) product(t *testing.T, slug string, stock int64) {
	t.Helper()
	c.want(t, "products.create", Object{
		"slug": slug, "name": slug, "description": "Something to buy.", "priceDkk": 9900 + 100*len(c.Stock), "stock": stock, "categorySlug": "briller",
	})
	c.Stock[slug] = stock
}

// want calls an operation as the shopkeeper, which must succeed.
func (c *Crowd) want(t *testing.T, tool string, body Object) {
	t.Helper()
	if got, err := (*c.shop.Load()).Send(t.Context(), c.shopkeeper, tool, body, ""); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%s: %d %s %v", tool, got.Status, got.Body, err)
	}
}

// BuyDuring has all agents buy until fn has returned, and waits for the answers to their last calls.
// It begins a round.
func (c *Crowd) BuyDuring(t *testing.T, fn func()) {
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

// Await waits until more calls are acknowledged than were under way, and reports whether that
// happened. It returns at once when a fault has been found.
func (c *Crowd) Await(t *testing.T) bool {
	t.Helper()
	const patience = time.Minute
	want := c.counts.acknowledged.Load() + 2*Size
	for deadline := time.Now().Add(patience); c.counts.acknowledged.Load() < want && !t.Failed(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// Calls returns the acknowledged calls, agent by agent, each in its order. No agent may be buying.
func (c *Crowd) Calls() (calls []Acknowledged) {
	for _, a := range c.agents {
		calls = append(calls, a.calls...)
	}
	return calls
}

// Copy returns the crowd with what has been acknowledged by now. No agent may be buying.
func (c *Crowd) Copy() *Crowd {
	then := &Crowd{Stock: maps.Clone(c.Stock), limits: maps.Clone(c.limits), inherited: c.inherited}
	then.shop.Store(c.shop.Load())
	for _, a := range c.agents {
		then.agents = append(then.agents, &agent{Crowd: then, name: a.name, key: a.key, calls: slices.Clone(a.calls), orders: slices.Clone(a.orders)})
	}
	return then
}

// Repeated returns how many calls were not answered at once, and were sent again.
func (c *Crowd) Repeated() int64 { return c.counts.repeated.Load() }

// String is a sentence about the calls so far.
func (c *Crowd) String() string {
	return fmt.Sprintf("%d calls were acknowledged, %d of them after repetitions, and %d of these had been carried out before",
		c.counts.acknowledged.Load(), c.counts.repeated.Load(), c.counts.replayed.Load())
}
