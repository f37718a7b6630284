//go:build upgrade

package upgrade

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWordsOfTheProgramBefore searches by PostgreSQL, after the upgrade, for what the program before has stored: before it,
// and beside the program after.
func TestWordsOfTheProgramBefore(t *testing.T) {
	s := newShop(t)
	program, after := os.Getenv("BEFORE_PROGRAM"), os.Getenv("AFTER_PROGRAM")
	s.run(t, program, "migrate")
	key := s.newKey(t, "owner", "products:write,categories:write")
	before := s.launch(t, program).serving(t)
	before.call(t, key, "categories.upsert", `{"slug": "ting", "name": "Ting"}`)
	create := func(slug, name string) {
		before.call(t, key, "products.create", `{"slug": "`+slug+`", "name": "`+name+`", "description": "En ganske almindelig ting.", "priceDkk": 100, "stock": 1, "categorySlug": "ting"}`)
	}
	create("a", "Aabenraa")
	create("b", "Zebra Wi-Fi")
	create("c", "Kort 16GB")

	second := s.launch(t, after, "--no-search-index").serving(t)
	create("d", "Sen Wi-Fi")
	s.execute(t, "UPDATE jobs SET next_at = now() WHERE name = 'search.renew'") // as a day later
	want := map[string][]string{
		`{"q": "wifi", "sort": "name"}`: {"Sen Wi-Fi", "Zebra Wi-Fi"}, `{"q": "16 gb"}`: {"Kort 16GB"}, `{"sort": "name"}`: {"Kort 16GB", "Sen Wi-Fi", "Zebra Wi-Fi", "Aabenraa"},
	}
	const patience = 30 * time.Second
	for body, names := range want {
		var found []string
		for begun := time.Now(); !slices.Equal(found, names); time.Sleep(100 * time.Millisecond) {
			if time.Since(begun) > patience {
				t.Fatalf("%s finds %q, want %q\n%s", body, found, names, second.log)
			}
			found = nil
			for _, hit := range second.call(t, "", "products.search", body) {
				found = append(found, hit["name"].(string))
			}
		}
	}
}

// call calls an operation that must succeed, and returns the members of a result that is a list.
func (r *replica) call(t *testing.T, key, tool, body string) (list []map[string]any) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.address+"/api/v1/tools/"+tool, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var reply struct {
		OK     bool
		Result json.RawMessage
	}
	if err := json.NewDecoder(answer.Body).Decode(&reply); err != nil || !reply.OK {
		t.Fatalf("%s: %d %v", tool, answer.StatusCode, err)
	}
	_ = json.Unmarshal(reply.Result, &list) // others are of no interest
	return list
}
