package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// loaded is the contract, parsed once.
var loaded = sync.OnceValues(func() (*contract.Contract, error) { return contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON()) })

func endpoint(t testing.TB) *Endpoint {
	t.Helper()
	described, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(described, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The response without the SDK is the same as that of the SDK.
func TestTheQuickResponseIsThatOfTheSDK(t *testing.T) {
	t.Parallel()
	e := endpoint(t)
	outcomes := map[string]Outcome{
		"success": {Document: []byte(`{"ok":true,"result":{"name":"Æ \"x\" \\ \u003c é ` + "\u2028" + `","n":[1,2.50,null]}}`)},
		"refusal": {Document: []byte(`{"code":"product_not_found","resolution":"Call products.search."}`), Refused: true},
	}
	for era, headers := range map[string]map[string]string{
		"2025-03-26, unsaid": {}, "2025-11-25": {versionHeader: "2025-11-25"},
		"2026-07-28": {versionHeader: "2026-07-28", methodHeader: callTool, nameHeader: "products_get"},
	} {
		for name, outcome := range outcomes {
			for _, id := range []string{"1", "-7", `"a \" b"`} {
				meta := ""
				if era == "2026-07-28" {
					meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
				}
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"x"}%s}}`, id, meta)
				var asked []string
				caller := &Caller{Call: func(_ context.Context, op *contract.Operation, arguments json.RawMessage, _ []string) Outcome {
					asked = append(asked, op.Name+string(arguments))
					return outcome
				}}
				request := func() *http.Request {
					r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/mcp", strings.NewReader(body))
					r.Header.Set("Content-Type", MediaType)
					for k, v := range headers {
						r.Header.Set(k, v)
					}
					return r
				}
				m, fault := e.read([]byte(body))
				if fault != nil {
					t.Fatal(fault)
				}
				quick, bySDK := httptest.NewRecorder(), httptest.NewRecorder()
				if !e.quick(quick, request(), m, caller) {
					t.Fatalf("%s: not answered", era)
				}
				r := request()
				e.bySDK(bySDK, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)), m)
				if quick.Code != bySDK.Code || !reflect.DeepEqual(decoded(t, quick), decoded(t, bySDK)) {
					t.Errorf("%s, %s: %d %s\nthe SDK: %d %s", era, name, quick.Code, quick.Body, bySDK.Code, bySDK.Body)
				}
				if len(asked) != 2 || asked[0] != asked[1] || asked[0] != `products.get{"slug":"x"}` {
					t.Errorf("%s: asked %q", era, asked)
				}
			}
		}
	}
}

func decoded(t testing.TB, w *httptest.ResponseRecorder) (v any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return v
}

func TestAJSONTextIsQuoted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{}`, `{"a":"\"\\\n\u0001é\u2028"}`, "{\n\t\"a\": [1,\r\n2]}", `"`, `\\`, ""} {
		var back string
		if err := json.Unmarshal(appendQuoted(nil, []byte(text)), &back); err != nil || back != text {
			t.Errorf("%q became %q: %v", text, back, err)
		}
	}
}
