package contract

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// leastNotice is the minimum time between the deprecation of an operation and
// its sunset.
const leastNotice = 90 * 24 * time.Hour

// Deprecation is since when an operation is deprecated, and how long it works at
// least.
type Deprecation struct {
	Date   time.Time
	Sunset time.Time
	Link   string // what to do instead: an address, or a path of this service
}

// readDeprecation requires x-deprecation {date, sunset, link} if the operation
// is deprecated, and forbids it otherwise.
func (op *Operation) readDeprecation(o *openapi3.Operation) error {
	said, announced := o.Extensions["x-deprecation"]
	switch {
	case o.Deprecated && !announced:
		return errors.New("is deprecated without x-deprecation")
	case announced && !o.Deprecated:
		return errors.New("has x-deprecation and is not deprecated")
	case !announced:
		return nil
	}
	d, err := parseDeprecation(said)
	if err != nil {
		return fmt.Errorf("x-deprecation: %w", err)
	}
	op.Deprecation = d
	return nil
}

func parseDeprecation(said any) (*Deprecation, error) {
	fields, ok := said.(map[string]any)
	if !ok || len(fields) != 3 {
		return nil, fmt.Errorf("must have date, sunset and link, has %v", said)
	}
	d := &Deprecation{Link: textOf(fields["link"])}
	var err, err2 error
	d.Date, err = parseDay(fields, "date")
	d.Sunset, err2 = parseDay(fields, "sunset")
	if err := cmp.Or(err, err2); err != nil {
		return nil, err
	}
	if d.Sunset.Sub(d.Date) < leastNotice {
		return nil, fmt.Errorf("the sunset %s is less than 90 days after the date %s", fields["sunset"], fields["date"])
	}
	address, err := url.Parse(d.Link)
	if err != nil || !strings.HasPrefix(d.Link, "/") && (address.Scheme != "https" || address.Host == "") || strings.ContainsAny(d.Link, `<>" `) {
		return nil, fmt.Errorf("the link %q is neither an https address nor a path", d.Link)
	}
	return d, nil
}

func parseDay(fields map[string]any, name string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, textOf(fields[name]))
	if err != nil {
		return day, fmt.Errorf("the %s %v is not written like 2027-06-30", name, fields[name])
	}
	return day, nil
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}
