package discovery

import (
	"strings"
	"testing"
)

func TestPublisher(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://shop.example":        "shop.example ",
		"https://Shop.Example:8443":   "shop.example 8443",
		"https://shop.example./x":     "shop.example ",
		"https://bøf.example":         "xn--bf-lka.example ",
		"http://localhost:8080":       "localhost 8080",
		"http://127.0.0.1:8080":       "localhost 8080",
		"http://[2001:db8::1]:8080":   "localhost 8080",
		"http://shop_web":             "localhost ",
		"http://a\"b":                 "localhost ",
		"://":                         "localhost ",
		"http://" + long(60, 4):       "localhost ",
		"http://" + long(60, 3):       long(60, 3) + " ",
		"http://-a.example":           "localhost ",
		"https://shop.example/a b<c>": "shop.example ",
	} {
		if name, port := publisher(base); name+" "+port != want {
			t.Errorf("%q: %q %q, want %q", base, name, port, want)
		}
	}
	if got := reversed("shop.example.com"); got != "com.example.shop" {
		t.Error(got)
	}
}

// long is a name of the given number of labels, each of the given number of
// letters.
func long(letters, labels int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat("a", letters)+".", labels), ".")
}
