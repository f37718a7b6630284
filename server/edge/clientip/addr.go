package clientip

import (
	"net/netip"
	"strings"
)

// parseAddr reads an address as Go and the proxies write it: "192.0.2.1",
// "192.0.2.1:80", "2001:db8::1", "[2001:db8::1]" or "[2001:db8::1]:80".
func parseAddr(s string) (netip.Addr, bool) {
	// The forms are distinguished first, because a failed attempt to parse the
	// wrong one allocates.
	if strings.Count(s, ":") == 1 || strings.Contains(s, "]:") {
		withPort, err := netip.ParseAddrPort(s)
		return plain(withPort.Addr()), err == nil
	}
	inside, bracketed := strings.CutPrefix(s, "[")
	if bracketed {
		var closed bool
		if inside, closed = strings.CutSuffix(inside, "]"); !closed {
			return netip.Addr{}, false
		}
	}
	addr, err := netip.ParseAddr(inside)
	if err != nil || bracketed && addr.Is4() {
		return netip.Addr{}, false
	}
	return plain(addr), true
}

// plain removes what makes two forms of one address differ: the mapping of IPv4
// into IPv6, and the zone, which has a meaning only on the proxy.
func plain(addr netip.Addr) netip.Addr {
	return addr.WithZone("").Unmap()
}

// Key returns the part of an address that identifies one client: an IPv4
// address, or an IPv6 network of /64, because a client can use any address of
// its network. The result has the form of netip.Addr.As16; it is all zeros for
// the zero Addr.
func Key(addr netip.Addr) [16]byte {
	addr = plain(addr)
	key := addr.As16()
	if addr.Is6() {
		clear(key[8:])
	}
	return key
}
