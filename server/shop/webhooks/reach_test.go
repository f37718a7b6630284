package webhooks

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestOnlyPublicAddressesAreReached(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
		"192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
		"3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "fec0::1", "ff02::1",
	} {
		if (Reach{}).allows(netip.MustParseAddr(text)) {
			t.Errorf("%s is reached", text)
		}
		loopback := text == "127.0.0.1" || text == "127.255.255.254" || text == "::1"
		if (Reach{Loopback: true}).allows(netip.MustParseAddr(text)) != loopback {
			t.Errorf("%s with loopback: want %v", text, loopback)
		}
	}
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "193.0.0.1", "2606:4700::1111", "2a00:1450::1"} {
		if !(Reach{}).allows(netip.MustParseAddr(text)) {
			t.Errorf("%s is not reached", text)
		}
	}
}

func TestURLsAreChecked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://1.1.1.1/events":              "",
		"https://[2606:4700::1111]:8443/?a=b": "",
		"https://no-such-host.invalid/events": "",
		"http://1.1.1.1/":                     "must begin with https://",
		"ftp://1.1.1.1/":                      "must begin with https://",
		"//1.1.1.1/":                          "must begin with https://",
		"https:1.1.1.1":                       "must be an address",
		"https://":                            "must be an address",
		"https:///events":                     "must be an address",
		"events":                              "must be an address",
		"https://1.1.1.1:port/":               "must be an address",
		"https://user@1.1.1.1/":               "must not contain a user name",
		"https://user:pass@1.1.1.1/":          "must not contain a user name",
		"https://1.1.1.1/#part":               "must not contain a fragment",
		"https://localhost/":                  "must lead to a public address",
		"https://127.0.0.1/":                  "must lead to a public address",
		"https://[::ffff:1.1.1.1]/":           "must lead to a public address",
		"https://169.254.169.254/latest/":     "must lead to a public address",
		"https://[fe80::1%25eth0]/":           "must lead to a public address",
		"https://127.1/":                      "must lead to a public address",
		"https://127.0.1":                     "must lead to a public address",
		"https://0/":                          "must lead to a public address",
		"https://2130706433/":                 "must lead to a public address",
		"https://0x7f000001/":                 "must lead to a public address",
		"https://0x7F.1/":                     "must lead to a public address",
		"https://0177.0.0.1/":                 "must lead to a public address",
		"https://017700000001/":               "must lead to a public address",
		"https://10.1/":                       "must lead to a public address",
		"https://192.168.257/":                "must lead to a public address",
		"https://1.2.3.4.5/":                  "must have a host name",
		"https://256.0.0.1/":                  "must have a host name",
		"https://127.0.0.1./":                 "must lead to a public address",
		"https://１２７.0.0.1/":                  "must lead to a public address",
		"https://127。0。0。1/":                  "must lead to a public address",
		"https://localhost./":                 "must lead to a public address",
		"https://LOCALHOST/":                  "must lead to a public address",
		"https://ⓛocalhost/":                  "must lead to a public address",
		"https://shop.localhost/":             "must lead to a public address",
		"https://printer.local/":              "must lead to a public address",
		"https://metadata.google.internal/":   "must lead to a public address",
		"https://nas.home.arpa/":              "must lead to a public address",
		"https://16843009/":                   "must have the address 1.1.1.1 in this form",
		"https://1.1/":                        "must have the address 1.0.0.1 in this form",
		"https://1.1.1.1:0/":                  "must have a port",
		"https://1.1.1.1:00/":                 "must have a port",
		"https://1.1.1.1:65536/":              "must have a port",
		"https://1.1.1.1:65535/":              "",
		"https://1.1.1.1:/":                   "",
		"https://1.1.1.1./":                   "",
		"https://no-such-host.invalid./":      "",
		"https://blåbær.invalid/":             "",
		"https://./":                          "must have a host name",
		"https://1.2.3.08/":                   "must have a host name",
		"https://1.2.3.0x/":                   "must have a host name",
		"https://my_host.invalid/":            "",
		"https://a..b/":                       "must have a host name",
	} {
		got := ""
		if err := (Reach{}).Check(t.Context(), address); err != nil {
			got = strings.TrimPrefix(err.Error(), "the url ")
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if err := (Reach{Loopback: true}).Check(t.Context(), "http://127.0.0.1:8080/"); err != nil {
		t.Errorf("loopback for tests: %v", err)
	}
}

// The address that is dialled is checked, whatever the name led to when the endpoint was created.
func TestThePrivateAddressOfANameIsNotDialled(t *testing.T) {
	t.Parallel()
	called := false
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	t.Cleanup(private.Close)
	for _, address := range []string{private.URL, strings.Replace(private.URL, "127.0.0.1", "localhost", 1)} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := (Reach{}).client().Do(r)
		if err == nil {
			response.Body.Close()
		}
		if err == nil || !strings.Contains(err.Error(), errNotPublic.Error()) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if called {
		t.Error("the private service was called")
	}
}
