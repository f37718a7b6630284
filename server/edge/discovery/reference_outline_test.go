package discovery_test

import (
	"html"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestTheReferenceShowsEveryOperation(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page := string(s.Get(t, "/docs").Body)
	for _, op := range s.Contract.Tools() {
		for _, want := range []string{
			`<a href="#tag/` + op.Tag + "/" + op.Name + `"`, `<section id="tag/` + op.Tag + "/" + op.Name + `">`, op.Summary,
			"POST /api/v1/tools/" + op.Name, "scope <code>" + op.Scope + "</code>",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %s", op.Name, want)
			}
		}
	}
	for _, scripted := range []string{"<script>", " onclick=", " onload=", " style=", "javascript:"} {
		if strings.Contains(page, scripted) {
			t.Errorf("the page contains %s", scripted)
		}
	}
}

// The page is made once for each address of the service, and names it.
func TestTheReferenceNamesTheAddressOfTheService(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		set    func(*config.Serve)
		header []string
		want   string
	}{
		"configured": {func(c *config.Serve) { c.BaseURL = "https://butik.example/a&b/" }, nil, "https://butik.example/a&amp;b"},
		"behind a proxy": {func(c *config.Serve) {
			c.TrustedProxies = config.Prefixes{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
		}, []string{"X-Forwarded-Proto", "https", "X-Forwarded-Host", "butik.example"}, "https://butik.example"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servertest.New(t, servertest.Options{Config: test.set})
			page := s.Ask(t, "GET", "/docs", test.header...)
			for _, want := range []string{"curl " + test.want + "/api/v1/tools/products.search", `<link rel="canonical" href="` + test.want + `/docs">`} {
				if !strings.Contains(string(page.Body), want) {
					t.Errorf("the page lacks %s", want)
				}
			}
			if strings.Contains(string(page.Body), "https://shop.example") {
				t.Error("the page names the address in the contract")
			}
			if !slices.Contains(page.Header.Values("Vary"), "Host") {
				t.Errorf("Vary: %v", page.Header.Values("Vary"))
			}
			again := s.Ask(t, "GET", "/docs", append(test.header, "If-None-Match", page.Header.Get("ETag"))...)
			if again.Status != 304 || len(again.Body) > 0 {
				t.Errorf("again: %d", again.Status)
			}
		})
	}
}

// The introduction begins with a call that anybody can make, its answer and how to get a key.
func TestTheReferenceLeadsWithACall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page := string(s.Get(t, "/docs").Body)
	_, introduction, _ := strings.Cut(page, `id="failed"`)
	blocks := regexp.MustCompile(`(?s)<pre.*?</pre>`).FindAllString(introduction, -1)
	if len(blocks) != 2 {
		t.Fatalf("%q", blocks)
	}
	before, after, _ := strings.Cut(introduction, blocks[1])
	if strings.Contains(before, "<strong>") || !strings.Contains(after, "storefront keys create") {
		t.Error("the introduction does not begin with the call and its answer")
	}
	call := html.UnescapeString(blocks[0])
	body := regexp.MustCompile(`-d '(.*)'`).FindStringSubmatch(call)
	if body == nil || !strings.Contains(call, "curl "+s.URL+"/api/v1/tools/products.search ") {
		t.Fatal(call)
	}
	answer := string(s.Raw(t, "", "products.search", []byte(body[1])).Body)
	for _, shown := range regexp.MustCompile(`"\w+": ("\w+"|\w+)`).FindAllString(html.UnescapeString(blocks[1]), -1) {
		if !strings.Contains(answer, strings.ReplaceAll(shown, ": ", ":")) {
			t.Errorf("%s is not in %s", shown, answer)
		}
	}
}

// The reference looks like the pages of the shop.
func TestTheReferenceHasTheColoursOfThePages(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	theirs := map[string][]string{}
	for _, set := range regexp.MustCompile(`(--[a-z]+): (#[0-9a-f]+)`).FindAllStringSubmatch(string(s.Get(t, "/assets/style.css").Body), -1) {
		theirs[set[1]] = append(theirs[set[1]], set[2])
	}
	ours := regexp.MustCompile(`(--[a-z]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)`).FindAllStringSubmatch(string(s.Get(t, "/docs").Body), -1)
	if len(ours) < 5 {
		t.Fatalf("%d colours", len(ours))
	}
	for _, set := range ours {
		if !slices.Equal(theirs[set[1]], set[2:]) {
			t.Errorf("%s is %v, and %v in style.css", set[1], set[2:], theirs[set[1]])
		}
	}
}
