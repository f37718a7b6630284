//go:build cluster

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// shop is the shop of a cluster, with those who use it.
type shop struct {
	cluster *cluster
	address crowd.Address // at HAProxy
	agents  *crowd.Crowd
	watch   *watch
	events  *receiver
	keys    int // that were made to be revoked
}

// newShop fills a shop and lets agents in.
func newShop(t *testing.T, c *cluster, seed uint64) *shop {
	t.Helper()
	s := &shop{cluster: c, address: crowd.Address(c.url())}
	s.agents = crowd.New(t, s.address, func(name, scopes string) string { return s.newKey(t, name, scopes) }, seed)
	s.agents.Pause = 30 * time.Millisecond // other parts of the cluster need the processor too
	s.events = s.receive(t)
	s.watch = newWatch(t, s)
	return s
}

func (s *shop) newKey(t *testing.T, name, scopes string) string {
	t.Helper()
	key, err := s.cluster.storefront(t.Context(), "keys", "create", "--name", name, "--scopes", scopes)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// newRevocable makes a key, which every replica knows, if the fault cuts replicas off from the database. It
// returns its name and the key, or "".
func (s *shop) newRevocable(t *testing.T, f fault) (name, key string) {
	t.Helper()
	if !f.revoke {
		return "", ""
	}
	s.keys++
	name = fmt.Sprint("revoked-", s.keys)
	key = s.newKey(t, name, "catalog:read")
	for i := range size {
		if got, err := s.get(t.Context(), i, key); err != nil || got.Status != http.StatusOK {
			t.Fatalf("a new key: %d, %v", got.Status, err)
		}
	}
	return name, key
}

// get reads a product at one replica.
func (s *shop) get(ctx context.Context, replica int, key string) (crowd.Answer, error) {
	return crowd.Address(s.cluster.replicaURL(replica)).Send(ctx, key, "products.get", crowd.Object{"slug": watched}, "")
}

// revoke revokes the key of a name, unless that is "".
func (s *shop) revoke(t *testing.T, name string) {
	t.Helper()
	if name == "" {
		return
	}
	listed, err := s.cluster.storefront(t.Context(), "keys", "list")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(listed) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == name {
			if _, err := s.cluster.storefront(t.Context(), "keys", "revoke", fields[0]); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("there is no key %s:\n%s", name, listed)
}

// wantRefused fails the test if a replica accepts a revoked key when its network has been whole for longer than
// lag, and returns when each has refused it.
func (s *shop) wantRefused(t *testing.T, key string, lag time.Duration, whole time.Time) {
	t.Helper()
	if key == "" {
		return
	}
	for i := range size {
		err := await(t.Context(), "the revoked key is not refused", func(ctx context.Context) error {
			sent := time.Now()
			got, err := s.get(ctx, i, key)
			if err == nil && got.Status == http.StatusOK && sent.Sub(whole) > lag {
				t.Errorf("%s accepted a revoked key %v after its network was whole", numbered("replica", i), sent.Sub(whole))
			}
			if err != nil || got.Status != http.StatusUnauthorized {
				return fmt.Errorf("%d, %v", got.Status, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// verifyOnce verifies what is done beside the calls, by whichever replica comes first: every order is announced, and
// the sums that a job folds are those of the orders.
func (s *shop) verifyOnce(t *testing.T) {
	s.events.wantAll(t, s.agents)
	key := s.newKey(t, "owner", "analytics:read")
	got, err := s.address.Send(t.Context(), key, "analytics.summary", crowd.Object{}, "")
	if err != nil || got.Status != http.StatusOK {
		t.Fatalf("analytics.summary: %d %s %v", got.Status, got.Body, err)
	}
	var answer struct {
		Result struct {
			Orders struct {
				Count        int
				StatusCounts map[string]int
			}
		}
	}
	if err := json.Unmarshal(got.Body, &answer); err != nil {
		t.Fatal(err)
	}
	statuses, count := s.agents.Statuses(), 0
	for status, n := range answer.Result.Orders.StatusCounts {
		if statuses[status] != n {
			t.Errorf("analytics.summary counts %d orders with the status %s, and %d were acknowledged", n, status, statuses[status])
		}
		count += n
	}
	if count != answer.Result.Orders.Count || count != len(s.agents.Orders()) {
		t.Errorf("analytics.summary counts %d orders, and %d by status; %d were acknowledged", answer.Result.Orders.Count, count, len(s.agents.Orders()))
	}
}
