package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Period is a duration that can be given in days, such as 90d.
type Period time.Duration

// UnmarshalText parses 90d, 12h or 30m; a negative period is an error.
func (p *Period) UnmarshalText(text []byte) error {
	s := string(text)
	var d time.Duration
	var err error
	if days, ok := strings.CutSuffix(s, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
	} else {
		d, err = time.ParseDuration(s)
	}
	const longest = 100 * 365 * 24 * time.Hour
	if err != nil || d < 0 || d > longest {
		return fmt.Errorf("%q is not a period such as 90d or 12h", s)
	}
	*p = Period(d)
	return nil
}
