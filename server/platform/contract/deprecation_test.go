package contract_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// withFields returns the contract with fields added to products.search.
func withFields(t *testing.T, fields string) []byte {
	t.Helper()
	const place = `"operationId": "products.search",`
	changed := bytes.Replace(gen.OpenAPIJSON(), []byte(place), []byte(place+fields), 1)
	if len(changed) == len(gen.OpenAPIJSON()) {
		t.Fatal("products.search is elsewhere")
	}
	return changed
}

func TestADeprecationIsRead(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(withFields(t, `"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-04-01", "link": "/docs/versioning"},`), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	day := func(m time.Month) time.Time { return time.Date(2027, m, 1, 0, 0, 0, 0, time.UTC) }
	want := contract.Deprecation{Date: day(time.January), Sunset: day(time.April), Link: "/docs/versioning"}
	if got := c.Tool("products.search").Deprecation; got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if c.Tool("products.get").Deprecation != nil {
		t.Error("products.get is deprecated too")
	}
}

func TestADeprecationThatCannotBeAnnounced(t *testing.T) {
	t.Parallel()
	for fields, why := range map[string]string{
		`"deprecated": true,`: "is deprecated without x-deprecation",
		`"x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "/a"},`:                                       "is not deprecated",
		`"deprecated": true, "x-deprecation": "soon",`:                                                                         "must have date, sunset and link",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30"},`:                                 "must have date, sunset and link",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-03-31", "link": "/a"},`:                   "less than 90 days",
		`"deprecated": true, "x-deprecation": {"date": "soon", "sunset": "2027-03-31", "link": "/a"},`:                         "the date soon",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-02-30", "link": "/a"},`:                   "the sunset 2027-02-30",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "docs"},`:                 "neither an https address nor a path",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "ftp://a.example/"},`:     "neither an https address nor a path",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "/a>; rel=\"license\""},`: "neither an https address nor a path",
	} {
		_, err := contract.Load(withFields(t, fields), gen.ToolsJSON())
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "products.search") {
			t.Errorf("%s: %v, want %q", fields, err, why)
		}
	}
}
