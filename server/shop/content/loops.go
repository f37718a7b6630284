package content

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// loops returns a fault for each line that would lead back to itself, directly or
// by other redirects, the live ones among them. The live ones have no loop.
func loops(baseURL string, all []line, live map[string]db.Redirect) (faults []api.RedirectFault) {
	next := make(map[string]string, len(live)+len(all))
	for from, r := range live {
		next[from] = pathOf(baseURL, r.ToPath)
	}
	numbers := make(map[string]int, len(all))
	for _, l := range all {
		next[l.from], numbers[l.from] = pathOf(baseURL, l.to), l.number
	}
	for from, to := range next { // where nothing is, a path with a slash after it leads on as the path without it does
		if _, leads := next[to]; !leads {
			next[from] = strings.TrimRight(to, "/")
		}
	}
	walked := make(map[string]int, len(next)) // by path, the line from which it was reached first
	for _, l := range all {
		path := l.from
		for walked[path] == 0 {
			if _, leads := next[path]; !leads {
				break
			}
			walked[path] = l.number
			path = next[path]
		}
		if walked[path] != l.number {
			continue // it leads to an end, or to where an earlier line led
		}
		for start, again := path, false; !again; again = path == start { // each line of the loop
			if number := numbers[path]; number > 0 {
				faults = append(faults, api.RedirectFault{Line: int64(number), Reason: fmt.Sprintf("fromPath %q leads back to itself.", path)})
			}
			path = next[path]
		}
	}
	return faults
}

// pathOf returns the path to which an address leads, as a fromPath is spelt, or ""
// if that is of another host.
func pathOf(baseURL, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" && !sameHost(baseURL, u) {
		return ""
	}
	return (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: u.Path}).EscapedPath()
}

// sameHost reports whether an address is of the host and port of the shop.
func sameHost(baseURL string, u *url.URL) bool {
	own, err := url.Parse(baseURL)
	return err == nil && strings.EqualFold(own.Hostname(), u.Hostname()) && port(own) == port(u)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "http" {
		return "80"
	}
	return "443"
}
