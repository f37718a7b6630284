package clientip_test

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"
)

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
