package timestamp_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/timestamp"
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
		var v timestamp.Time
		if err := json.Unmarshal([]byte(`"`+in+`"`), &v); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if out, err := json.Marshal(v); err != nil || string(out) != `"`+want+`"` {
			t.Errorf("%s: %s, %v", in, out, err)
		}
	}
	for _, bad := range []string{`"2026-11-01"`, `"2026-02-30T00:00Z"`, `"now"`, `7`} {
		if err := json.Unmarshal([]byte(bad), new(timestamp.Time)); err == nil {
			t.Errorf("%s is taken for a timestamp", bad)
		}
	}
	east := time.Date(2026, 11, 1, 1, 30, 0, 999_999, time.FixedZone("", 3600))
	if got := timestamp.Of(east).String(); got != "2026-11-01T00:30:00.000Z" {
		t.Error(got)
	}
}
