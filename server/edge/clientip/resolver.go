// Package clientip determines the client of a request that came through proxies.
//
// A proxy reports what it saw in X-Forwarded headers, but any client can send
// them too. They are used only as far as the proxies that wrote them are
// trusted.
package clientip

import (
	"net/netip"
	"slices"
	"strings"
)

// Resolver holds the trusted proxies. The zero Resolver trusts none. It is safe
// for concurrent use.
type Resolver struct {
	trusted []netip.Prefix
}

// NewResolver returns a Resolver that trusts the proxies within the prefixes, in
// the form that ParsePrefixes returns.
func NewResolver(trusted []netip.Prefix) Resolver {
	return Resolver{trusted: slices.Clone(trusted)}
}

// Resolve returns the address of the client, given http.Request.RemoteAddr and
// the values of X-Forwarded-For. IPv4 is never mapped into IPv6, and IPv6 has no
// zone. It returns the zero Addr if remoteAddr holds no address, as on a unix
// socket.
//
// Each proxy appends the address of its own client. So Resolve starts at the
// socket and goes through the list from its end: as long as an address is a
// trusted proxy, the entry before it is true, and the first address that is not
// a trusted proxy is the client. An entry that is not an address ends the search
// at the address after it, because nobody knows who wrote the entries before.
func (r Resolver) Resolve(remoteAddr string, xForwardedFor []string) netip.Addr {
	client, ok := parseAddr(remoteAddr)
	if !ok {
		return netip.Addr{}
	}
	// Several header lines are one list.
	for _, line := range slices.Backward(xForwardedFor) {
		for more := true; more; {
			if !r.trusts(client) {
				return client
			}
			var entry string
			line, entry, more = cutLast(line)
			before, ok := parseAddr(entry)
			if !ok {
				return client
			}
			client = before
		}
	}
	return client
}

// trusts reports whether addr is a trusted proxy's.
func (r Resolver) trusts(addr netip.Addr) bool {
	for _, prefix := range r.trusted {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// cutLast splits off the last entry of a comma-separated list and trims its
// white space. It reports whether there are entries before it.
func cutLast(list string) (before, last string, more bool) {
	comma := strings.LastIndexByte(list, ',')
	last = strings.Trim(list[comma+1:], " \t")
	if comma < 0 {
		return "", last, false
	}
	return list[:comma], last, true
}
