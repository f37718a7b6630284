package walk_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryAddressIsReadOnly(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, a := range walk.Addresses(t) {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			reply := s.Ask(t, method, a.Path)
			reply.Problem(t, problem.MethodNotAllowed)
			for _, allowed := range []string{"GET", "HEAD", "OPTIONS"} {
				if !strings.Contains(reply.Header.Get("Allow"), allowed) {
					t.Errorf("%s %s: Allow %q", method, a.Path, reply.Header.Get("Allow"))
				}
			}
		}
		if options := s.AskUnchecked(t, "OPTIONS", a.Path); options.Status != 204 || !strings.Contains(options.Header.Get("Allow"), "GET") {
			t.Errorf("OPTIONS %s: %d, %v", a.Path, options.Status, options.Header)
		}
	}
}

// Clients append a slash to the address of a program, and follow no redirect.
func TestASlashAfterAnAddress(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	pages := 0
	for _, a := range walk.Addresses(t) {
		if strings.HasSuffix(a.Path, "/") {
			continue
		}
		if a.Path == "/api/v1/tools" { // with a slash it is an operation without a name
			continue
		}
		plain, slash := s.Ask(t, "GET", a.Path), s.AskUnchecked(t, "GET", a.Path+"/")
		if plain.Header.Get("Content-Language") != "" { // a page
			pages++
			if slash.Status != 308 || slash.Header.Get("Location") != a.Path {
				t.Errorf("%s/: %d %v", a.Path, slash.Status, slash.Header)
			}
		} else if slash.Status != plain.Status || !bytes.Equal(slash.Body, plain.Body) && a.Document {
			t.Errorf("%s/: %d %.200s", a.Path, slash.Status, slash.Body)
		}
	}
	if pages == 0 {
		t.Error("no page has an address")
	}
	for _, path := range []string{"/docs/", "/api/mcp/", "/api/v1/tools/products.get/"} {
		if reply := s.AskUnchecked(t, "GET", path); path == "/docs/" && reply.Status != 200 || path != "/docs/" && reply.Status != 405 {
			t.Errorf("%s: %d %s", path, reply.Status, reply.Body)
		}
	}
	call := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	call.URL.Path += "/"
	reply, err := http.DefaultClient.Do(call)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != 200 {
		t.Errorf("%d", reply.StatusCode)
	}
}

// HEAD returns what GET does, without the body.
func TestEveryAddressSupportsHEAD(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, a := range walk.Addresses(t) {
		get, head := s.Ask(t, "GET", a.Path), s.AskUnchecked(t, "HEAD", a.Path)
		for _, own := range []string{"Date", "X-Request-Id", "Ratelimit", "Ratelimit-Remaining", "Ratelimit-Reset"} {
			get.Header.Del(own)
			head.Header.Del(own)
		}
		if get.Header.Get("Content-Length") == "" { // net/http sets it for a short body, but not for HEAD
			head.Header.Del("Content-Length")
		}
		if head.Status != get.Status || len(head.Body) != 0 || len(get.Body) == 0 {
			t.Errorf("%s: %d with %d bytes", a.Path, head.Status, len(head.Body))
		}
		if a.Document && !maps.EqualFunc(get.Header, head.Header, slices.Equal) {
			t.Errorf("%s: GET has %v, HEAD has %v", a.Path, get.Header, head.Header)
		}
	}
}

func TestEveryDocumentIsSentOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		first := s.Ask(t, "GET", d.Path)
		tag := first.Header.Get("ETag")
		for match, want := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
			for _, method := range []string{"GET", "HEAD"} {
				again := s.AskUnchecked(t, method, d.Path, "If-None-Match", match)
				if again.Status != want {
					t.Errorf("%s with %s: %d", method, match, again.Status)
				}
				for _, name := range []string{"ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin"} {
					if !slices.Equal(again.Header.Values(name), first.Header.Values(name)) {
						t.Errorf("%s with %s: %s %q", method, match, name, again.Header.Values(name))
					}
				}
			}
		}
		s.Ask(t, "GET", d.Path, "If-None-Match", tag)
		if kept := first.Header.Get("Cache-Control"); !strings.HasPrefix(kept, "public, max-age=") && (d.Path != "/admin" || kept != "no-cache") {
			t.Errorf("Cache-Control %q", first.Header.Get("Cache-Control"))
		}
	})
}

// A document has the media types in the contract, chosen by Accept, and sends
// Vary: Accept exactly if it has several. That of an asset of the console follows from its name.
func TestEveryDocumentHasThePreferredMediaType(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		if strings.HasPrefix(d.Path, "/admin/assets/") {
			return
		}
		usual := s.Ask(t, "GET", d.Path)
		varies := slices.Contains(usual.Header.Values("Vary"), "Accept")
		if varies != (len(d.MediaTypes) > 1) {
			t.Errorf("%d media types, Vary %v", len(d.MediaTypes), usual.Header.Values("Vary"))
		}
		for _, mediaType := range d.MediaTypes {
			got := s.Ask(t, "GET", d.Path, "Accept", "text/csv, "+mediaType+";q=0.9, */*;q=0.1")
			if !strings.HasPrefix(got.Header.Get("Content-Type"), mediaType) {
				t.Errorf("%s wanted, %s sent", mediaType, got.Header.Get("Content-Type"))
			}
			if same := string(got.Body) == string(usual.Body); same != (got.Header.Get("ETag") == usual.Header.Get("ETag")) {
				t.Errorf("%s: the same bytes %v, the tags %s and %s", mediaType, same, got.Header.Get("ETag"), usual.Header.Get("ETag"))
			}
		}
		if none := s.Ask(t, "GET", d.Path, "Accept", "image/png"); none.Header.Get("Content-Type") != usual.Header.Get("Content-Type") {
			t.Errorf("a picture wanted, %s sent", none.Header.Get("Content-Type"))
		}
	})
}

// Any web page may read a document, even one that a cache got for a client
// without an origin.
func TestEveryDocumentIsForEveryOrigin(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		for _, header := range [][]string{nil, {"Origin", "https://elsewhere.example"}} {
			if got := s.Ask(t, "GET", d.Path, header...).Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("%v: %q", header, got)
			}
		}
	})
}

// A name in a path that does not exist is not found.
func TestEveryUnknownNameIsNotFound(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path := range servertest.Document().Paths.Map() {
		if prefix, _, found := strings.Cut(path, "{"); found && servertest.Document().Paths.Value(path).Get != nil {
			if reply := s.Get(t, prefix+"no-such-name"); reply.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, reply.Status)
			}
		}
	}
}

// unlimited are the addresses that probes may call at any rate.
var unlimited = []string{"/healthz", "/readyz"}

// Each response of a document takes a token from the bucket "pages" and has its
// headers, including HEAD, 304 and calls with a key.
func TestEveryDocumentTakesATokenFromPages(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	left := 300
	takes := func(path string, status int, reply servertest.Reply) {
		t.Helper()
		left--
		want := map[string]string{
			"RateLimit-Policy": `"pages";q=300;w=60`, "RateLimit": fmt.Sprintf(`"pages";r=%d;t=%d`, left, (300-left+4)/5),
			"RateLimit-Limit": "300", "RateLimit-Remaining": strconv.Itoa(left), "RateLimit-Reset": strconv.Itoa((300 - left + 4) / 5),
		}
		for name, value := range want {
			if got := reply.Header.Get(name); got != value {
				t.Errorf("%s: %s is %q, want %q", path, name, got, value)
			}
		}
		if reply.Status != status {
			t.Errorf("%s: %d", path, reply.Status)
		}
	}
	for _, a := range walk.Addresses(t) {
		first := s.Ask(t, "GET", a.Path)
		if slices.Contains(unlimited, a.Path) {
			if first.Header.Get("RateLimit") != "" || first.Status != 200 {
				t.Errorf("%s: %d, %q", a.Path, first.Status, first.Header.Get("RateLimit"))
			}
			continue
		}
		takes(a.Path, 200, first)
		takes(a.Path, 200, s.AskUnchecked(t, "HEAD", a.Path))
		again := 304
		if !a.Declares(again) {
			again = 200
		}
		takes(a.Path, again, s.Ask(t, "GET", a.Path, "If-None-Match", first.Header.Get("ETag")))
		takes(a.Path, 200, s.Ask(t, "GET", a.Path, "Authorization", "Bearer nonsense"))
	}
	takes("an unknown problem", 404, s.Get(t, "/problems/findes_ikke"))
	takes("an unknown script", 404, s.Get(t, "/docs/assets/findes-ikke.js"))
	takes("a script of another version", 404, s.Get(t, "/admin/assets/findes-ikke/index.js"))
}

func TestDocumentsAreRefusedWhenTheirBucketIsEmpty(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.PagesQuota, c.Limits.PagesRefill = 2, 2*time.Second })
	s.Get(t, "/llms.txt")
	s.Get(t, "/docs")
	wait := "2" // then, beyond it, as long as a whole bucket takes
	for _, a := range walk.Addresses(t) {
		reply := s.Get(t, a.Path)
		if slices.Contains(unlimited, a.Path) {
			if reply.Status != 200 {
				t.Errorf("%s: %d", a.Path, reply.Status)
			}
			continue
		}
		p := reply.Problem(t, problem.RateLimitExceeded)
		if !slices.Equal(p.ViolatedPolicies, []string{"pages"}) || reply.Header.Get("Retry-After") != wait || reply.Header.Get("RateLimit") != `"pages";r=0;t=4` {
			t.Errorf("%s: %v %s", a.Path, reply.Header, reply.Body)
		}
		wait = "4"
		if head := s.AskUnchecked(t, http.MethodHead, a.Path); head.Status != 429 {
			t.Errorf("HEAD %s: %d", a.Path, head.Status)
		}
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
	clock.Advance(2 * time.Second)
	if reply := s.Get(t, "/docs"); reply.Status != 200 {
		t.Errorf("after the wait: %d", reply.Status)
	}
}

// Every large document is sent as gzip to clients that accept it, with a tag of
// its own, and decompresses to what others get.
func TestEveryLongDocumentIsCompressed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	compressed := 0
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		whole, packed := s.Ask(t, "GET", d.Path), s.AskUnchecked(t, "GET", d.Path, "Accept-Encoding", "br, gzip")
		if len(whole.Body) < document.LeastPacked || slices.Contains(d.MediaTypes, "application/gzip") { // that is compressed for everybody
			if packed.Header.Get("Content-Encoding") != "" || !bytes.Equal(whole.Body, packed.Body) {
				t.Errorf("%d bytes were compressed", len(whole.Body))
			}
			return
		}
		compressed++
		if packed.Header.Get("Content-Encoding") != "gzip" || whole.Header.Get("Content-Encoding") != "" || packed.Header.Get("ETag") == whole.Header.Get("ETag") ||
			!slices.Contains(whole.Header.Values("Vary"), "Accept-Encoding") || packed.Header.Get("Content-Length") != strconv.Itoa(len(packed.Body)) {
			t.Errorf("%v, %v", whole.Header, packed.Header)
		}
		if text, err := packed.Text(); err != nil || !bytes.Equal(text, whole.Body) {
			t.Errorf("unpacked it is another text: %v", err)
		}
		again := s.Ask(t, "GET", d.Path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag"))
		if again.Status != 304 || len(again.Body) != 0 {
			t.Errorf("asked again: %d", again.Status)
		}
	})
	if compressed < 5 {
		t.Errorf("%d documents were compressed", compressed)
	}
}

// Each caller gets the address that it called, however many there are.
func TestDocumentsNameTheHostOfEachCaller(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for round := range 2 {
		for n := range 20 {
			host := fmt.Sprintf("shop-%d.example", n)
			for _, path := range []string{"/openapi.json", "/robots.txt", "/"} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Host = host
				if got := s.Do(t, "", r); !strings.Contains(string(got.Body), "http://"+host+"/") && !strings.Contains(string(got.Body), `"http://`+host+`"`) {
					t.Errorf("round %d: %s of %s does not name it", round, path, host)
				}
			}
		}
	}
}

// browser is the Accept header of a browser.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// Every address that declares redirects obeys one with each status.
func TestEveryDeclaredRedirectIsObeyed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key, obeyed := s.Key(t, "settings:write"), 0
	for _, a := range walk.Addresses(t) {
		for _, status := range []int{301, 302, 307, 308} {
			if !a.Declares(status) {
				continue
			}
			obeyed++
			from := fmt.Sprintf("%s/moved-%d", path.Dir(a.Path), status)
			s.OK(t, key, "redirects.import", object{"csv": fmt.Sprintf("%s,/docs,%d", from, status), "confirm": true}, nil)
			if reply := s.Ask(t, "GET", from); reply.Status != status || reply.Header.Get("Location") != "/docs" {
				t.Errorf("%s: %d to %q", from, reply.Status, reply.Header.Get("Location"))
			}
		}
	}
	if obeyed < 16 {
		t.Errorf("%d redirects", obeyed)
	}
}

// Every page that declares it is closed with the switch storefront_pages, as a page and
// as a problem.
func TestEveryPageIsClosed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	s.OK(t, s.Key(t, "features:write"), "features.set", object{"key": "storefront_pages", "enabled": false, "confirm": true}, nil)
	closed := 0
	for _, a := range walk.Addresses(t) {
		if !a.Declares(403) {
			continue
		}
		closed++
		if page := s.Ask(t, "GET", a.Path, "Accept", browser); page.Status != 403 || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d %s", a.Path, page.Status, page.Header.Get("Content-Type"))
		}
		if a.Path != "/" { // that is a document for programs
			s.Get(t, a.Path).Problem(t, problem.FeatureDisabled)
		}
	}
	if closed < 7 {
		t.Errorf("%d pages", closed)
	}
}

// Every file that declares it is sent from any byte on.
func TestEveryFileIsResumed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	resumed := 0
	for _, a := range walk.Addresses(t) {
		if !a.Declares(206) {
			continue
		}
		resumed++
		whole := s.Ask(t, "GET", a.Path, "Accept-Encoding", "gzip")
		rest := s.Ask(t, "GET", a.Path, "Accept-Encoding", "gzip", "Range", "bytes=10-")
		if rest.Status != 206 || !bytes.Equal(rest.Body, whole.Body[10:]) {
			t.Errorf("%s: %d, %d of %d bytes", a.Path, rest.Status, len(rest.Body), len(whole.Body))
		}
	}
	if resumed < 4 {
		t.Errorf("%d files", resumed)
	}
}

// An address that declares 422 refuses a parameter that it does not have.
func TestEveryQueryIsValidated(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key, strict := s.Key(t, "catalog:read"), 0
	for path, item := range servertest.Document().Paths.Map() {
		if item.Get == nil || item.Get.Responses.Value("422") == nil {
			continue
		}
		strict++
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path+"?no_such_parameter=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if walk.NeedsKey(item.Get) {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		s.Do(t, "", r).Problem(t, problem.ValidationFailed)
	}
	if strict < 10 {
		t.Errorf("%d addresses", strict)
	}
	r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	r.URL.RawQuery = "names=dashed"
	s.Do(t, "", r).Problem(t, problem.ValidationFailed)
	s.Get(t, "/api/v1/tools?name=no.such").Problem(t, problem.ToolNotFound)
}
