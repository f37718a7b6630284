package timestamp_test

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/server/platform/timestamp"
)

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
		var from timestamp.From
		if err := json.Unmarshal([]byte(`"`+in+`"`), &from); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if got := timestamp.Of(from.Time).String(); got != want {
			t.Errorf("%s begins at %s, want %s", in, got, want)
		}
	}
	if err := json.Unmarshal([]byte(`"2026-02-30T00:00:00.0001Z"`), new(timestamp.From)); err == nil {
		t.Error("the 30th of February is taken for a date")
	}
}
