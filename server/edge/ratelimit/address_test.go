package ratelimit_test

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/edge/ratelimit"
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
		got := ratelimit.AddressKey(netip.MustParseAddr(addr))
		if got != netip.MustParseAddr(want).As16() {
			t.Errorf("%s: got %v, want %s", addr, netip.AddrFrom16(got), want)
		}
	}
	if got := ratelimit.AddressKey(netip.Addr{}); got != [16]byte{} {
		t.Errorf("zero Addr: got %x", got)
	}
}

func TestParsePrefixes(t *testing.T) {
	tests := map[string][]string{
		"":                                nil,
		" \t":                             nil,
		"10.0.0.0/8, 127.0.0.1":           {"10.0.0.0/8", "127.0.0.1/32"},
		"::1,2001:db8::/32":               {"::1/128", "2001:db8::/32"},
		" 192.168.0.0/16 ,172.16.0.0/12 ": {"192.168.0.0/16", "172.16.0.0/12"},
		"0.0.0.0/0":                       {"0.0.0.0/0"},
	}
	for list, texts := range tests {
		var want []netip.Prefix
		for _, text := range texts {
			want = append(want, netip.MustParsePrefix(text))
		}
		got, err := ratelimit.ParsePrefixes(list)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", list, got, err, want)
		}
	}
}

func TestParsePrefixesErrors(t *testing.T) {
	tests := map[string]string{ // from a list to the text that its error must contain
		"10.0.0.0/8, proxy":     `"proxy" is not an address or prefix`,
		"10.0.0.0/33":           `"10.0.0.0/33" is not a prefix`,
		"10.0.0.0/":             `"10.0.0.0/" is not a prefix`,
		"fe80::%eth0/64":        `"fe80::%eth0/64" is not a prefix`,
		"10.0.0.1,":             `"" is not an address or prefix`,
		"127.0.0.1:80":          `"127.0.0.1:80" is not an address or prefix`,
		"fe80::1%eth0":          "has a zone",
		"::ffff:10.0.0.1":       "write it as IPv4",
		"::ffff:10.0.0.0/104":   "write it as IPv4",
		"10.1.2.3/8":            "neither the network 10.0.0.0/8 nor the address 10.1.2.3",
		"127.0.0.1 10.0.0.0/8":  "is not a prefix",
		"127.0.0.1; 10.0.0.0/8": "is not a prefix",
	}
	for list, want := range tests {
		got, err := ratelimit.ParsePrefixes(list)
		if err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, %v, want an error with %q", list, got, err, want)
		}
	}
}

// resolver trusts the proxies of the list.
func resolver(t testing.TB, list string) ratelimit.Resolver {
	t.Helper()
	trusted, err := ratelimit.ParsePrefixes(list)
	if err != nil {
		t.Fatal(err)
	}
	return ratelimit.NewResolver(trusted)
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
	var r ratelimit.Resolver
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
	trusting, distrusting := resolver(f, "10.0.0.0/8, fe80::/10"), ratelimit.Resolver{}
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

const (
	proxy  = "10.0.0.1:1234"
	client = "192.0.2.1:1234"
)

func TestScheme(t *testing.T) {
	r := resolver(t, "10.0.0.0/8")
	tests := []struct {
		name   string
		remote string
		tls    bool
		header []string
		want   string
	}{
		{"direct", client, false, nil, "http"},
		{"direct, TLS", client, true, nil, "https"},
		{"direct, claim", client, false, []string{"https"}, "http"},
		{"unix socket, claim", "@", false, []string{"https"}, "http"},
		{"proxy, silent", proxy, false, nil, "http"},
		{"proxy, silent, TLS", proxy, true, nil, "https"},
		{"proxy", proxy, false, []string{"https"}, "https"},
		{"proxy, down from TLS", proxy, true, []string{"http"}, "http"},
		{"proxy, capitals", proxy, false, []string{"HTTPS"}, "https"},
		{"proxy, appended", proxy, false, []string{"http, https"}, "https"},
		{"proxy, appended line", proxy, false, []string{"https", "http"}, "http"},
		{"proxy, nonsense", proxy, false, []string{"javascript"}, "http"},
		{"proxy, empty", proxy, true, []string{""}, "https"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := &http.Request{RemoteAddr: test.remote, Header: http.Header{"X-Forwarded-Proto": test.header}}
			if test.tls {
				req.TLS = new(tls.ConnectionState)
			}
			if got := r.Scheme(req); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestHost(t *testing.T) {
	const asked = "inner:8080"
	r := resolver(t, "10.0.0.0/8")
	tests := []struct {
		name   string
		remote string
		header []string
		want   string
	}{
		{"direct", client, nil, asked},
		{"direct, claim", client, []string{"shop.example"}, asked},
		{"proxy, silent", proxy, nil, asked},
		{"proxy", proxy, []string{"shop.example"}, "shop.example"},
		{"proxy, port", proxy, []string{"shop.example:8443"}, "shop.example:8443"},
		{"proxy, appended", proxy, []string{"evil.example, shop.example"}, "shop.example"},
		{"proxy, appended line", proxy, []string{"evil.example", "shop.example"}, "shop.example"},
		{"proxy, IPv4", proxy, []string{"192.0.2.1:80"}, "192.0.2.1:80"},
		{"proxy, IPv6", proxy, []string{"[2001:db8::1]"}, "[2001:db8::1]"},
		{"proxy, IPv6 and port", proxy, []string{"[2001:db8::1]:80"}, "[2001:db8::1]:80"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := &http.Request{RemoteAddr: test.remote, Host: asked, Header: http.Header{"X-Forwarded-Host": test.header}}
			if got := r.Host(req); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestHostIsValidated(t *testing.T) {
	r := resolver(t, "10.0.0.0/8")
	refused := []string{
		"", ".", ".example", "shop..example", "shop example", "shop.example/path", "user@shop.example",
		"shop.example:", "shop.example:0", "shop.example:65536", "shop.example:80:80", ":80",
		"2001:db8::1", "[2001:db8::1", "[]", "[192.0.2.1]", "[fe80::1%eth0]", "[2001:db8::1]80",
		"<script>", "shop.example\r\nX: y", "größe.example", strings.Repeat("a", 254),
	}
	for _, host := range refused {
		req := &http.Request{RemoteAddr: proxy, Host: "asked", Header: http.Header{"X-Forwarded-Host": {host}}}
		if got := r.Host(req); got != "asked" {
			t.Errorf("%q was accepted", host)
		}
	}
}

func TestAnInvalidHostIsNotReturned(t *testing.T) {
	for _, host := range []string{"", `a"b<c`, "a&b", "shop.example/path", "a'b:80"} {
		if got := resolver(t, "10.0.0.0/8").Host(&http.Request{RemoteAddr: client, Host: host}); got != "" {
			t.Errorf("%q: got %q", host, got)
		}
	}
}

// FuzzHost checks that the host never contains a character that would end the
// authority of a URL, or that is special in a header or a page, whatever a proxy
// forwards.
func FuzzHost(f *testing.F) {
	f.Add(`a"b<c`)
	f.Add("shop.example:443")
	f.Add("[2001:db8::1]:80")
	f.Add("a, b/c")
	r := resolver(f, "10.0.0.0/8")
	f.Fuzz(func(t *testing.T, forwarded string) {
		req := &http.Request{RemoteAddr: proxy, Host: forwarded, Header: http.Header{"X-Forwarded-Host": {forwarded}}}
		if host := r.Host(req); strings.ContainsAny(host, "/?#@%\\<>\"' \t\r\n\x00") {
			t.Errorf("accepted %q", host)
		}
	})
}
