package ratelimit

import (
	"cmp"
	"errors"
	"net"
	"net/url"
	"regexp"
)

// errRedisURL does not contain the address, which may have a password.
var errRedisURL = errors.New("not an address such as redis://user:password@host:6379/0 or rediss://host, without a query")

// ParseRedisURL returns the address of a server, with its port. A query is refused: options in it
// would change how long a call waits. The error does not contain the address.
func ParseRedisURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "redis" && u.Scheme != "rediss" || !numberOfDatabase.MatchString(u.Path) {
		return nil, errRedisURL
	}
	u.Host = net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "6379"))
	return u, nil
}

var numberOfDatabase = regexp.MustCompile(`^(/[0-9]{0,4})?$`)
