package content

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

// line is a redirect of an import.
type line struct {
	number   int // from 1
	from, to string
	status   int32
}

// csv returns the line as an import reads it.
func (l *line) csv() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{l.from, l.to, strconv.Itoa(int(l.status))}) // a strings.Builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// lines is a CSV text that was read.
type lines struct {
	lines  []line
	faults []api.RedirectFault
	count  int // of the redirects, wrong ones too
}

// read reads the lines of a CSV text. Its error refuses one with too many.
func read(text string) (lines, error) {
	const bom = "\ufeff"
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, bom)))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	var all lines
	seen := map[string]int{}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if all.count == maxRedirects {
			return all, problem.Invalid("/csv", schema.CodeMaxItems, fmt.Sprintf("must have at most %d redirects", maxRedirects),
				fmt.Sprintf(`Set "csv" to at most %d lines.`, maxRedirects))
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok { // what follows cannot be told apart
			all.count++
			all.refuse(wrong.Line, "This is no CSV: %v; the lines from here on were not read.", wrong.Err)
			return all, nil
		}
		number, _ := r.FieldPos(0)
		if len(seen) == 0 && all.count == 0 && isHeader(fields) {
			continue
		}
		all.count++
		l, reason := parse(fields)
		if before := seen[l.from]; reason == "" && before > 0 {
			reason = fmt.Sprintf("fromPath %q stands in line %d already.", l.from, before)
		}
		if reason != "" {
			all.refuse(number, "%s", reason)
			continue
		}
		l.number, seen[l.from] = number, number
		all.lines = append(all.lines, l)
	}
}

func (l *lines) refuse(number int, format string, args ...any) {
	l.faults = append(l.faults, api.RedirectFault{Line: int64(number), Reason: fmt.Sprintf(format, args...)})
}

// isHeader reports whether the fields of the first line are their names.
func isHeader(fields []string) bool {
	for i, name := range []string{"fromPath", "toPath", "status"} {
		if i < len(fields) && !strings.EqualFold(strings.TrimSpace(fields[i]), name) {
			return false
		}
	}
	return len(fields) == 2 || len(fields) == 3
}

// parse returns the redirect of a line, or why it is none.
func parse(fields []string) (l line, reason string) {
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) != 2 && len(fields) != 3 {
		return l, fmt.Sprintf("There are %d fields; a line is fromPath,toPath or fromPath,toPath,status.", len(fields))
	}
	if l.from, reason = fromPath(fields[0]); reason != "" {
		return l, reason
	}
	if l.to, reason = toPath(fields[1]); reason != "" {
		return l, reason
	}
	l.status = 301
	if len(fields) == 3 && fields[2] != "" {
		status, err := strconv.Atoi(fields[2])
		if l.status = int32(status); err != nil || status != 301 && status != 302 && status != 307 && status != 308 {
			return l, fmt.Sprintf("status must be 301, 302, 307 or 308, not %.20q.", fields[2])
		}
	}
	return l, ""
}
