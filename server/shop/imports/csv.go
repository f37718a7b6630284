package imports

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// rows reads a CSV with a header.
type rows struct {
	csv     *csv.Reader
	limit   *limited
	columns map[string]int // by name in lower case
	header  []string
	filled  []bool          // of each column, whether a row has something in it
	read    map[string]bool // the columns that were asked for, in lower case
}

// row is one row.
type row struct {
	number int // of its first line
	fields []string
	of     *rows
}

func newRows(in io.Reader) (*rows, error) {
	r := &rows{limit: &limited{Reader: in}, columns: map[string]int{}, read: map[string]bool{}}
	r.csv = csv.NewReader(r.limit)
	r.csv.FieldsPerRecord = -1 // spreadsheets leave out empty fields at the end
	header, err := r.csv.Read()
	r.header, r.filled = header, make([]bool, len(header))
	for i, name := range header {
		name = strings.ToLower(text.Trim(name))
		if first, twice := r.columns[name]; twice && name != "" {
			return r, fmt.Errorf("the columns %d and %d are both called %q: remove one", first+1, i+1, name)
		}
		r.columns[name] = i
	}
	return r, err
}

// next returns the next row that is not empty. After a *csv.ParseError it
// continues after the faulty row.
func (r *rows) next() (*row, error) {
	for {
		fields, err := r.csv.Read()
		r.limit.n = 0
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(fields, isFilled) {
			number, _ := r.csv.FieldPos(0)
			return &row{number, fields, r}, nil
		}
	}
}

func isFilled(field string) bool { return strings.TrimSpace(field) != "" }

// have reports whether there is one of these columns.
func (r *rows) have(columns ...string) bool {
	for _, column := range columns {
		if _, ok := r.columns[column]; ok {
			return true
		}
	}
	return false
}

// unread returns the columns that have something in them, for which nobody has asked.
func (r *rows) unread() []string {
	var names []string
	for i, name := range r.header {
		if name = text.Trim(name); r.filled[i] && !r.read[strings.ToLower(name)] {
			names = append(names, name)
		}
	}
	return names
}

// note remembers the columns in which the row has something.
func (r *row) note() {
	for i, field := range r.fields[:min(len(r.fields), len(r.of.filled))] {
		r.of.filled[i] = r.of.filled[i] || isFilled(field)
	}
}

// get returns the value in the first of these columns that has one.
func (r *row) get(columns ...string) string {
	for _, column := range columns {
		r.of.read[column] = true
	}
	for _, column := range columns {
		if at, ok := r.of.columns[column]; ok && at < len(r.fields) {
			if value := text.Trim(r.fields[at]); value != "" {
				return value
			}
		}
	}
	return ""
}

// limited ends a row that is too long, for example because a quote is not
// closed: it would be kept in memory. n is reset for each row.
type limited struct {
	io.Reader
	n int
}

var errLongRow = errors.New("a row is longer than 1 MiB: is a quotation mark not closed?")

func (l *limited) Read(p []byte) (int, error) {
	if l.n > maxLine {
		return 0, errLongRow
	}
	n, err := l.Reader.Read(p)
	l.n += n
	return n, err
}

// csvFault returns a record with the fault of a row, or nil if err is not about
// one row.
func csvFault(err error) *Record {
	bad, ok := errors.AsType[*csv.ParseError](err)
	if !ok || errors.Is(err, errLongRow) {
		return nil
	}
	return &Record{Line: bad.StartLine, Faults: []string{fmt.Sprintf("the row is not CSV: %v", bad.Err)}}
}
