package wire_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/wire"
)

func TestATimestampIsSentWithThreeDecimals(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-11-01T09:30Z":                "2026-11-01T09:30:00.000Z",
		"2026-11-01T09:30:15Z":             "2026-11-01T09:30:15.000Z",
		`2026-11-01T09:30\u005a`:           "2026-11-01T09:30:00.000Z",
		"2026-11-01T09:30:15.5Z":           "2026-11-01T09:30:15.500Z",
		"2026-11-01T09:30:15.123999Z":      "2026-11-01T09:30:15.123Z",
		"2024-02-29T00:00:00.00000000001Z": "2024-02-29T00:00:00.000Z",
		"0000-01-01T00:00Z":                "0000-01-01T00:00:00.000Z",
		"2026-11-01T09:30:15.123+00:00":    "2026-11-01T09:30:15.123Z",
		"2026-11-01T09:30-00:00":           "2026-11-01T09:30:00.000Z",
	} {
		var v wire.Time
		if err := json.Unmarshal([]byte(`"`+in+`"`), &v); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if out, err := json.Marshal(v); err != nil || string(out) != `"`+want+`"` {
			t.Errorf("%s: %s, %v", in, out, err)
		}
	}
	for _, bad := range []string{`"2026-11-01"`, `"2026-02-30T00:00Z"`, `"now"`, `7`} {
		if err := json.Unmarshal([]byte(bad), new(wire.Time)); err == nil {
			t.Errorf("%s is taken for a timestamp", bad)
		}
	}
	east := time.Date(2026, 11, 1, 1, 30, 0, 999_999, time.FixedZone("", 3600))
	if got := wire.TimeOf(east).String(); got != "2026-11-01T00:30:00.000Z" {
		t.Error(got)
	}
}

func TestThePeriodBeginsAtTheNextMillisecond(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-11-01T09:30Z":                "2026-11-01T09:30:00.000Z",
		"2026-11-01T09:30:15.5Z":           "2026-11-01T09:30:15.500Z",
		"2026-11-01T09:30:15.123Z":         "2026-11-01T09:30:15.123Z",
		"2026-11-01T09:30:15.123000Z":      "2026-11-01T09:30:15.123Z",
		"2026-11-01T09:30:15.1230001Z":     "2026-11-01T09:30:15.124Z",
		"2026-12-31T23:59:59.999999Z":      "2027-01-01T00:00:00.000Z",
		"2024-02-29T00:00:00.00000000001Z": "2024-02-29T00:00:00.001Z",
	} {
		var from wire.From
		if err := json.Unmarshal([]byte(`"`+in+`"`), &from); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if got := wire.TimeOf(from.Time).String(); got != want {
			t.Errorf("%s begins at %s, want %s", in, got, want)
		}
	}
	if err := json.Unmarshal([]byte(`"2026-02-30T00:00:00.0001Z"`), new(wire.From)); err == nil {
		t.Error("the 30th of February is taken for a date")
	}
}
