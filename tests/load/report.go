package main

import (
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// figure is a line of the report. Times of calls are in milliseconds.
type figure struct {
	At          time.Time `json:"at"`
	Products    int       `json:"products"`
	Orders      int       `json:"orders"`
	Who         string    `json:"who"`
	Operation   string    `json:"operation"`
	Connections int       `json:"connections"`
	PerSecond   float64   `json:"perSecond"`
	P50         float64   `json:"p50,omitempty"`
	P95         float64   `json:"p95,omitempty"`
	P99         float64   `json:"p99,omitempty"`
	Calls       int64     `json:"calls"`
	Errors      int64     `json:"errors"`
	ServerCPU   float64   `json:"serverMicroseconds"`   // of the process that responds, per call
	DatabaseCPU float64   `json:"postgresMicroseconds"` // of all of PostgreSQL, per call
	LoadCPU     float64   `json:"loadMicroseconds"`     // of the load generator, per call
	Resident    float64   `json:"residentMiB"`          // of the process that responds, at the end
	Example     string    `json:"failure,omitempty"`
}

// report prints figures as they are measured, and writes them as JSON Lines.
type report struct {
	table *tabwriter.Writer
	lines *os.File // nil when none are wanted
}

func newReport(path string) (*report, error) {
	r := &report{table: tabwriter.NewWriter(os.Stdout, 9, 0, 2, ' ', tabwriter.AlignRight)}
	if path != "" {
		var err error
		if r.lines, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// begin prints a heading.
func (r *report) begin(title string) {
	fmt.Printf("\n%s\n", title)
	fmt.Fprintln(r.table, "conns\tcalls/s\tp50 ms\tp95 ms\tp99 ms\terrors\tserver µs\tpostgres µs\tload µs\tMiB\t  who")
}

// add adds a figure. Its line is printed at once: columns are as wide as their
// headings, and a wider value shifts only its own line.
func (r *report) add(f figure) error {
	fmt.Fprintf(r.table, "%d\t%.0f\t%s\t%s\t%s\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t  %s\n", f.Connections, f.PerSecond,
		millis(f.P50), millis(f.P95), millis(f.P99), f.Errors, f.ServerCPU, f.DatabaseCPU, f.LoadCPU, f.Resident, f.Who)
	if f.Errors > 0 {
		fmt.Fprintf(os.Stderr, "%s: %.300s\n", f.Operation, f.Example)
	}
	if r.lines == nil {
		return nil
	}
	return json.NewEncoder(r.lines).Encode(f)
}

// end prints the lines since the heading.
func (r *report) end() error { return r.table.Flush() }

func (r *report) close() error {
	if r.lines == nil {
		return nil
	}
	return r.lines.Close()
}

func millis(v float64) string {
	if v == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", v)
}
