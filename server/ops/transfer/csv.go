package transfer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// rows reads a CSV with a header.
type rows struct {
	csv     *csv.Reader
	limit   *limited
	columns map[string]int // by name in lower case
}

// row is one row.
type row struct {
	number  int // of its first line
	fields  []string
	columns map[string]int
}

func newRows(in io.Reader) (*rows, error) {
	r := &rows{limit: &limited{Reader: in}, columns: map[string]int{}}
	r.csv = csv.NewReader(r.limit)
	r.csv.FieldsPerRecord = -1 // spreadsheets leave out empty fields at the end
	header, err := r.csv.Read()
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
		for _, field := range fields {
			if strings.TrimSpace(field) != "" {
				number, _ := r.csv.FieldPos(0)
				return &row{number, fields, r.columns}, nil
			}
		}
	}
}

// have reports whether there is one of these columns.
func (r *rows) have(columns ...string) bool {
	for _, column := range columns {
		if _, ok := r.columns[column]; ok {
			return true
		}
	}
	return false
}

// get returns the value in the first of these columns that has one.
func (r *row) get(columns ...string) string {
	for _, column := range columns {
		if at, ok := r.columns[column]; ok && at < len(r.fields) {
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
func csvFault(err error) *record {
	bad, ok := errors.AsType[*csv.ParseError](err)
	if !ok || errors.Is(err, errLongRow) {
		return nil
	}
	return &record{number: bad.StartLine, faults: []string{fmt.Sprintf("the row is not CSV: %v", bad.Err)}}
}
