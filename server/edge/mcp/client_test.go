package mcp_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/storefront/storefront/server/test/servertest"
)

// The client of the Go SDK works with both generations of the protocol. Other
// clients: tests/pr/clients.
func TestTheGoClient(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	everything, orders := s.Key(t, "all"), s.Key(t, "orders:read")
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			anybody := connect(t, s, version, "")
			anybody.lists(t, "categories_list", "products_get", "products_search", "site_get_page", "site_list_pages")
			connect(t, s, version, orders).lists(t, "orders_get", "orders_history", "orders_list", "orders_refunds", "orders_transitions")
			for _, name := range []string{"products_get", "products.get"} {
				product := anybody.call(t, name, object{"slug": "round-metal"})
				if name, ok := product["result"].(object)["name"]; !ok || name != "Round Metal" {
					t.Errorf("%v", product)
				}
			}
			anybody.refused(t, "products_get", object{"slug": "findes-ikke"}, "product_not_found")
			anybody.refused(t, "orders_list", object{}, "authentication_required")
			connect(t, s, version, orders).refused(t, "categories_list", object{}, "insufficient_scope")

			connect(t, s, version, everything).call(t, "categories_upsert", object{"slug": "go-klient", "name": version})
			if seen, err := json.Marshal(anybody.call(t, "categories_list", object{})); err != nil || !strings.Contains(string(seen), `"name":"`+version+`"`) {
				t.Errorf("the category was not written: %v, %s", err, seen)
			}
		})
	}
}

// A client changes what it read, once: the version of then is refused, and that of the answer is good for the next change.
func TestTheGoClientChangesTheVersionItRead(t *testing.T) {
	t.Parallel()
	const order = "01994f5e-0000-7000-8000-000000000103"
	layout := object{"sections": []object{{"id": "text", "key": "richText", "props": object{"markdown": "Siden 1987."}}}}
	s := servertest.Borrow(t, servertest.Demo)
	c := connect(t, s, "2026-07-28", s.Key(t, "all"))
	for _, test := range []struct {
		tool   string
		change object
		reader string
		read   object
		thing  string // a member of what is read; "" for the answer itself
	}{
		{"discounts_update", object{"code": "VELKOMMEN10", "patch": object{"value": 11}}, "discounts_list", object{}, "VELKOMMEN10"},
		{"discounts_toggle", object{"code": "VELKOMMEN10"}, "discounts_list", object{}, "VELKOMMEN10"},
		{"categories_upsert", object{"slug": "solbriller", "name": "Sol"}, "categories_list", object{}, "solbriller"},
		{"settings_update_shipping", object{"shippingFeeOere": 5100, "freeShippingThresholdOere": 61000}, "settings_get", object{}, ""},
		{"settings_update_tax", object{"patch": object{"vatRatePercent": 20}}, "settings_get", object{}, ""},
		{"settings_update_branding", object{"patch": object{"tagline": "Siden 1987"}}, "settings_get", object{}, ""},
		{"settings_update_search", object{"synonyms": [][]string{{"brille", "glas"}}}, "settings_get", object{"type": "search"}, ""},
		{"pages_set_layout", object{"slug": "om-os", "layout": layout, "confirm": true}, "pages_get_layout", object{"slug": "om-os"}, ""},
		{"orders_set_tracking", object{"orderId": order, "carrier": "GLS", "trackingNumber": "1"}, "orders_list", object{"q": order}, order},
	} {
		read := func() string {
			t.Helper()
			version := versionOf(c.call(t, test.reader, test.read)["result"], test.thing)
			if version == "" {
				t.Fatalf("%s shows no version for %s", test.reader, test.tool)
			}
			return version
		}
		change := func(version string) object { return servertest.With(test.change, object{"expectedUpdatedAt": version}) }
		seen := read()
		changed := versionOf(c.call(t, test.tool, change(seen))["result"], "")
		if now := read(); changed == seen || now != changed {
			t.Errorf("%s answers the version %q after %q, and %s shows %q", test.tool, changed, seen, test.reader, now)
		}
		c.refused(t, test.tool, change(seen), "version_conflict")
		if now := read(); now != changed {
			t.Errorf("%s was refused, and the version is %q, not %q", test.tool, now, changed)
		}
		c.call(t, test.tool, change(changed))
	}
}

// versionOf returns the updatedAt of the first object that has one, and a member with this value unless that is "".
func versionOf(read any, thing string) string {
	if list, ok := read.([]any); ok {
		for _, item := range list {
			if version := versionOf(item, thing); version != "" {
				return version
			}
		}
	}
	members, _ := read.(object)
	version, _ := members["updatedAt"].(string)
	for _, member := range members {
		if thing == "" || member == any(thing) {
			return version
		}
	}
	return ""
}

func TestTheGoClientDoesNotConnectWithABadKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		if _, err := dial(t, s, version, "sfk_invented"); err == nil || !strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)) {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// bearer sends a key with every request.
type bearer string

// RoundTrip sends the request.
func (key bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+string(key))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// goClient is a connection of the SDK's client.
type goClient struct{ *mcp.ClientSession }

func dial(t *testing.T, s *servertest.Server, version, key string) (*mcp.ClientSession, error) {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "storefront-tests", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: s.URL + "/api/mcp", HTTPClient: &http.Client{Transport: bearer(key)}}
	return client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
}

func connect(t *testing.T, s *servertest.Server, version, key string) goClient {
	t.Helper()
	session, err := dial(t, s, version, key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	if spoken := session.InitializeResult().ProtocolVersion; spoken != version {
		t.Errorf("it speaks %s, not %s", spoken, version)
	}
	return goClient{session}
}

func (c goClient) lists(t *testing.T, want ...string) {
	t.Helper()
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("it lists %v, not %v", names, want)
	}
}

func (c goClient) do(t *testing.T, tool string, input object) *mcp.CallToolResult {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: input})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// call expects a success and returns its structured content.
func (c goClient) call(t *testing.T, tool string, input object) object {
	t.Helper()
	result := c.do(t, tool, input)
	content, ok := result.StructuredContent.(object)
	if !ok || result.IsError || content["ok"] != true {
		t.Fatalf("%s: %+v", tool, result)
	}
	return content
}

// refused expects a problem with that code.
func (c goClient) refused(t *testing.T, tool string, input object, code string) {
	t.Helper()
	result := c.do(t, tool, input)
	var problem struct{ Code, Resolution string }
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &problem); err != nil {
		t.Fatal(err)
	}
	if !result.IsError || result.StructuredContent != nil || problem.Code != code || problem.Resolution == "" {
		t.Errorf("%s: %+v", tool, problem)
	}
}
