package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/idna"
)

// Reach is which addresses messages may be sent to: public ones.
type Reach struct {
	Loopback bool // and loopback ones, also without TLS; for tests
}

// Refused is why an address is not one that messages may be sent to.
type Refused struct{ Reason string } // continues "the url …"

func (e *Refused) Error() string { return "the url " + e.Reason }

// Check returns a *Refused for a URL that messages may not be sent to. A name is resolved,
// and may not lead to a private address; one that does not resolve may do so later.
// What a name leads to can change, so the address is checked again for each connection.
func (r Reach) Check(ctx context.Context, text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return &Refused{"must be an address such as https://example.com/events"}
	case u.Scheme != "https" && (u.Scheme != "http" || !r.Loopback):
		return &Refused{"must begin with https://"}
	case u.User != nil:
		return &Refused{"must not contain a user name or password"}
	case u.Fragment != "" || u.RawFragment != "":
		return &Refused{"must not contain a fragment"}
	case u.Port() != "":
		if port, err := strconv.ParseUint(u.Port(), 10, 16); err != nil || port == 0 {
			return &Refused{"must have a port between 1 and 65535"}
		}
	}
	return r.checkHost(ctx, u.Hostname())
}

// checkHost checks what a host means, in any of the ways to write it.
func (r Reach) checkHost(ctx context.Context, written string) error {
	private := &Refused{"must lead to a public address"}
	host := written
	if !strings.Contains(written, ":") { // IPv6 has one form
		var err error
		if host, err = hostNames.ToASCII(strings.TrimSuffix(written, ".")); err != nil {
			return &Refused{"must have a host name such as example.com"}
		}
		switch address, isNumber := ipv4Of(host); {
		case !isNumber:
		case !address.IsValid():
			return &Refused{"must have a host name such as example.com"}
		case !r.allows(address):
			return private
		case address.String() != host:
			return &Refused{"must have the address " + address.String() + " in this form"}
		}
	}
	if privateName.MatchString(host) && (!r.Loopback || host != "localhost") {
		return private
	}
	addresses, err := addressesOf(ctx, host)
	if err != nil {
		return nil //nolint:nilerr // a name that does not resolve may do so later
	}
	if slices.ContainsFunc(addresses, func(a netip.Addr) bool { return !r.allows(a) }) {
		return private
	}
	return nil
}

var hostNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(true), idna.StrictDomainName(false))

// privateName are the names that lead nowhere else than to this machine or network (RFC 6761, RFC 6762, RFC 8375).
var privateName = regexp.MustCompile(`(?i)(^|\.)(localhost|local|internal|home\.arpa)$`)

// ipv4Of reads a host whose last part is a number, as browsers and libc do: it is an IPv4 address, in which a part may
// be octal or hexadecimal, and the last one stands for all that are missing. The address is invalid if it is none.
func ipv4Of(host string) (a netip.Addr, isNumber bool) {
	parts := strings.Split(host, ".")
	if !numeric.MatchString(parts[len(parts)-1]) {
		return netip.Addr{}, false
	}
	if len(parts) > 4 {
		return netip.Addr{}, true
	}
	var sum uint64
	for i, part := range parts {
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		n, err := strconv.ParseUint(part, 0, bits)
		if err != nil || strings.ContainsAny(part, "_oObB") {
			return netip.Addr{}, true
		}
		sum = sum<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true //nolint:gosec // 32 bits in all
}

var numeric = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)

// lookupTimeout is how long the resolution of a name may take.
const lookupTimeout = 2 * time.Second

func addressesOf(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	for i := range found {
		found[i] = found[i].Unmap() // the resolver returns IPv4 addresses as mapped ones
	}
	return found, err
}

// allows reports whether messages may be sent to an address. IPv6 addresses that stand for
// an IPv4 address (mapped, NAT64, 6to4) are not public.
func (r Reach) allows(a netip.Addr) bool {
	switch {
	case a.Zone() != "" || a.Is4In6():
		return false
	case a.IsLoopback():
		return r.Loopback
	case a.Is6() && !publicIPv6.Contains(a):
		return false
	}
	return !slices.ContainsFunc(reservedNetworks, func(p netip.Prefix) bool { return p.Contains(a) })
}

// reservedNetworks are the networks of IPv4 that are not public, and those of IPv6 within 2000::/3,
// outside of which no public address is. From the registries of IANA for special purposes.
var reservedNetworks = func() (all []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

var publicIPv6 = netip.MustParsePrefix("2000::/3")

// client returns a client that connects to allowed addresses only, without a proxy, and
// follows no redirect.
func (r Reach) client() *http.Client {
	const connecting = 5 * time.Second
	dialer := net.Dialer{Timeout: connecting, ControlContext: r.checkDialled}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: connecting, ForceAttemptHTTP2: true, DisableCompression: true,
			MaxIdleConns: 2 * MaxEndpoints, MaxIdleConnsPerHost: maxConcurrent, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
			HTTP2: &http.HTTP2Config{SendPingTimeout: connecting, PingTimeout: connecting}, // a receiver that vanished is dialled again
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// checkDialled refuses a connection to an address that is not allowed: the very address
// that is dialled, whatever a name led to before.
func (r Reach) checkDialled(_ context.Context, _, address string, _ syscall.RawConn) error {
	dialled, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotPublic, err)
	}
	if !r.allows(dialled.Addr()) {
		return errNotPublic
	}
	return nil
}

var errNotHTTPS = errors.New("the url does not begin with https://")

var errNotPublic = errors.New("the address is not public")
