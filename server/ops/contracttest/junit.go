package contracttest

import (
	"encoding/xml"
	"io"
	"strings"
)

// The elements of a JUnit report, as CI systems read it.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a test suite for each operation, and
// a test case for each check.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{Name: "storefront contract-test " + r.BaseURL, Tests: len(r.Results)}
	all.Failures, all.Skipped = count(r.Results)
	for _, results := range r.byOperation() {
		suite := junitSuite{Name: results[0].Operation, Tests: len(results)}
		suite.Failures, suite.Skipped = count(results)
		for _, result := range results {
			suite.Cases = append(suite.Cases, junitCaseOf(result))
		}
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitCaseOf(result Result) junitCase {
	out := junitCase{Class: result.Operation, Name: result.Name}
	if len(result.Faults) > 0 {
		first, _, _ := strings.Cut(result.Faults[0], "\n")
		out.Failure = &junitMessage{Message: first, Text: strings.Join(result.Faults, "\n\n")}
	}
	if result.Skipped != "" {
		out.Skipped = &junitMessage{Message: result.Skipped}
	}
	return out
}
