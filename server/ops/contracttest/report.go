package contracttest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Report is what a run has found.
type Report struct {
	BaseURL   string
	Served    string // the version that the deployment publishes
	BuiltIn   string // the version of the contract of the program
	Results   []Result
	Additions []string // what the deployment has and the contract of the program has not
	Left      []string // what the run made and could not remove
}

// Result is the result of one check of an operation.
type Result struct {
	Operation string
	Name      string   // what was checked
	Faults    []string // how the contract was broken; each may have several lines
	Skipped   string   // why it was not checked, or ""
}

// Broken returns how many checks found the contract broken.
func (r *Report) Broken() int {
	broken := 0
	for _, result := range r.Results {
		if len(result.Faults) > 0 {
			broken++
		}
	}
	return broken
}

// byOperation returns the results of each operation, in the order in which they
// were first tested.
func (r *Report) byOperation() (groups [][]Result) {
	place := map[string]int{}
	for _, result := range r.Results {
		i, ok := place[result.Operation]
		if !ok {
			i = len(groups)
			place[result.Operation] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], result)
	}
	return groups
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

// WriteTable writes the report for people: a row for each operation, then every
// fault, what was not checked, and what is left.
func (r *Report) WriteTable(w io.Writer) error {
	fmt.Fprintf(w, "%s publishes version %s of the contract, this program has %s.\n\n", r.BaseURL, cmp.Or(r.Served, "-"), cmp.Or(r.BuiltIn, "-"))
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "OPERATION\tKEPT\tBROKEN\tNOT CHECKED")
	for _, results := range r.byOperation() {
		broken, skipped := count(results)
		fmt.Fprintf(columns, "%s\t%d\t%d\t%d\n", results[0].Operation, len(results)-broken-skipped, broken, skipped)
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	r.writeFaults(&b)
	writeList(&b, "Not checked:", r.reasons())
	writeList(&b, "Additions that this program does not know:", r.Additions)
	writeList(&b, "Made and not removed, because no operation removes it or the run ended before:", r.Left)
	broken, skipped := count(r.Results)
	fmt.Fprintf(&b, "\n%d checks, %d of them broken.\n", len(r.Results)-skipped, broken)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFaults writes every fault; of those of an operation that begin with the
// same line, only the first ones.
func (r *Report) writeFaults(b *strings.Builder) {
	const most = 2
	seen, more := map[string]int{}, 0
	for _, result := range r.Results {
		for _, fault := range result.Faults {
			first, _, _ := strings.Cut(fault, "\n")
			if seen[result.Operation+first]++; seen[result.Operation+first] > most {
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

// reasons returns why operations were not checked fully, each with the number of
// operations.
func (r *Report) reasons() (lines []string) {
	operations := map[string]int{}
	var order []string
	for _, result := range r.Results {
		if result.Skipped == "" {
			continue
		}
		line := result.Name + ": " + result.Skipped
		if operations[line] == 0 {
			order = append(order, line)
		}
		operations[line]++
	}
	slices.Sort(order)
	for _, line := range order {
		lines = append(lines, fmt.Sprintf("%s (operations: %d)", line, operations[line]))
	}
	return lines
}

func writeList(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, line := range lines {
		fmt.Fprintf(b, "  %s\n", line)
	}
}
