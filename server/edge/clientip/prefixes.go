package clientip

import (
	"fmt"
	"net/netip"
	"strings"
)

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
