package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Time is a time in UTC with milliseconds. Its JSON is RFC 3339 with exactly
// three decimals and a Z; when it is parsed, seconds and fraction are optional.
type Time struct{ time.Time }

const layout = "2006-01-02T15:04:05.000Z"

// TimeOf returns t as it is stored and sent: in UTC, truncated to the millisecond.
func TimeOf(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// TimeOrNil is TimeOf for a time that may be nil.
func TimeOrNil(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	v := TimeOf(*t)
	return &v
}

// MomentOrNil is the reverse of TimeOrNil.
func MomentOrNil(t *Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
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
	parsed, err := ParseTime(text)
	*t = parsed
	return err
}

// ParseTime parses a timestamp with a Z or an offset, in which seconds and their
// fraction are optional, and truncates it to the millisecond.
func ParseTime(s string) (Time, error) {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, s); err == nil {
			return TimeOf(t), nil
		}
	}
	return Time{}, fmt.Errorf("%q is not a timestamp such as 2026-11-01T09:30:00Z", s)
}

// From is the beginning of a period. A time between two milliseconds is rounded
// up, because nothing that happened at the earlier millisecond is in the period.
// Time, which rounds down, is right for the end of one. The last millisecond of the
// year 9999 is not rounded up: the next one cannot be sent.
type From struct{ time.Time }

// UnmarshalJSON parses a timestamp of the contract; the error quotes the text.
func (f *From) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	parsed, err := ParseTime(text)
	f.Time = parsed.Time
	if next := f.Add(time.Millisecond); finerThanMillisecond(text) && next.Year() <= lastYear {
		f.Time = next
	}
	return err
}

// lastYear is the last one that RFC 3339 has.
const lastYear = 9999

// finerThanMillisecond reports whether a digit after the third decimal is not
// zero. It reads the text, because a time.Time has only nanoseconds.
func finerThanMillisecond(text string) bool {
	_, fraction, _ := strings.Cut(text, ".")
	const decimals = 3
	return len(fraction) > decimals && strings.ContainsAny(fraction[decimals:], "123456789")
}
