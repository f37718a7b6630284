// Package timestamp holds the one form in which moments cross the API.
package timestamp

import (
	"encoding/json"
	"fmt"
	"time"
)

// Time is a moment in UTC, kept to the millisecond. Its JSON is RFC 3339 with
// exactly three decimals and a Z; it reads seconds and fraction as optional.
type Time struct{ time.Time }

const layout = "2006-01-02T15:04:05.000Z"

// Of returns t as it is kept and sent: in UTC, cut to the millisecond.
func Of(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// OrNil is Of for a moment that may be missing.
func OrNil(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	v := Of(*t)
	return &v
}

// String returns the form that is sent.
func (t Time) String() string { return t.UTC().Format(layout) }

// MarshalJSON writes the form that is sent.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(layout)+2)
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, layout)
	return append(b, '"'), nil
}

// UnmarshalJSON reads a timestamp of the contract; the error names the text.
func (t *Time) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	parsed, err := Parse(text)
	*t = parsed
	return err
}

// Parse reads a timestamp with a Z or an offset, seconds and their fraction
// optional, and cuts it to the millisecond.
func Parse(s string) (Time, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, s); err == nil {
			return Of(t), nil
		}
	}
	return Time{}, fmt.Errorf("%q is not a timestamp such as 2026-11-01T09:30:00Z", s)
}
