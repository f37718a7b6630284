package timestamp

import (
	"encoding/json"
	"strings"
	"time"
)

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
	parsed, err := Parse(text)
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
