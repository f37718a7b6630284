package walk_test

import (
	"encoding/json"
	"reflect"
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
	for _, op := range servertest.Contract().Tools() {
		if op.ReadOnly {
			continue
		}
		for name, example := range walk.Examples(t, op.Name) {
			t.Run(op.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				sameAddress := func(c *config.Serve) { c.BaseURL = "https://shop.example" }
				writer := servertest.New(t, servertest.Options{Config: sameAddress})
				other := writer.Beside(t, servertest.Options{Config: sameAddress})
				truth := writer.Beside(t, servertest.Options{Config: sameAddress, Unaided: true})
				key := writer.Key(t, "all")
				before := everything(t, truth, key)
				for _, replica := range []*servertest.Server{writer, other} {
					if got := everything(t, replica, key); !reflect.DeepEqual(got, before) {
						t.Fatalf("before: %s", firstDifference(got, before))
					}
				}
				if reply := writer.Raw(t, key, op.Name, example); reply.Status != 200 {
					t.Fatalf("status %d: %s", reply.Status, reply.Body)
				}
				want := everything(t, truth, key)
				if got := everything(t, writer, key); !reflect.DeepEqual(got, want) {
					t.Errorf("the replica that wrote: %s", firstDifference(got, want))
				}
				servertest.Eventually(t, 10*time.Second, func() bool { return reflect.DeepEqual(everything(t, other, key), want) })
			})
		}
	}
}

// everything returns the responses of the read operations, by call: the examples
// of each, every product, and searches. Products are sorted by slug, because the
// index and the database rank them differently.
func everything(t *testing.T, s *servertest.Server, key string) map[string]any {
	t.Helper()
	answers := map[string]any{}
	ask := func(tool string, body json.RawMessage) {
		reply := s.Raw(t, key, tool, body)
		if tool == "products.search" {
			answers[tool+string(body)] = bySlug(t, reply)
			return
		}
		var result any
		reply.Result(t, &result)
		if o, ok := result.(map[string]any); ok {
			delete(o, "auditEntries") // each of these reads adds one
			delete(o, "byKey")        // and is counted, as is each search
		}
		answers[tool+string(body)] = result
	}
	for _, op := range s.Contract.Tools() {
		if !op.ReadOnly || op.Tag == "audit" || op.Name == "analytics.search_terms" { // reading adds to the audit
			continue
		}
		for _, example := range walk.Examples(t, op.Name) {
			ask(op.Name, example)
		}
	}
	for _, search := range []string{`{"limit":100}`, `{"q":"solbriller","limit":100}`, `{"inStock":true,"limit":100}`, `{"featured":true,"limit":100}`} {
		ask("products.search", json.RawMessage(search))
	}
	slugs := servertest.One[[]string](t, s, "SELECT array_agg(slug ORDER BY slug) FROM products")
	for _, slug := range slices.Compact(slugs) {
		ask("products.get", json.RawMessage(`{"slug":"`+slug+`"}`))
	}
	return answers
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

func firstDifference(got, want map[string]any) string {
	for call, answer := range want {
		if !reflect.DeepEqual(got[call], answer) {
			a, _ := json.Marshal(got[call])
			b, _ := json.Marshal(answer)
			return call + " is answered " + string(a) + "\nwant " + string(b)
		}
	}
	return "more was answered than there is"
}
