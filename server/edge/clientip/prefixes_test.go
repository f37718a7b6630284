package clientip_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/edge/clientip"
)

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
		got, err := clientip.ParsePrefixes(list)
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
		got, err := clientip.ParsePrefixes(list)
		if err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, %v, want an error with %q", list, got, err, want)
		}
	}
}
