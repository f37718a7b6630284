package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// follow returns where an address leads.
func follow(t *testing.T, s *servertest.Server, path string) (status int, to string) {
	t.Helper()
	reply := s.AskUnchecked(t, "GET", path)
	return reply.Status, reply.Header.Get("Location")
}

// A path where nothing is leads on, with each status, below each kind of page and
// elsewhere; what exists stays where it is.
func TestRedirectsAreObeyed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "settings:write")
	var lines strings.Builder
	want, statuses := map[string]string{}, map[string]int{}
	for _, status := range []int{301, 302, 307, 308} {
		for _, folder := range []string{"/products", "/categories", "/services", "/info", "/gammel/butik"} {
			from := fmt.Sprintf("%s/old-%d", folder, status)
			fmt.Fprintf(&lines, "%s,/info/om-os,%d\n", from, status)
			want[from] = "/info/om-os"
			statuses[from] = status
		}
	}
	lines.WriteString("/om-butikken,https://blog.example/om?a=b,301\n/%C3%A6ble,/products/round-metal,302\n/info/om-os,/info/handelsbetingelser,301\n")
	want["/om-butikken"], want["/%C3%A6ble"], want["/%c3%a6ble"], want["/om-butikken/"] = "https://blog.example/om?a=b", "/products/round-metal", "/products/round-metal", "https://blog.example/om?a=b"
	s.OK(t, key, "redirects.import", object{"csv": lines.String(), "confirm": true}, nil)
	for from, to := range want {
		status, got := follow(t, s, from)
		if got != to || statuses[from] != 0 && status != statuses[from] || status < 301 || status > 308 {
			t.Errorf("%s: %d to %q, want %s", from, status, got, to)
		}
	}
	for from, to := range map[string]string{
		"/products/old-301?utm_source=mail":     "/info/om-os?utm_source=mail",
		"/om-butikken?c=d":                      "https://blog.example/om?a=b&c=d",
		"/om-butikken?a=x&c=d&c=e&%61=y":        "https://blog.example/om?a=b&c=d&c=e", // what leads there has its own a
		"/om-butikken?&&c":                      "https://blog.example/om?a=b&c",
		"/om-butikken?q=%C3%A6ble+%26&bad=%zz":  "https://blog.example/om?a=b&q=%C3%A6ble+%26&bad=%zz",
		"/om-butikken/?utm_source=a&fbclid=b":   "https://blog.example/om?a=b&utm_source=a&fbclid=b",
		"/products/old-302/?utm_source=a":       "/info/om-os?utm_source=a",
		"/gammel/butik/old-301?utm_medium=mail": "/info/om-os?utm_medium=mail",
	} {
		if _, got := follow(t, s, from); got != to {
			t.Errorf("%s leads to %q, want %s", from, got, to)
		}
	}
	if status, to := follow(t, s, "/info/om-os"); status != 200 {
		t.Errorf("a page that exists: %d %s", status, to)
	}
	s.OK(t, key, "redirects.delete", object{"fromPath": "/om-butikken", "confirm": true}, nil)
	if status, to := follow(t, s, "/om-butikken"); status != 404 {
		t.Errorf("deleted: %d %s", status, to)
	}
}

// What exists is looked for before a redirect, with a slash after its path too.
func TestARedirectFromThePathOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	exists := []string{"/products", "/services", "/products/round-metal", "/categories/solbriller", "/info/om-os"}
	var lines strings.Builder
	for _, path := range append(exists, "/products/gone", "/info/gone") {
		fmt.Fprintf(&lines, "%s/,/info/handelsbetingelser,301\n", path)
	}
	s.OK(t, s.Key(t, "settings:write"), "redirects.import", object{"csv": lines.String(), "confirm": true}, nil)
	for _, path := range exists {
		if status, to := follow(t, s, path+"/?a=b"); status != 308 || to != path+"?a=b" {
			t.Errorf("%s/: %d to %q", path, status, to)
		}
		if status, to := follow(t, s, path); status != 200 {
			t.Errorf("%s: %d to %q", path, status, to)
		}
	}
	for _, path := range []string{"/products/gone/", "/info/gone/"} {
		if status, to := follow(t, s, path); status != 301 || to != "/info/handelsbetingelser" {
			t.Errorf("%s: %d to %q", path, status, to)
		}
	}
}

// A page with a slash after its path is where it is without it, also if it has moved
// or nothing is there.
func TestASlashAfterThePathOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	pages := 0
	for path, item := range servertest.Document().Paths.Map() {
		if item.Get == nil || !strings.HasSuffix(item.Get.OperationID, "_page") {
			continue
		}
		pages++
		path = strings.ReplaceAll(path, "{slug}", "nowhere")
		if status, to := follow(t, s, path+"/?a=b"); status != 308 || to != path+"?a=b" {
			t.Errorf("%s/: %d to %q", path, status, to)
		}
		for _, beyond := range []string{path + "/more/still/", path + "//"} {
			if status, to := follow(t, s, beyond); status != 404 {
				t.Errorf("%s: %d to %q", beyond, status, to)
			}
		}
	}
	if pages != 6 {
		t.Errorf("%d pages", pages)
	}
}

// A path where nothing is draws on the same quota as a page.
func TestUnknownPathsAreLimited(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	for i := range 301 {
		reply := s.AskUnchecked(t, "GET", fmt.Sprint("/gammel-", i))
		if want := map[bool]int{true: 404, false: 429}[i < 300]; reply.Status != want {
			t.Fatalf("request %d: %d", i, reply.Status)
		}
	}
	s.Get(t, "/products").Problem(t, problem.RateLimitExceeded)
	if page := visit(t, s, "/products/round-metal"); page.Status != 429 || page.Header.Get("Retry-After") == "" || strings.Contains(string(page.Body), "Fri fragt") {
		t.Errorf("%d %v", page.Status, page.Header)
	}
}
