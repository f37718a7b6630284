//go:build upgrade

package upgrade

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// balancer leads each call to the next replica, and never repeats one. It is a crowd.Shop.
type balancer struct {
	mu       sync.Mutex
	replicas []*replica
	next     int
	longest  map[string]time.Duration // call of each operation
}

func (b *balancer) add(replicas ...*replica) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replicas = append(b.replicas, replicas...)
}

// remove leads no more calls to the replica, and waits for the answers to those under way.
func (b *balancer) remove(r *replica) {
	b.mu.Lock()
	b.replicas = slices.DeleteFunc(b.replicas, func(other *replica) bool { return other == r })
	b.mu.Unlock()
	r.calls.Wait()
}

// choose returns the next replica, whose call is under way until calls.Done.
func (b *balancer) choose() *replica {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	r := b.replicas[b.next%len(b.replicas)]
	r.calls.Add(1)
	return r
}

// Send calls an operation at one of the replicas.
func (b *balancer) Send(ctx context.Context, key, tool string, body any, once string) (crowd.Answer, error) {
	r := b.choose()
	defer r.calls.Done()
	began := time.Now()
	answer, err := crowd.Address(r.address).Send(ctx, key, tool, body, once)
	r.served.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.longest[tool] = max(b.longest[tool], time.Since(began))
	return answer, err
}

// String is a table of the longest call of each operation.
func (b *balancer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var text strings.Builder
	fmt.Fprintln(&text, "longest call")
	for _, tool := range slices.Sorted(maps.Keys(b.longest)) {
		fmt.Fprintf(&text, "  %-24s %v\n", tool, b.longest[tool].Round(time.Millisecond))
	}
	return text.String()
}
