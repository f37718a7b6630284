// Package clientip tells who a request comes from when proxies stand between.
//
// A proxy says what it saw in X-Forwarded headers, and so can any client. They
// are believed only as far as the proxies that wrote them are trusted.
package clientip

import (
	"net/netip"
	"slices"
	"strings"
)

// Resolver knows the proxies to trust. The zero Resolver trusts none. It is
// safe for concurrent use.
type Resolver struct {
	trusted []netip.Prefix
}

// NewResolver returns a Resolver that trusts the proxies within the prefixes,
// which are as ParsePrefixes returns them.
func NewResolver(trusted []netip.Prefix) Resolver {
	return Resolver{trusted: slices.Clone(trusted)}
}

// Resolve returns the address of the client, given http.Request.RemoteAddr and
// the values of X-Forwarded-For. IPv4 comes as IPv4, never mapped into IPv6, and
// IPv6 comes without a zone. It returns the zero Addr if remoteAddr holds no
// address, as on a unix socket.
//
// Each proxy appends the address it was asked from. Hence the walk from the
// socket through the list from its end: as long as an address is a trusted
// proxy, the entry before it is true, and the first address that is not is the
// client. An entry that is not an address ends the walk at the one after it, for
// nobody can tell who wrote what comes before.
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

// cutLast splits a comma-separated list before its last entry, which it trims
// of blanks. It reports whether there are entries before that one.
func cutLast(list string) (before, last string, more bool) {
	comma := strings.LastIndexByte(list, ',')
	last = strings.Trim(list[comma+1:], " \t")
	if comma < 0 {
		return "", last, false
	}
	return list[:comma], last, true
}
