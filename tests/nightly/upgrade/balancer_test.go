//go:build upgrade

package upgrade

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// balancer leads each call to the next replica, and never repeats one. It is a crowd.Shop.
type balancer struct {
	mu       sync.Mutex
	replicas []*replica
	next     int
	longest  map[string]call // of each operation
}

// call is how long a call took, and how many its replica had been led before.
type call struct {
	took   time.Duration
	before int64
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
	this, began := call{before: r.served.Add(1) - 1}, time.Now()
	answer, err := crowd.Address(r.address).Send(ctx, key, tool, body, once)
	this.took = time.Since(began)
	b.mu.Lock()
	defer b.mu.Unlock()
	if this.took > b.longest[tool].took {
		b.longest[tool] = this
	}
	return answer, err
}

// String is a table of the longest call of each operation.
func (b *balancer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "OPERATION\tLONGEST CALL\tCALLS OF ITS REPLICA BEFORE")
	for _, tool := range slices.Sorted(maps.Keys(b.longest)) {
		fmt.Fprintf(table, "%s\t%v\t%d\n", tool, b.longest[tool].took.Round(time.Millisecond), b.longest[tool].before)
	}
	_ = table.Flush()
	return text.String()
}
