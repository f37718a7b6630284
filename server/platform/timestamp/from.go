package timestamp

import (
	"encoding/json"
	"strings"
	"time"
)

// From is the beginning of a period. What is finer than a millisecond counts as
// the next one, because nothing that happened at the millisecond itself lies in
// the period. Time, which cuts, is right for the end of one.
type From struct{ time.Time }

// UnmarshalJSON reads a timestamp of the contract; the error names the text.
func (f *From) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	parsed, err := Parse(text)
	f.Time = parsed.Time
	if finerThanMillisecond(text) {
		f.Time = f.Add(time.Millisecond)
	}
	return err
}

// finerThanMillisecond reports whether a digit after the third decimal is not
// zero. It reads the text, because a time.Time ends at the nanosecond.
func finerThanMillisecond(text string) bool {
	_, fraction, _ := strings.Cut(text, ".")
	const decimals = 3
	return len(fraction) > decimals && strings.ContainsAny(fraction[decimals:], "123456789")
}
