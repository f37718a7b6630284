package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// sitemapOf reads the sitemap at another address of the service.
func sitemapOf(t *testing.T, s *servertest.Server, host string) servertest.Reply {
	t.Helper()
	return pageAt(t, s, host, "/sitemap.xml")
}

// pageAt reads a path at another address of the service.
func pageAt(t *testing.T, s *servertest.Server, host, path string) servertest.Reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	return s.Do(t, "", r)
}

// Addresses that are made up take no edition away from another address. One that nobody
// asks for gives way.
func TestMadeUpAddresses(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	own := func() string {
		reply := s.Get(t, "/sitemap.xml")
		if reply.Status != http.StatusOK {
			t.Fatalf("the address of the service: %d %s", reply.Status, reply.Body)
		}
		return string(reply.Body)
	}
	served := func(host string) func() bool {
		return func() bool { return sitemapOf(t, s, host).Status == http.StatusOK }
	}
	own()
	for i := range 3 {
		servertest.Eventually(t, time.Minute, served(fmt.Sprintf("made-up-%d.example", i)))
	}
	for i := range 5 {
		p := sitemapOf(t, s, fmt.Sprintf("refused-%d.example", i)).Problem(t, problem.Unavailable)
		if !strings.Contains(p.Resolution, "STOREFRONT_BASE_URL") || p.RetryAfter != 3600 {
			t.Errorf("%+v", p)
		}
	}
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	servertest.Eventually(t, time.Minute, func() bool { return !strings.Contains(own(), "/products/round-metal<") })
	clock.Advance(time.Hour)
	own()
	servertest.Eventually(t, time.Minute, served("late.example"))
	if !served("late.example")() || own() == "" {
		t.Error("an edition that is used was dropped")
	}
}

// While a newer edition cannot be there soon, the older one is sent without delay.
func TestAnOlderEditionIsSentAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	unlock := s.Meanwhile(t, "LOCK TABLE services")
	unlocked := make(chan struct{})
	time.AfterFunc(time.Second, func() { // after writing for a second the publisher rests for nine
		unlock()
		close(unlocked)
	})
	before := s.Get(t, "/sitemap.xml").Header.Get("ETag")
	<-unlocked
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	asked := time.Now()
	reply := s.Get(t, "/sitemap.xml")
	if took := time.Since(asked); before == "" || reply.Header.Get("ETag") != before || took > 3*time.Second {
		t.Errorf("%d after %s, the tag is %s, was %s", reply.Status, took, reply.Header.Get("ETag"), before)
	}
}

// No two editions have the same Last-Modified, so that a caller that has one by its date
// is sent the next.
func TestEditionsDifferInTheirDates(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	date := s.Get(t, "/sitemap.xml").Header.Get("Last-Modified")
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	servertest.Eventually(t, time.Minute, func() bool {
		reply := s.Ask(t, "GET", "/sitemap.xml", "If-Modified-Since", date)
		return reply.Status == http.StatusOK && !strings.Contains(string(reply.Body), "/products/round-metal<")
	})
}
