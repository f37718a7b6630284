package contracttest_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/contracttest"
)

var sampleReport = &contracttest.Report{
	BaseURL: "https://shop.example", Served: "1.1.0", BuiltIn: "1.0.0",
	Results: []contracttest.Result{
		{Operation: "pages.get", Name: "refuses slug is \"\x00\""},
		{Operation: "pages.get", Name: "example bySlug", Faults: []string{"the service failed\nPOST <& with a key\n→ 500 \x01\xff", "another"}},
		{Operation: "orders.get", Name: "scopes", Skipped: "there is no --narrow-key"},
		{Operation: "pages.list", Name: "scopes", Skipped: "there is no --narrow-key"},
		{Operation: "pages.get", Name: "refuses GET"},
	},
	Additions: []string{"pages.new: a new operation"},
	Written:   []string{"services.create: example repair"},
}

func TestTheTableNamesEverything(t *testing.T) {
	t.Parallel()
	const want = `https://shop.example publishes version 1.1.0 of the contract, this program has 1.0.0.

OPERATION   KEPT  BROKEN  NOT CHECKED
pages.get   2     1       0
orders.get  0     0       1
pages.list  0     0       1

pages.get: example bySlug
  the service failed
  POST <& with a key
  → 500 \u0001�

pages.get: example bySlug
  another

Not checked:
  scopes: there is no --narrow-key (operations: 2)

Additions that this program does not know:
  pages.new: a new operation

Written, and left as it is:
  services.create: example repair

3 checks, 1 of them broken.
`
	if got := table(t, sampleReport); got != want {
		t.Errorf("%s", got)
	}
}

// A fault of every call is shown a few times for each operation.
func TestTheTableIsNotFilledByOneFault(t *testing.T) {
	t.Parallel()
	report := &contracttest.Report{}
	for _, operation := range []string{"pages.get", "pages.list"} {
		for range 50 {
			report.Results = append(report.Results, contracttest.Result{Operation: operation, Faults: []string{"a header is missing\nPOST"}})
		}
	}
	got := table(t, report)
	if strings.Count(got, "a header is missing") != 4 || !strings.Contains(got, "\n96 more faults like these are not shown") || !strings.Contains(got, "100 of them broken") {
		t.Error(got)
	}
}

// The report is XML whatever a deployment has answered.
func TestTheJUnitReportIsXML(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := sampleReport.WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Tests int    `xml:"tests,attr"`
			Cases []struct {
				Class   string `xml:"classname,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
				Skipped *struct {
					Message string `xml:"message,attr"`
				} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if got.Tests != 5 || got.Failures != 1 || got.Skipped != 2 || len(got.Suites) != 3 || got.Suites[0].Name != "pages.get" || got.Suites[0].Tests != 3 {
		t.Fatalf("%s", b.String())
	}
	broken, skipped := got.Suites[0].Cases[1], got.Suites[1].Cases[0]
	if broken.Class != "pages.get" || broken.Failure == nil || broken.Failure.Message != "the service failed" || !strings.Contains(broken.Failure.Text, "POST <& with a key") {
		t.Errorf("%+v", broken)
	}
	if skipped.Skipped == nil || skipped.Skipped.Message != "there is no --narrow-key" || skipped.Failure != nil {
		t.Errorf("%+v", skipped)
	}
}
