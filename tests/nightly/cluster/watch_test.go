//go:build cluster

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// watched is the product whose price changes all the time.
const watched = "watched"

// watch changes the price of a product all the time, and reads it at every replica and at HAProxy; and it
// searches and reads products at HAProxy, as visitors do.
type watch struct {
	shop *shop
	key  string // of who changes the price

	mu     sync.Mutex
	prices []priced  // in the order of their acknowledgement
	reads  reads     // since the fault began
	strict time.Time // from when on no answer may be older than a second; zero means always
	stale  time.Duration
}

// priced is a price that was acknowledged.
type priced struct {
	ore int64
	at  time.Time
}

// reads are what visitors did.
type reads struct {
	answered, failed int
	last             time.Time     // when the last one was answered
	gap              time.Duration // the longest time without an answer
}

const firstPrice = 1000 // in ore

// newWatch begins to watch a shop, until the test ends.
func newWatch(t *testing.T, s *shop) *watch {
	t.Helper()
	w := &watch{shop: s, key: s.newKey(t, "watch", "products:write")}
	product := crowd.Object{"slug": watched, "name": "A watched kettle", "description": "It never boils.", "priceDkk": firstPrice, "stock": 1, "categorySlug": "briller"}
	if got, err := s.address.Send(t.Context(), w.key, "products.create", product, ""); err != nil || got.Status != http.StatusOK {
		t.Fatalf("products.create: %d %s %v", got.Status, got.Body, err)
	}
	s.agents.Stock[watched] = 1
	w.prices = []priced{{firstPrice, time.Now()}}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { w.change(ctx, t) })
	wg.Go(func() { w.visit(ctx, "products.search", crowd.Object{"q": "kettle"}) })
	wg.Go(func() { w.visit(ctx, "products.get", crowd.Object{"slug": "plenty-1"}) })
	wg.Go(func() { w.read(ctx, t, "HAProxy", s.address) })
	for i := range size {
		wg.Go(func() { w.read(ctx, t, numbered("replica", i), crowd.Address(s.cluster.replicaURL(i))) })
	}
	t.Cleanup(func() { stop(); wg.Wait() })
	return w
}

// change changes the price, ten times a second.
func (w *watch) change(ctx context.Context, t *testing.T) {
	for price := int64(firstPrice + 1); ctx.Err() == nil; price++ {
		body := crowd.Object{"slug": watched, "patch": crowd.Object{"priceDkk": price}}
		for ctx.Err() == nil {
			got, err := w.shop.address.Send(ctx, w.key, "products.update", body, fmt.Sprint("price-", price))
			if err == nil && got.Status == http.StatusOK {
				w.mu.Lock()
				w.prices = append(w.prices, priced{price, time.Now()})
				w.mu.Unlock()
				break
			}
			if err == nil && got.Status < 500 && got.Status != http.StatusConflict { // the same call may still be under way
				t.Errorf("products.update: %d %s", got.Status, got.Body)
				return
			}
			pause(ctx, 20*time.Millisecond)
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// read reads the price at one replica or at HAProxy, and notes by how much it was late.
func (w *watch) read(ctx context.Context, t *testing.T, name string, address crowd.Address) {
	for ; ctx.Err() == nil; pause(ctx, 25*time.Millisecond) {
		sent := time.Now()
		got, err := address.Send(ctx, "", "products.get", crowd.Object{"slug": watched}, "")
		var product struct{ Result struct{ PriceDkk int64 } }
		if err != nil || got.Status != http.StatusOK || json.Unmarshal(got.Body, &product) != nil {
			continue
		}
		w.mu.Lock()
		// The first price after it that had been acknowledged when the call was sent.
		i, _ := slices.BinarySearchFunc(w.prices, product.Result.PriceDkk+1, func(p priced, ore int64) int { return int(p.ore - ore) })
		if i < len(w.prices) && w.prices[i].at.Before(sent) {
			late := sent.Sub(w.prices[i].at)
			w.stale = max(w.stale, late)
			if late > time.Second && sent.Sub(w.strict) > time.Second {
				t.Errorf("%s answered the price %d, %v after %d had been acknowledged", name, product.Result.PriceDkk, late, w.prices[i].ore)
			}
		}
		w.mu.Unlock()
	}
}

// visit reads at HAProxy, and notes whether it was answered.
func (w *watch) visit(ctx context.Context, tool string, body crowd.Object) {
	for ; ctx.Err() == nil; pause(ctx, 10*time.Millisecond) {
		got, err := w.shop.address.Send(ctx, "", tool, body, "")
		if ctx.Err() != nil {
			return
		}
		w.mu.Lock()
		if err != nil || got.Status != http.StatusOK {
			w.reads.failed++
		} else {
			now := time.Now()
			w.reads.answered++
			w.reads.gap = max(w.reads.gap, now.Sub(w.reads.last))
			w.reads.last = now
		}
		w.mu.Unlock()
	}
}

// begin begins to count for a fault. While that takes the database away, memory may be used as it was.
func (w *watch) begin(f fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f.away && staleReads != "0s" {
		w.strict = time.Now().Add(time.Hour)
	}
	w.reads, w.stale = reads{last: time.Now()}, 0
}

// whole says that the cluster is whole again.
func (w *watch) whole() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.strict.IsZero() {
		w.strict = time.Now()
	}
}

// figures are what a fault did.
type figures struct {
	fault  string
	writes time.Duration // the longest time without an acknowledged write of an agent
	reads  reads
	stale  time.Duration // how long the price of an answer had been another one, at most
}

// end returns what was counted for a fault.
func (w *watch) end(f fault, writes time.Duration) figures {
	w.mu.Lock()
	defer w.mu.Unlock()
	return figures{f.name, writes, w.reads, w.stale}
}

// longestGap returns the longest time between two moments in which no call was acknowledged.
func longestGap(calls []crowd.Acknowledged, from, to time.Time) (gap time.Duration) {
	moments := []time.Time{from, to}
	for _, call := range calls {
		if call.Answered.After(from) && call.Answered.Before(to) {
			moments = append(moments, call.Answered)
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	for i := range moments[1:] {
		gap = max(gap, moments[i+1].Sub(moments[i]))
	}
	return gap
}

// table returns the worst figures of each fault as a table.
func table(all []figures) string {
	worst := map[string]figures{}
	for _, f := range all {
		w := worst[f.fault]
		worst[f.fault] = figures{f.fault, max(w.writes, f.writes), reads{
			answered: w.reads.answered + f.reads.answered, failed: w.reads.failed + f.reads.failed, gap: max(w.reads.gap, f.reads.gap),
		}, max(w.stale, f.stale)}
	}
	text := "| what happens | longest without a write | longest without a read | reads that failed | oldest answer |\n|---|---|---|---|---|\n"
	for _, f := range faults {
		if w, found := worst[f.name]; found {
			text += fmt.Sprintf("| %s | %.1f s | %.1f s | %d of %d | %d ms |\n", f.name, w.writes.Seconds(), w.reads.gap.Seconds(), w.reads.failed,
				w.reads.answered+w.reads.failed, w.stale.Milliseconds())
		}
	}
	return text
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
