package demo

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
)

// Every record of every file conforms to the contract. The test needs no
// database, because a fill validates all records before it writes the first.
func TestEveryRecordPassesTheContract(t *testing.T) {
	t.Parallel()
	st, err := store.Open("postgres://nobody@127.0.0.1:1/nothing", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	steps, err := allSteps(st)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range steps {
		if s.name == "" || seen[s.title()] {
			t.Errorf("%q is no name of its own", s.title())
		}
		seen[s.title()] = true
	}
}

func products(t *testing.T) map[string]api.ProductsCreateRequest {
	t.Helper()
	records, err := lines("products.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]api.ProductsCreateRequest{}
	for _, record := range records {
		var p api.ProductsCreateRequest
		if err := json.Unmarshal(record, &p); err != nil {
			t.Fatal(err)
		}
		out[p.Slug] = p
	}
	return out
}

func TestProductsShowAllFeatures(t *testing.T) {
	t.Parallel()
	all := products(t)
	var featured, out, answered int
	for slug, p := range all {
		if p.Featured != nil && *p.Featured {
			featured++
		}
		if p.Stock == 0 {
			out++
		}
		if p.AnswerSummary.IsSpecified() {
			answered++
			if p.Faq == nil || p.UseCases == nil || p.ComparisonFacts == nil {
				t.Errorf("%s has an answer and not the rest", slug)
			}
		}
		if !strings.HasSuffix(p.Description, ".") || strings.Count(p.Description, ". ") > 3 {
			t.Errorf("%s: %s", slug, p.Description)
		}
	}
	if len(all) < 40 || featured < 5 || out < 3 || answered < 10 {
		t.Errorf("%d products, %d featured, %d out of stock, %d with answers", len(all), featured, out, answered)
	}
	// The contract's example adds this one.
	if _, taken := all["havblik"]; taken {
		t.Error("the example of products.create finds its work done")
	}
}

func TestOrdersHaveExampleCustomersOnManyDays(t *testing.T) {
	t.Parallel()
	list, err := readOrders()
	if err != nil {
		t.Fatal(err)
	}
	days := map[int]bool{}
	for _, o := range list {
		if !strings.HasSuffix(o.Email, "@example.com") {
			t.Errorf("%s: %s", o.ID, o.Email)
		}
		days[int(time.Duration(o.Ago)/(24*time.Hour))] = true
		var last span
		for _, m := range o.Moves {
			if m.After <= last || m.After >= o.Ago {
				t.Errorf("%s: %s at %s of %s", o.ID, m.To, time.Duration(m.After), time.Duration(o.Ago))
			}
			last = m.After
		}
	}
	if len(days) < 8 {
		t.Errorf("%d days", len(days))
	}
}
