package contracttest

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/storefront/storefront/server/platform/wire"
)

// Report is what a run has found.
type Report struct {
	BaseURL   string
	Served    string // the version that the deployment publishes
	BuiltIn   string // the version of the contract of the program
	Results   []Result
	Additions []string // what the deployment has and the contract of the program has not
	Written   []string // the examples that were carried out
}

// Result is the result of one check of an operation.
type Result struct {
	Operation string
	Name      string   // what was checked
	Faults    []string // how the contract was broken; each may have several lines
	Skipped   string   // why it was not checked, or ""
}

// clean makes every text of the report fit to be printed, also the names that the deployment chose.
func (r *Report) clean(printable func(string) string) {
	lines := func(all []string) {
		for i := range all {
			all[i] = printable(all[i])
		}
	}
	r.Served = wire.Line(printable(r.Served))
	lines(r.Additions)
	lines(r.Written)
	for i := range r.Results {
		result := &r.Results[i]
		result.Operation, result.Name, result.Skipped = wire.Line(printable(result.Operation)), wire.Line(printable(result.Name)), wire.Line(printable(result.Skipped))
		lines(result.Faults)
	}
}

// Broken returns how many checks found the contract broken.
func (r *Report) Broken() (broken int) {
	broken, _ = count(r.Results)
	return broken
}

// count returns how many of the results are broken and how many were skipped.
func count(results []Result) (broken, skipped int) {
	for _, result := range results {
		if len(result.Faults) > 0 {
			broken++
		}
		if result.Skipped != "" {
			skipped++
		}
	}
	return broken, skipped
}

// byOperation returns the results of each operation, in the order in which they were first tested.
func (r *Report) byOperation() (groups [][]Result) {
	for _, result := range r.Results {
		i := slices.IndexFunc(groups, func(group []Result) bool { return group[0].Operation == result.Operation })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], result)
	}
	return groups
}

// WriteTable writes the report for people: a row for each operation, then every fault, what was not checked, and what was written.
func (r *Report) WriteTable(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s publishes version %s of the contract, this program has %s.\n\n", r.BaseURL, cmp.Or(r.Served, "-"), cmp.Or(r.BuiltIn, "-"))
	columns := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "OPERATION\tKEPT\tBROKEN\tNOT CHECKED")
	for _, results := range r.byOperation() {
		broken, skipped := count(results)
		fmt.Fprintf(columns, "%s\t%d\t%d\t%d\n", results[0].Operation, len(results)-broken-skipped, broken, skipped)
	}
	_ = columns.Flush() // to memory
	r.writeFaults(&b)
	writeList(&b, "Not checked:", r.reasons())
	writeList(&b, "Additions that this program does not know:", r.Additions)
	writeList(&b, "Written, and left as it is:", r.Written)
	broken, skipped := count(r.Results)
	fmt.Fprintf(&b, "\n%d checks, %d of them broken.\n", len(r.Results)-skipped, broken)
	_, err := io.WriteString(w, wire.Safe(b.String()))
	return err
}

// writeFaults writes every fault; of those of an operation that begin with the same line, only the first ones.
func (r *Report) writeFaults(b *strings.Builder) {
	seen, more := map[string]int{}, 0
	for _, result := range r.Results {
		for _, fault := range result.Faults {
			first, _, _ := strings.Cut(fault, "\n")
			if seen[result.Operation+first]++; seen[result.Operation+first] > 2 {
				more++
				continue
			}
			fmt.Fprintf(b, "\n%s: %s\n  %s\n", result.Operation, result.Name, strings.ReplaceAll(fault, "\n", "\n  "))
		}
	}
	if more > 0 {
		fmt.Fprintf(b, "\n%d more faults like these are not shown; the report of --junit has them.\n", more)
	}
}

// reasons returns why operations were not checked fully, each with the number of operations.
func (r *Report) reasons() (lines []string) {
	operations := map[string]int{}
	for _, result := range r.Results {
		if result.Skipped != "" {
			operations[result.Name+": "+result.Skipped]++
		}
	}
	for line, n := range operations {
		lines = append(lines, fmt.Sprintf("%s (operations: %d)", line, n))
	}
	slices.Sort(lines)
	return lines
}

func writeList(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s\n  %s\n", title, strings.Join(lines, "\n  "))
	}
}

// The elements of a JUnit report, as CI systems read it.
type (
	junitSuite struct {
		XMLName  xml.Name
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite // of the root
		Cases    []junitCase  `xml:"testcase"`
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

// WriteJUnit writes the report as JUnit XML: a test suite for each operation, and a test case for each check.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuiteOf("testsuites", "storefront contract-test "+r.BaseURL, r.Results)
	for _, results := range r.byOperation() {
		suite := junitSuiteOf("testsuite", results[0].Operation, results)
		for _, result := range results {
			one := junitCase{Class: result.Operation, Name: wire.Safe(result.Name)}
			if len(result.Faults) > 0 {
				shown := wire.Safe(strings.Join(result.Faults, "\n\n"))
				first, _, _ := strings.Cut(shown, "\n")
				one.Failure = &junitMessage{first, shown}
			}
			if result.Skipped != "" {
				one.Skipped = &junitMessage{Message: wire.Safe(result.Skipped)}
			}
			suite.Cases = append(suite.Cases, one)
		}
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func junitSuiteOf(element, name string, results []Result) junitSuite {
	broken, skipped := count(results)
	return junitSuite{XMLName: xml.Name{Local: element}, Name: name, Tests: len(results), Failures: broken, Skipped: skipped}
}
