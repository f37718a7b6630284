package discovery

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// serverName is what the service is called among the things of its publisher.
const serverName = "storefront"

// longestPublisher leaves room for the rest of a card's name, of 200 characters.
const longestPublisher = 189

// publisher returns the name in the DNS under which the service is published,
// and the port when the address has one. An address that is no such name, as of
// a machine that is tried out, is published by localhost.
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
