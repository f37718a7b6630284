package discovery

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// serverName is the name of the service among those of its publisher.
const serverName = "storefront"

// longestPublisher is the maximum length of a publisher: a card's name has at
// most 200 characters.
const longestPublisher = 189

// publisher returns the DNS name under which the service is published, and the
// port when the address has one. For an address without such a name, as on a
// developer's machine, the publisher is localhost.
func publisher(base string) (name, port string) {
	u, err := url.Parse(base)
	if err != nil {
		return "localhost", ""
	}
	name, err = idna.Lookup.ToASCII(strings.TrimSuffix(u.Hostname(), "."))
	if _, notAName := netip.ParseAddr(name); err != nil || notAName == nil || name == "" || len(name) > longestPublisher {
		name = "localhost"
	}
	return name, u.Port()
}

// reversed turns shop.example.com into com.example.shop.
func reversed(name string) string {
	labels := strings.Split(name, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}
