package clientip

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

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

// forwarded returns the value of a header (its key in canonical form) that the
// trusted proxy at the other end of the socket wrote, or "" if there is none. If
// there are several it returns the last: the client may have written those
// before.
func (r Resolver) forwarded(req *http.Request, header string) string {
	lines := req.Header[header]
	if len(lines) == 0 {
		return ""
	}
	peer, ok := parseAddr(req.RemoteAddr)
	if !ok || !r.trusts(peer) {
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
