package clientip_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/edge/clientip"
)

// resolver trusts the proxies of the list.
func resolver(t testing.TB, list string) clientip.Resolver {
	t.Helper()
	trusted, err := clientip.ParsePrefixes(list)
	if err != nil {
		t.Fatal(err)
	}
	return clientip.NewResolver(trusted)
}

func TestResolve(t *testing.T) {
	r := resolver(t, "10.0.0.0/8, 127.0.0.1, fd00::/8, fe80::/10")
	tests := []struct {
		name   string
		remote string
		xff    []string
		want   string // empty for the zero Addr
	}{
		{"direct", "192.0.2.1:1234", nil, "192.0.2.1"},
		{"direct, IPv6", "[2001:db8::1]:1234", nil, "2001:db8::1"},
		{"direct, mapped", "[::ffff:192.0.2.1]:1234", nil, "192.0.2.1"},
		{"direct, zone", "[2001:db8::1%eth0]:1234", nil, "2001:db8::1"},
		{"direct, no port", "192.0.2.1", nil, "192.0.2.1"},
		{"direct, claims another", "192.0.2.1:1234", []string{"198.51.100.1"}, "192.0.2.1"},

		{"no address", "", []string{"198.51.100.1"}, ""},
		{"unix socket", "@", []string{"198.51.100.1"}, ""},
		{"unix socket path", "/run/storefront.sock", nil, ""},
		{"name", "localhost:80", nil, ""},

		{"proxy, no header", "10.0.0.1:1234", nil, "10.0.0.1"},
		{"proxy, empty header", "10.0.0.1:1234", []string{""}, "10.0.0.1"},
		{"proxy", "10.0.0.1:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		{"proxy, mapped", "[::ffff:10.0.0.1]:1234", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"proxy with zone", "[fe80::1%eth0]:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		{"client claims another", "10.0.0.1:1234", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"client claims a proxy", "10.0.0.1:1234", []string{"203.0.113.9, 10.0.0.7, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "10.0.0.1:1234", []string{"198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"proxies only", "10.0.0.1:1234", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"blanks", "10.0.0.1:1234", []string{" \t198.51.100.1 ,\t10.0.0.2 "}, "198.51.100.1"},

		{"several lines", "10.0.0.1:1234", []string{"203.0.113.9", "198.51.100.1, 10.0.0.3", "10.0.0.2"}, "198.51.100.1"},
		{"ends a line", "10.0.0.1:1234", []string{"203.0.113.9, 198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		{"empty line", "10.0.0.1:1234", []string{"198.51.100.1", "", "10.0.0.2"}, "10.0.0.2"},

		{"malformed", "10.0.0.1:1234", []string{"unknown"}, "10.0.0.1"},
		{"malformed further on", "10.0.0.1:1234", []string{"198.51.100.1, unknown, 10.0.0.2"}, "10.0.0.2"},
		{"malformed beyond the client", "10.0.0.1:1234", []string{"<script>, 198.51.100.1"}, "198.51.100.1"},
		{"empty entry", "10.0.0.1:1234", []string{"198.51.100.1,, 10.0.0.2"}, "10.0.0.2"},

		{"port", "10.0.0.1:1234", []string{"198.51.100.1:5678"}, "198.51.100.1"},
		{"brackets", "10.0.0.1:1234", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"brackets and port", "10.0.0.1:1234", []string{"[2001:db8::1]:5678"}, "2001:db8::1"},
		{"zone", "10.0.0.1:1234", []string{"2001:db8::1%eth0"}, "2001:db8::1"},
		{"bad port", "10.0.0.1:1234", []string{"198.51.100.1:http"}, "10.0.0.1"},
		{"port too large", "10.0.0.1:1234", []string{"198.51.100.1:65536"}, "10.0.0.1"},
		{"bracket not closed", "10.0.0.1:1234", []string{"[2001:db8::1"}, "10.0.0.1"},
		{"bracket not opened", "10.0.0.1:1234", []string{"2001:db8::1]"}, "10.0.0.1"},
		{"IPv4 in brackets", "10.0.0.1:1234", []string{"[198.51.100.1]"}, "10.0.0.1"},
		{"leading zeros", "10.0.0.1:1234", []string{"198.051.100.001"}, "10.0.0.1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var want netip.Addr
			if test.want != "" {
				want = netip.MustParseAddr(test.want)
			}
			if got := r.Resolve(test.remote, test.xff); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestZeroResolverTrustsNobody(t *testing.T) {
	var r clientip.Resolver
	if got := r.Resolve("127.0.0.1:80", []string{"198.51.100.1"}); got.String() != "127.0.0.1" {
		t.Errorf("got %v", got)
	}
}

// FuzzResolve checks for any input that the result is the address of the socket
// or an entry of the list, in plain form, and the former if the socket is not a
// trusted proxy.
func FuzzResolve(f *testing.F) {
	f.Add("10.0.0.1:1234", "203.0.113.9, 198.51.100.1:80", "[2001:db8::1]:80")
	f.Add("[fe80::1%eth0]:80", "", ",,")
	f.Add("@", "unknown", "[")
	f.Add("[::ffff:10.0.0.1]:1", "]", "[::ffff:1.2.3.4%x]")
	trusting, distrusting := resolver(f, "10.0.0.0/8, fe80::/10"), clientip.Resolver{}
	f.Fuzz(func(t *testing.T, remote, line1, line2 string) {
		socket := distrusting.Resolve(remote, []string{line1, line2})
		client := trusting.Resolve(remote, []string{line1, line2})
		if client.IsValid() != socket.IsValid() {
			t.Fatalf("client %v, socket %v", client, socket)
		}
		if client.Is4In6() || client.Zone() != "" {
			t.Fatalf("%v is not plain", client)
		}
		if client == socket {
			return
		}
		if !netip.MustParsePrefix("10.0.0.0/8").Contains(socket) && !netip.MustParsePrefix("fe80::/10").Contains(socket) {
			t.Fatalf("socket %v was trusted", socket)
		}
		for entry := range strings.SplitSeq(line1+","+line2, ",") {
			if distrusting.Resolve(strings.Trim(entry, " \t"), nil) == client {
				return
			}
		}
		t.Fatalf("%v is not in the list", client)
	})
}

func BenchmarkResolve(b *testing.B) {
	r := resolver(b, "10.0.0.0/8, 127.0.0.1, fd00::/8")
	xff := []string{"203.0.113.9, 198.51.100.1, 10.0.0.2"}
	b.ReportAllocs()
	for b.Loop() {
		r.Resolve("10.0.0.1:1234", xff)
	}
}
