package ratelimit

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
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

// AddressKey returns the part of an address that identifies one client: an IPv4
// address, or an IPv6 network of /64, because a client can use any address of
// its network. The result has the form of netip.Addr.As16; it is all zeros for
// the zero Addr.
func AddressKey(addr netip.Addr) [16]byte {
	addr = plain(addr)
	key := addr.As16()
	if addr.Is6() {
		clear(key[8:])
	}
	return key
}

// ParsePrefixes parses the list of trusted proxies in the configuration, such as
// "10.0.0.0/8, 127.0.0.1, 2001:db8::/32". An address means only itself; an empty
// list trusts no proxy.
//
// It returns an error that names the entry if one is not an address or prefix,
// or if it is ambiguous: bits set beyond the prefix length, a zone, or IPv4
// mapped into IPv6.
func ParsePrefixes(list string) ([]netip.Prefix, error) {
	if strings.TrimSpace(list) == "" {
		return nil, nil
	}
	var prefixes []netip.Prefix
	for entry := range strings.SplitSeq(list, ",") {
		prefix, err := parsePrefix(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("trusted proxies: %w", err)
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes, nil
}

func parsePrefix(entry string) (netip.Prefix, error) {
	var prefix netip.Prefix
	if strings.Contains(entry, "/") {
		parsed, err := netip.ParsePrefix(entry)
		if err != nil {
			return netip.Prefix{}, fmt.Errorf("%q is not a prefix such as 10.0.0.0/8", entry)
		}
		prefix = parsed
	} else {
		addr, err := netip.ParseAddr(entry)
		if err != nil {
			return netip.Prefix{}, fmt.Errorf("%q is not an address or prefix", entry)
		}
		if addr.Zone() != "" {
			return netip.Prefix{}, fmt.Errorf("%q has a zone; leave it out", entry)
		}
		prefix = netip.PrefixFrom(addr, addr.BitLen())
	}
	if prefix.Addr().Is4In6() {
		return netip.Prefix{}, fmt.Errorf("%q is IPv4 mapped into IPv6; write it as IPv4", entry)
	}
	if masked := prefix.Masked(); masked != prefix {
		return netip.Prefix{}, fmt.Errorf("%q is neither the network %v nor the address %v", entry, masked, prefix.Addr())
	}
	return prefix, nil
}

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

// maxHost is the length of the longest name in the DNS.
const maxHost = 253

// Scheme returns "http" or "https", the scheme that the client used: the value
// of X-Forwarded-Proto from a trusted proxy, else that of the connection.
func (r Resolver) Scheme(req *http.Request) string {
	said := strings.ToLower(r.forwarded(req, "X-Forwarded-Proto"))
	if said == "http" || said == "https" {
		return said
	}
	if req.TLS != nil {
		return "https"
	}
	return "http"
}

// Host returns the host that the client asked for, with the port if there is
// one: the value of X-Forwarded-Host from a trusted proxy if it is a valid host,
// else req.Host. It returns "" if that is invalid: net/http accepts a request
// line such as "GET http://a"b/", and the host is used in links later.
func (r Resolver) Host(req *http.Request) string {
	if said := r.ForwardedHost(req); said != "" {
		return said
	}
	if validHost(req.Host) {
		return req.Host
	}
	return ""
}

// ForwardedHost returns the host that the client asked for according to a
// trusted proxy, or "".
func (r Resolver) ForwardedHost(req *http.Request) string {
	if said := r.forwarded(req, "X-Forwarded-Host"); validHost(said) {
		return said
	}
	return ""
}

// Distrusts reports whether a peer that is not trusted sent a header that a proxy sends.
func (r Resolver) Distrusts(req *http.Request) bool {
	if req.Header["X-Forwarded-For"] == nil && req.Header["X-Forwarded-Proto"] == nil && req.Header["X-Forwarded-Host"] == nil {
		return false
	}
	return !r.trustsPeer(req)
}

// trustsPeer reports whether a trusted proxy is at the other end of the socket.
func (r Resolver) trustsPeer(req *http.Request) bool {
	peer, ok := parseAddr(req.RemoteAddr)
	return ok && r.trusts(peer)
}

// forwarded returns the value of a header (its key in canonical form) that the
// trusted proxy at the other end of the socket wrote, or "" if there is none. If
// there are several it returns the last: the client may have written those
// before.
func (r Resolver) forwarded(req *http.Request, header string) string {
	lines := req.Header[header]
	if len(lines) == 0 {
		return ""
	}
	if !r.trustsPeer(req) {
		return ""
	}
	_, last, _ := cutLast(lines[len(lines)-1])
	return last
}

// validHost reports whether s is a name, an IPv4 address or an IPv6 address in
// brackets, with or without a port.
func validHost(s string) bool {
	if inside, ok := strings.CutPrefix(s, "["); ok {
		literal, port, closed := strings.Cut(inside, "]")
		addr, err := netip.ParseAddr(literal)
		return closed && err == nil && addr.Is6() && addr.Zone() == "" && validPort(port)
	}
	end := strings.IndexByte(s, ':')
	if end < 0 {
		end = len(s)
	}
	return validName(s[:end]) && validPort(s[end:])
}

// validName reports whether s is made of letters, digits, hyphens, underscores
// (not in the DNS's rules, but in use) and dots, with a label between the dots.
func validName(s string) bool {
	if s == "" || len(s) > maxHost || s[0] == '.' || strings.Contains(s, "..") {
		return false
	}
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// validPort reports whether s is empty, or a colon and a port from 1 to 65535.
func validPort(s string) bool {
	digits, colon := strings.CutPrefix(s, ":")
	if !colon {
		return s == ""
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	return err == nil && port > 0
}
