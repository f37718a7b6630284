// Package timestamp defines the one format of times in the API.
package timestamp

import (
	"encoding/json"
	"fmt"
	"time"
)

// Time is a time in UTC with milliseconds. Its JSON is RFC 3339 with exactly
// three decimals and a Z; when it is parsed, seconds and fraction are optional.
type Time struct{ time.Time }

const layout = "2006-01-02T15:04:05.000Z"

// Of returns t as it is stored and sent: in UTC, truncated to the millisecond.
func Of(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// OrNil is Of for a time that may be nil.
func OrNil(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	v := Of(*t)
	return &v
}

// String returns the format that is sent.
func (t Time) String() string { return t.UTC().Format(layout) }

// MarshalJSON writes the format that is sent.
func (t Time) MarshalJSON() ([]byte, error) {
	return t.AppendJSON(make([]byte, 0, len(layout)+2)), nil
}

// AppendJSON appends what MarshalJSON writes.
func (t Time) AppendJSON(b []byte) []byte {
	b = t.UTC().AppendFormat(append(b, '"'), layout)
	return append(b, '"')
}

// UnmarshalJSON parses a timestamp of the contract; the error quotes the text.
func (t *Time) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	parsed, err := Parse(text)
	*t = parsed
	return err
}

// Parse parses a timestamp with a Z or an offset, in which seconds and their
// fraction are optional, and truncates it to the millisecond.
func Parse(s string) (Time, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, s); err == nil {
			return Of(t), nil
		}
	}
	return Time{}, fmt.Errorf("%q is not a timestamp such as 2026-11-01T09:30:00Z", s)
}
