package clientip_test

import (
	"net/netip"
	"testing"

	"github.com/storefront/storefront/server/edge/clientip"
)

func TestKey(t *testing.T) {
	tests := map[string]string{ // from an address to the one whose bytes are its key
		"192.0.2.1":               "::ffff:192.0.2.1",
		"::ffff:192.0.2.1":        "::ffff:192.0.2.1",
		"2001:db8:1:2:3:4:5:6":    "2001:db8:1:2::",
		"2001:db8:1:2::1%eth0":    "2001:db8:1:2::",
		"2001:db8:1:3::1":         "2001:db8:1:3::",
		"::ffff:192.0.2.1%ignore": "::ffff:192.0.2.1",
	}
	for addr, want := range tests {
		got := clientip.Key(netip.MustParseAddr(addr))
		if got != netip.MustParseAddr(want).As16() {
			t.Errorf("%s: got %v, want %s", addr, netip.AddrFrom16(got), want)
		}
	}
	if got := clientip.Key(netip.Addr{}); got != [16]byte{} {
		t.Errorf("zero Addr: got %x", got)
	}
}
