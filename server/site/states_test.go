package site_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// missing expects that nothing is shown at a path, to people and to programs.
func missing(t *testing.T, s *servertest.Server, path string, code problem.Code) {
	t.Helper()
	s.Get(t, path).Problem(t, code)
	page := visit(t, s, path, "Accept-Language", "en")
	if page.Status != 404 || !strings.Contains(page.main(), "This page does not exist") || !strings.Contains(page.main(), string(code)) {
		t.Errorf("%s: %d %s", path, page.Status, page.main())
	}
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: Cache-Control %s", path, page.Header.Get("Cache-Control"))
	}
}

// What is a draft, or deleted, is not on the pages, in no list and not in the files for
// crawlers; what is published or restored is there at once.
func TestOnlyWhatIsLiveIsShown(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	listed := func(path string) bool {
		all := string(s.Get(t, "/sitemap.xml").Body)
		return strings.Contains(all, s.URL+path+"</loc>")
	}
	change := func(tool string, body object) { s.OK(t, key, tool, body, nil) }
	for _, c := range []struct {
		path, list  string
		code        problem.Code
		hide, again func()
	}{
		{
			"/products/round-metal", "/categories/solbriller", problem.ProductNotFound,
			func() { change("products.delete", object{"slug": "round-metal", "confirm": true}) },
			func() { change("products.restore", object{"slug": "round-metal"}) },
		},
		{
			"/info/om-os", "/", problem.PageNotFound,
			func() {
				change("pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi har solgt briller siden 1987.", "status": "draft"})
			},
			func() {
				change("pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi har solgt briller siden 1987.", "status": "published"})
			},
		},
		{
			"/services/synsproeve", "/services", problem.ServiceNotFound,
			func() { change("services.update", object{"slug": "synsproeve", "patch": object{"status": "draft"}}) },
			func() {
				change("services.update", object{"slug": "synsproeve", "patch": object{"status": "published"}})
			},
		},
	} {
		is := func(want bool) {
			t.Helper()
			linked := false
			for _, link := range visit(t, s, c.list).links() {
				linked = linked || link == c.path
			}
			if linked != want {
				t.Errorf("%s leads to %s: %v", c.list, c.path, linked)
			}
			servertest.Eventually(t, 10*time.Second, func() bool { return listed(c.path) == want })
		}
		before := visit(t, s, c.path)
		if before.Status != 200 {
			t.Errorf("%s: %d", c.path, before.Status)
		}
		is(true)
		c.hide()
		missing(t, s, c.path, c.code)
		is(false)
		c.again()
		if again := visit(t, s, c.path); again.Status != 200 {
			t.Errorf("%s: %d", c.path, again.Status)
		}
		is(true)
	}
	missing(t, s, "/categories/nowhere", problem.CategoryNotFound)
	for _, path := range []string{"/products/%00", "/products/" + strings.Repeat("a", 201), "/services/%00", "/info/" + strings.Repeat("æ", 201)} {
		missing(t, s, path, problem.EndpointNotFound)
	}
}

// A page is never outdated: a change is shown by the replica that wrote it at once,
// and soon by the others.
func TestAChangeIsShownAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "products:write,settings:write,categories:write")
	for i, price := range []string{"1.000 kr.", "1.001 kr.", "1.002 kr."} {
		first := visit(t, s, "/products/round-metal", "Accept-Language", "da")
		s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 100000 + i*100}}, nil)
		tag := first.Header.Get("ETag")
		if changed := visit(t, s, "/products/round-metal", "Accept-Language", "da", "If-None-Match", tag); !strings.Contains(changed.main(), price) {
			t.Errorf("%s: %s", price, changed.main())
		}
		servertest.Eventually(t, 10*time.Second, func() bool {
			return strings.Contains(visit(t, other, "/products/round-metal", "Accept-Language", "da").main(), price)
		})
	}
	s.OK(t, key, "settings.update_branding", object{"patch": object{"storeName": "Nørregade Optik", "tagline": "Briller siden 1987"}}, nil)
	page := visit(t, s, "/products/round-metal")
	if title := text(page.all("title")[0]); title != "Round Metal – Nørregade Optik" {
		t.Errorf("the title is %q", title)
	}
	s.OK(t, key, "categories.upsert", object{"slug": "solbriller", "name": "Solbriller til sommer"}, nil)
	for _, path := range []string{"/categories/solbriller", "/products/round-metal", "/"} {
		if !strings.Contains(string(visit(t, s, path).Body), "Solbriller til sommer") {
			t.Errorf("%s shows the old name", path)
		}
	}
}

// A campaign is announced while it runs, though nothing changes when it begins and
// ends.
func TestACampaignIsAnnouncedWhileItRuns(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	s.OK(t, s.Key(t, "marketing:write"), "marketing.create_campaign", object{
		"discountCode": "SNART20", "discountType": "percent", "discountValue": 20, "announcement": "Tyve procent i dag",
		"startsAt": clock.Now().Add(time.Hour).UTC().Format(time.RFC3339), "endsAt": clock.Now().Add(2 * time.Hour).UTC().Format(time.RFC3339),
	}, nil)
	for i, want := range []bool{false, true, false} {
		var shop struct{ Announcement string }
		s.OK(t, "", "site.get_shop", object{}, &shop)
		page := string(visit(t, s, "/products/cat-eye").Body)
		if got := strings.Contains(page, "Tyve procent i dag"); got != want || !strings.Contains(page, shop.Announcement) {
			t.Errorf("after %d hours: %v, %q", i, got, shop.Announcement)
		}
		clock.Advance(time.Hour + time.Second)
	}
}

// A campaign is announced while its code can be used, on the pages of every replica too.
func TestACampaignIsAnnouncedWhileItsCodeCanBeUsed(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	other := s.Beside(t, servertest.Options{Clock: clock.Now})
	key := s.Key(t, "marketing:write,discounts:write,audit:revert")
	s.OK(t, key, "marketing.create_campaign", servertest.Object{
		"discountCode": "SNART20", "discountType": "percent", "discountValue": 20, "announcement": "Tyve procent i dag",
		"validUntil": clock.Now().Add(time.Hour).UTC().Format(time.RFC3339),
	}, nil)
	want := func(when string, announced bool) {
		t.Helper()
		var shop struct{ Announcement string }
		s.OK(t, "", "site.get_shop", servertest.Object{}, &shop)
		if got := shop.Announcement == "Tyve procent i dag"; got != announced {
			t.Errorf("%s: the shop announces %q", when, shop.Announcement)
		}
		for _, replica := range []*servertest.Server{s, other} {
			servertest.Eventually(t, rewritten, func() bool {
				return strings.Contains(string(visit(t, replica, "/products/cat-eye").Body), "Tyve procent i dag") == announced
			})
		}
	}
	toggle := servertest.Object{"code": "SNART20"}
	want("created", true)
	s.OK(t, key, "discounts.toggle", toggle, nil)
	want("switched off", false)
	s.OK(t, key, "discounts.toggle", toggle, nil)
	want("switched on", true)
	s.OK(t, key, "discounts.update", servertest.Object{"code": "SNART20", "patch": servertest.Object{"usageLimit": 1}}, nil)
	want("limited", true)
	s.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'SNART20'")
	want("used up", false)
	s.Execute(t, "UPDATE discounts SET usage_count = 0 WHERE code = 'SNART20'")
	want("given back", true)
	s.OK(t, key, "discounts.delete", servertest.Object{"code": "SNART20", "confirm": true}, nil)
	want("deleted", false)
	s.OK(t, key, "audit.revert", servertest.Object{"auditLogId": s.LastAudit(t, 1)[0].ID.String(), "confirm": true}, nil)
	want("restored", true)
	clock.Advance(time.Hour)
	want("expired", false)
}

// rewritten is how long a file for crawlers may take until it shows a change: the publisher rests nine times as long as it wrote
// the one before, and that takes seconds on a busy machine.
const rewritten = 10 * time.Minute

// While the pages are switched off they are closed to everybody, and the documents and
// operations are not.
func TestClosedPages(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "features:write")
	s.OK(t, key, "features.set", object{"key": "storefront_pages", "enabled": false, "confirm": true}, nil)
	for _, path := range []string{"/products", "/products/round-metal", "/categories/solbriller", "/services", "/services/synsproeve", "/info/om-os"} {
		s.Get(t, path).Problem(t, problem.FeatureDisabled)
		page := visit(t, s, path)
		if page.Status != 403 || !strings.Contains(page.main(), "Prøv igen senere.") || strings.Contains(page.main(), "features.set") {
			t.Errorf("%s: %d %s", path, page.Status, page.main())
		}
	}
	if page := visit(t, s, "/"); page.Status != 403 {
		t.Errorf("the home page: %d", page.Status)
	}
	for _, path := range []string{"/", "/docs", "/llms.txt", "/products.jsonl.gz", "/robots.txt"} {
		if reply := s.Get(t, path); reply.Status != 200 {
			t.Errorf("%s: %d", path, reply.Status)
		}
	}
	servertest.Eventually(t, rewritten, func() bool {
		all := string(s.Get(t, "/sitemap.xml").Body)
		return !strings.Contains(all, "/products/") && strings.Contains(all, "/docs<")
	})
	s.OK(t, key, "features.set", object{"key": "storefront_pages", "enabled": true, "confirm": true}, nil)
	if page := visit(t, s, "/products"); page.Status != 200 {
		t.Errorf("open again: %d", page.Status)
	}
}

// While the switches cannot be read, the sitemap stays as it was.
func TestTheSitemapOutlastsAFault(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	var before []byte
	servertest.Eventually(t, time.Minute, func() bool { // a busy machine writes the first for longer than a call waits
		is := s.Get(t, "/sitemap.xml")
		before = is.Body
		return is.Status == 200
	})
	s.Execute(t, `INSERT INTO features (key, enabled, updated_at) VALUES ('campaigns', false, now()); ALTER TABLE features RENAME TO elsewhere`)
	defer s.Execute(t, "ALTER TABLE elsewhere RENAME TO features")
	servertest.Eventually(t, rewritten, func() bool {
		if during := s.Get(t, "/sitemap.xml"); !bytes.Equal(during.Body, before) {
			t.Fatalf("%d %.500s", during.Status, during.Body)
		}
		return s.Log.About("a file for crawlers was not written") != ""
	})
}
