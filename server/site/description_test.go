package site_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// Search engines find a sentence about each page, also in a shop that wrote none.
func TestTheDescriptionOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "settings:write")
	tagline := func(text any) {
		s.OK(t, key, "settings.update_branding", object{"patch": object{"tagline": text}}, nil)
	}
	description := func(path, language string) string {
		for _, meta := range visit(t, s, path, "Accept-Language", language).all("meta") {
			if attribute(meta, "name") == "description" {
				return attribute(meta, "content")
			}
		}
		return ""
	}
	tagline(nil)
	for _, c := range []struct{ path, language, want string }{
		{"/products", "da", "Alle produkter hos Nørregade Optik."},
		{"/products?page=2", "en", "All products – page 2 at Nørregade Optik."},
		{"/products?q=briller", "da", ""},
		{"/services", "en", "Services at Nørregade Optik."},
		{"/categories/solbriller", "en", "Solbriller til hverdag og sport, alle med fuld UV-beskyttelse."},
	} {
		if got := description(c.path, c.language); got != c.want {
			t.Errorf("%s is described as %q, want %q", c.path, got, c.want)
		}
	}
	tagline("Briller siden 1987")
	if got := description("/", "da"); got != "Briller siden 1987" {
		t.Errorf("the home page is described as %q", got)
	}
}
