package contracttest_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/contracttest"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/test/servertest"
)

// A report may be public: a deployment that repeats what it was sent puts no key into it, and no order for a terminal.
func TestAReportRepeatsNoKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	o := options(t, s)
	for name, echo := range map[string]func(a *http.Response, key string){
		"in the body":       func(a *http.Response, key string) { setBody(a, []byte(key+"\x1b[2J\u202e\nproducts.get: kept")) },
		"cut by the report": func(a *http.Response, key string) { setBody(a, []byte(strings.Repeat("x", 270)+key)) },
		"in part":           func(a *http.Response, key string) { setBody(a, []byte(key[:30])) },
		"in capitals":       func(a *http.Response, key string) { setBody(a, []byte(strings.ToUpper(key))) },
		"in a header":       func(a *http.Response, key string) { a.Header.Set("RateLimit-Policy", key+";q=1;w=2") },
		"in a media type":   func(a *http.Response, key string) { a.Header.Set("Content-Type", "text/"+key) },
		"as JSON writes it": func(a *http.Response, key string) {
			setBody(a, []byte(strings.ReplaceAll(`{"code":"`+key+`"}`, "_", `\u005f`)))
		},
		"in an address": func(a *http.Response, key string) {
			a.StatusCode = http.StatusFound
			a.Header.Set("Location", "/"+strings.ReplaceAll(url.PathEscape(key), "_", "%5F"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			limited := o
			limited.Operations = []string{"orders.list"}
			limited.BaseURL = planted(t, s.URL, fault{operation: "orders.list", answer: func(a *http.Response) {
				if key := strings.TrimPrefix(a.Request.Header.Get("Authorization"), "Bearer "); key == o.Key || key == o.NarrowKey {
					echo(a, key)
				}
			}})
			report, err := contracttest.Run(t.Context(), limited)
			var junit bytes.Buffer
			if err := report.WriteJUnit(&junit); err != nil {
				t.Fatal(err)
			}
			printed := table(t, report) + junit.String() + fmt.Sprint(err)
			if report.Broken() == 0 {
				t.Error("nothing was found")
			}
			for _, key := range []string{o.Key, o.NarrowKey} {
				if plain := strings.NewReplacer("%5F", "_", `\u005f`, "_").Replace(printed); strings.Contains(strings.ToLower(plain), strings.ToLower(key[:20])) {
					t.Errorf("the key is printed: %s", printed)
				}
			}
			if strings.ContainsAny(printed, "\x1b\u202e") || strings.Contains(printed, "\nproducts.get: kept") {
				t.Errorf("the deployment writes the report: %q", printed)
			}
		})
	}
}

// A document costs what a document of its size costs, however its schemas are nested.
func TestAHostileDocumentIsRefused(t *testing.T) {
	t.Parallel()
	var powers strings.Builder
	for i := range 40 {
		fmt.Fprintf(&powers, `"S%d":{"allOf":[{"$ref":"#/components/schemas/S%d"},{"$ref":"#/components/schemas/S%d"}]},`, i, i+1, i+1)
	}
	powers.WriteString(`"S40":{"type":"object"}`)
	nested := func(keyword string) string {
		return `"A":` + strings.Repeat(`{"`+keyword+`":[`, 2000) + `{}` + strings.Repeat(`]}`, 2000)
	}
	for name, schemas := range map[string]string{
		"powers of two": powers.String(), "nested allOf": nested("allOf"), "nested anyOf": nested("anyOf"),
		"nested not":              `"A":` + strings.Repeat(`{"not":`, 2000) + `{}` + strings.Repeat(`}`, 2000),
		"siblings of a reference": `"A":{"$ref":"#/components/schemas/B","not":` + strings.Repeat(`{"not":`, 200) + `{}` + strings.Repeat(`}`, 200) + `},"B":{}`,
		"large":                   `"A":{"description":"` + base64.StdEncoding.EncodeToString(make([]byte, 9<<20)) + `"}`,
	} {
		_, err := openapi.Parse([]byte(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{` + schemas + `}}}`))
		if err == nil || !strings.Contains(err.Error(), "more than") && !strings.Contains(err.Error(), "larger than") {
			t.Errorf("%s: %v", name, err)
		}
	}
	own := `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{"A":{"properties":{"a":{"$ref":"#/components/schemas/A"}}}}}}`
	if _, err := openapi.Parse([]byte(own)); err != nil {
		t.Errorf("a schema that has itself as a part: %v", err)
	}
}
