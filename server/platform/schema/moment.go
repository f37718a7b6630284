package schema

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// written is a moment as callers write one: a day, perhaps a time of day, perhaps a zone.
var written = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|z|UTC|[+-]\d\d:?\d\d)?)?$`)

// moment returns what is wrong with a text that is nearly a moment in UTC, and the moment that it means; "" where it is not
// clear.
func (p *pattern) moment(text string) (detail, instead string) {
	parts := written.FindStringSubmatch(strings.TrimSpace(text))
	if !p.ofMoments || parts == nil {
		return "", ""
	}
	date, clock, zone := parts[1]+"-"+parts[2]+"-"+parts[3], parts[4], parts[5]
	number := func(digits string) int { n, _ := strconv.Atoi(digits); return n } // digits alone
	year, month, day := number(parts[1]), time.Month(number(parts[2])), number(parts[3])
	if month < time.January || month > time.December || day == 0 {
		return "", ""
	}
	if last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day(); day > last {
		return "must be a day that exists: " + month.String() + " " + parts[1] + " has " + strconv.Itoa(last) + " days",
			parts[1] + "-" + parts[2] + "-" + strconv.Itoa(last) + "T" + cmp.Or(clock, "00:00") + "Z"
	}
	if clock == "" {
		return "must have a time of day, in UTC", date + "T00:00Z"
	}
	seconds := clock
	if len(clock) == len("15:04") {
		seconds += ":00"
	}
	if strings.Trim(zone, "zZUTC") == "" {
		zone = "Z"
	} else if !strings.Contains(zone, ":") {
		zone = zone[:3] + ":" + zone[3:]
	}
	at, err := time.Parse(time.RFC3339Nano, date+"T"+seconds+zone)
	if err != nil {
		return "", ""
	}
	return "must be in UTC, with Z at its end", at.UTC().Format("2006-01-02T15:04:05.999999999Z07:00")
}
