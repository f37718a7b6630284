package walk_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// What a call makes has an address that answers as the contract says: a picture and a preview of a page.
func TestAddressesThatACallMakes(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	for tool, unknown := range map[string]string{"images.upload": "/images/findes-ikke.png", "pages.preview": "/previews/findes-ikke"} {
		var made struct{ URL string }
		s.OK(t, key, tool, walk.Example(t, tool), &made)
		path := strings.TrimPrefix(made.URL, s.URL)
		first := s.Get(t, path)
		if first.Status != http.StatusOK || s.Ask(t, "HEAD", path).Status != http.StatusOK {
			t.Errorf("%s: %d %s", path, first.Status, first.Body)
		}
		if tag := first.Header.Get("ETag"); tag != "" && s.Ask(t, "GET", path, "If-None-Match", tag).Status != http.StatusNotModified {
			t.Errorf("%s is sent again", path)
		}
		if slash := s.AskUnchecked(t, "GET", path+"/"); slash.Status != http.StatusOK && slash.Status != http.StatusNotFound {
			t.Errorf("%s/: %d", path, slash.Status)
		}
		s.Get(t, unknown).Problem(t, problem.EndpointNotFound)
		s.Ask(t, "POST", path).Problem(t, problem.MethodNotAllowed)
		limited := s.Beside(t, servertest.Options{Config: func(c *config.Serve) { c.Limits.PagesQuota = 1 }})
		limited.Get(t, path)
		limited.Get(t, path).Problem(t, problem.RateLimitExceeded)
	}
	var made struct{ URL string }
	s.OK(t, key, "pages.preview", object{"slug": "om-os"}, &made)
	s.OK(t, key, "features.set", object{"key": "storefront_pages", "enabled": false, "confirm": true}, nil)
	s.Get(t, strings.TrimPrefix(made.URL, s.URL)).Problem(t, problem.FeatureDisabled)
}
