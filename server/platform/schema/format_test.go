package schema

import (
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	for format, texts := range map[string]map[string]bool{
		"uri": {
			"https://shop.example/a.jpg": true, "http://localhost:8080/?q=1#a": true, "HTTPS://EXAMPLE.COM": true,
			"https://[::1]/a": true, "urn:isbn:1": true, "mailto:a@b.example": true, "https://a.example/%C3%A6": true,
			"https://a.example/æ": false, "https://a.example/a b": false, " https://a.example": false, "https://": false,
			"https:///a.jpg": false, "https:a.jpg": false, "https://:80/": false, "//a.example/a": false, "a.jpg": false, "": false,
			"urn:": false, "1a:b": false, "https://a.example/%zz": false, "https://a.example/?q=%z": false, "https://a.example/a%": false,
			"https://a.example:port/": false, "https://a\\b.example": false, "https://a.example/\"": false, "https://a.example/<b>": false,
			"https://[::1/": false,
		},
		"email": {
			"freja@example.com": true, "a@b": true, "a.b+c@d-e.example": true, "o'hara@example.com": true,
			"Freja <freja@example.com>": false, "<freja@example.com>": false, "freja@example.com ": false, "freja": false,
			"@example.com": false, "freja@": false, "a@b@c": false, "a b@c.example": false, "a..b@c.example": false, ".a@c.example": false,
			"a@c.example (comment)": false, `"a b"@c.example`: false, "a@b.example, c@d.example": false, "": false,
			strings.Repeat("a", 64) + "@" + strings.Repeat("b", 63) + ".example": true, strings.Repeat("a", 65) + "@b.example": false,
			"a@" + strings.Repeat("b", 64) + ".example": false, "søren@blåbær.example": true,
			"{r@mp4.rb5im.dev*": false, "{r@mp4.rb5im.dev": true, "a@b_c.example": false, "a@-b.example": false, "a@b-.example": false,
			"a@.example": false, "a@b..example": false,
		},
	} {
		for text, want := range texts {
			if got := formats[format].valid(text); got != want {
				t.Errorf("%s %q: %v, want %v", format, text, got, want)
			}
		}
	}
}
