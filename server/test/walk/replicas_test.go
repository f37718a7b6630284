package walk_test

import (
	"context"
	"encoding/json"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// TestEveryWriteIsSeenByReplicasWithFullCaches runs each write operation
// on one of two replicas whose caches are full. Afterwards both must return what
// a third one without caches returns: the one that wrote at once, the other
// soon.
func TestEveryWriteIsSeenByReplicasWithFullCaches(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock() // no hour begins between two answers that are compared
	replica := func(unaided bool) servertest.Options {
		return servertest.Options{Clock: clock.Now, Config: func(c *config.Serve) { c.BaseURL = "https://shop.example" }, Unaided: unaided}
	}
	shops := newShops(t, func() []*servertest.Server {
		writer := servertest.New(t, replica(false))
		return []*servertest.Server{writer, writer.Beside(t, replica(false)), writer.Beside(t, replica(true))}
	})
	demo := servertest.New(t, replica(true))
	first := answers(t, demo, demo.Key(t, "owner"), reads(t, demo)) // every shop is a copy of it
	for _, op := range servertest.Contract().Tools() {
		if op.ReadOnly {
			continue
		}
		for name, example := range walk.Examples(t, op.Name) {
			t.Run(op.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				shops.use(t, func(services []*servertest.Server) {
					seenByReplicas(t, services[0], services[1], services[2], first, op.Name, example)
				})
			})
		}
	}
}

// shops are as many demo shops as tests run at once.
type shops chan shop

// shop is a database with services, and the rows that it has at first.
type shop struct {
	services []*servertest.Server
	rows     *servertest.Rows
}

// newShops calls start for the services of each shop; the first makes the database.
func newShops(t *testing.T, start func() []*servertest.Server) shops {
	all := make(shops, runtime.GOMAXPROCS(0))
	for range cap(all) {
		services := start()
		all <- shop{services, services[0].Keep(t)}
	}
	return all
}

// use calls fn with the services of a shop that is as it was at first. Afterwards
// all that they remember has to be what the database holds, as after any test.
func (all shops) use(t *testing.T, fn func(services []*servertest.Server)) {
	t.Helper()
	one := <-all
	fresh := func() {
		for _, s := range one.services {
			s.WantFresh(t)
		}
	}
	defer func() {
		fresh()
		if err := one.rows.Reset(context.Background()); err != nil {
			t.Error(err)
		}
		fresh()
		all <- one
	}()
	fn(one.services)
}

func seenByReplicas(t *testing.T, writer, other, truth *servertest.Server, before map[read]any, tool string, example json.RawMessage) {
	t.Helper()
	key, all := writer.Key(t, "owner"), reads(t, truth)
	for _, replica := range []*servertest.Server{writer, other} {
		if got := answers(t, replica, key, all); !reflect.DeepEqual(got, before) {
			t.Fatalf("before: %s", firstDifference(got, before))
		}
	}
	if reply := writer.Raw(t, key, tool, example); reply.Status != 200 {
		t.Fatalf("status %d: %s", reply.Status, reply.Body)
	}
	all = reads(t, truth) // a product may be new
	want := answers(t, truth, key, all)
	if got := answers(t, writer, key, all); !reflect.DeepEqual(got, want) {
		t.Errorf("the replica that wrote: %s", firstDifference(got, want))
	}
	var changed []read // are asked alone until the other has followed
	for _, r := range all {
		if !reflect.DeepEqual(before[r], want[r]) {
			changed = append(changed, r)
		}
	}
	servertest.Eventually(t, 10*time.Second, func() bool {
		for r, got := range answers(t, other, key, changed) {
			if !reflect.DeepEqual(got, want[r]) {
				return false
			}
		}
		return reflect.DeepEqual(answers(t, other, key, all), want)
	})
}

// read is a call that changes nothing.
type read struct{ tool, body string }

// reads returns the examples of the read operations, searches, and every product.
func reads(t *testing.T, s *servertest.Server) (all []read) {
	t.Helper()
	for _, op := range s.Contract.Tools() {
		if !op.ReadOnly || slices.Contains([]string{"audit", "keys"}, op.Tag) || slices.Contains([]string{"analytics.attention", "analytics.search_terms", "pages.preview"}, op.Name) {
			continue // reading adds to the audit, and uses a key; a preview is another one each time
		}
		for _, example := range walk.Examples(t, op.Name) {
			all = append(all, read{op.Name, string(example)})
		}
	}
	for _, search := range []string{`{"limit":100}`, `{"q":"solbriller","limit":100}`, `{"inStock":true,"limit":100}`, `{"featured":true,"limit":100}`} {
		all = append(all, read{"products.search", search})
	}
	slugs := servertest.One[[]string](t, s, "SELECT array_agg(slug ORDER BY slug) FROM products")
	for _, slug := range slices.Compact(slugs) {
		all = append(all, read{"products.get", `{"slug":"` + slug + `"}`})
	}
	return all
}

// answers returns the results of calls. Products are sorted by slug, because the
// index and the database rank them differently.
func answers(t *testing.T, s *servertest.Server, key string, calls []read) map[read]any {
	t.Helper()
	results := map[read]any{}
	for _, r := range calls {
		reply := s.Raw(t, key, r.tool, []byte(r.body))
		if r.tool == "products.search" {
			results[r] = bySlug(t, reply)
			continue
		}
		var result any
		reply.Result(t, &result)
		if o, ok := result.(map[string]any); ok {
			delete(o, "auditEntries") // each of these reads adds one
			delete(o, "byKey")        // and is counted, as is each search
		}
		results[r] = result
	}
	return results
}

func bySlug(t *testing.T, reply servertest.Reply) map[string]api.ProductHit {
	t.Helper()
	var hits []api.ProductHit
	reply.Result(t, &hits)
	found := map[string]api.ProductHit{}
	for _, hit := range hits {
		found[hit.Slug] = hit
	}
	return found
}

func firstDifference(got, want map[read]any) string {
	for call, answer := range want {
		if !reflect.DeepEqual(got[call], answer) {
			a, _ := json.Marshal(got[call])
			b, _ := json.Marshal(answer)
			return call.tool + call.body + " is answered " + string(a) + "\nwant " + string(b)
		}
	}
	return "more was answered than there is"
}
