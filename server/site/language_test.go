package site_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// A visitor's language decides, then that of the shop.
func TestTheLanguageOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	check := func(accept, want string) {
		t.Helper()
		page := visit(t, s, "/products/round-metal", "Accept-Language", accept)
		price := map[string]string{"da": "1.299 kr.", "en": "DKK 1,299"}[want]
		if got := attribute(page.all("html")[0], "lang"); got != want || !strings.Contains(page.main(), price) || page.Header.Get("Content-Language") != want {
			t.Errorf("%q: %s, %s", accept, got, page.Header.Get("Content-Language"))
		}
		if !strings.Contains(strings.Join(page.Header.Values("Vary"), ","), "Accept-Language") {
			t.Errorf("Vary %v", page.Header.Values("Vary"))
		}
	}
	for accept, want := range map[string]string{
		"": "da", "da": "da", "da-DK,da;q=0.9": "da", "en": "en", "en-US,en;q=0.9,da;q=0.8": "en", "da;q=0.1, en;q=0.2": "en", "de": "da", "de, en;q=0.5": "en",
		"*": "da", "x-klingon, !!": "da", strings.Repeat("en,", 1000): "da",
	} {
		check(accept, want)
	}
	s.OK(t, s.Key(t, "settings:write"), "settings.update_branding", object{"patch": object{"locale": "en"}}, nil)
	for accept, want := range map[string]string{"": "en", "de": "en", "da": "da"} {
		check(accept, want)
	}
}
