package server_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// readable is an address of the contract that is read with GET; a document
// among them may be kept, so it declares 304.
type readable struct {
	path       string
	mediaTypes []string
	document   bool
}

// readables walks the contract, so that what holds for every address is tested
// for every one to come. A parameter in a path takes its example.
func readables(t *testing.T) []readable {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	var all []readable
	for path, item := range doc.Paths.Map() {
		if item.Get == nil || strings.HasPrefix(path, contract.ToolPath) {
			continue
		}
		for _, p := range item.Get.Parameters {
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", fmt.Sprint(p.Value.Example))
		}
		all = append(all, readable{
			path: path, mediaTypes: slices.Sorted(maps.Keys(item.Get.Responses.Value("200").Value.Content)),
			document: item.Get.Responses.Value("304") != nil,
		})
	}
	if len(all) < 17 {
		t.Fatalf("%d addresses", len(all))
	}
	return all
}

// documents calls fn for each document of the contract.
func documents(t *testing.T, fn func(t *testing.T, d readable)) {
	t.Helper()
	for _, d := range readables(t) {
		if d.document {
			t.Run(d.path, func(t *testing.T) { fn(t, d) })
		}
	}
}

// ask sends a request with these headers, given as name and value in turn, and
// holds the answer against the contract.
func ask(t *testing.T, s *servertest.Server, method, path string, header ...string) servertest.Reply {
	t.Helper()
	return s.Do(t, "", asking(t, s, method, path, header...))
}

func asking(t *testing.T, s *servertest.Server, method, path string, header ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity") // net/http would ask for gzip, and hide what came
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// bare is ask without the contract, for answers that it does not describe, such
// as those to HEAD.
func bare(t *testing.T, s *servertest.Server, method, path string, header ...string) servertest.Reply {
	t.Helper()
	resp, err := http.DefaultClient.Do(asking(t, s, method, path, header...))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return servertest.Reply{Status: resp.StatusCode, Header: resp.Header, Body: body}
}

func TestEveryAddressIsOnlyRead(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, a := range readables(t) {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			reply := ask(t, s, method, a.path)
			reply.Problem(t, problem.MethodNotAllowed)
			for _, allowed := range []string{"GET", "HEAD", "OPTIONS"} {
				if !strings.Contains(reply.Header.Get("Allow"), allowed) {
					t.Errorf("%s %s: Allow %q", method, a.path, reply.Header.Get("Allow"))
				}
			}
		}
		if options := bare(t, s, "OPTIONS", a.path); options.Status != 204 || !strings.Contains(options.Header.Get("Allow"), "GET") {
			t.Errorf("OPTIONS %s: %d, %v", a.path, options.Status, options.Header)
		}
	}
}

// HEAD answers what GET does, without the body.
func TestEveryAddressTakesHEAD(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, a := range readables(t) {
		get, head := ask(t, s, "GET", a.path), bare(t, s, "HEAD", a.path)
		for _, own := range []string{"Date", "X-Request-Id", "Ratelimit", "Ratelimit-Remaining", "Ratelimit-Reset"} {
			get.Header.Del(own)
			head.Header.Del(own)
		}
		if get.Header.Get("Content-Length") == "" { // net/http counts a short body by itself, but not for HEAD
			head.Header.Del("Content-Length")
		}
		if head.Status != get.Status || len(head.Body) != 0 || len(get.Body) == 0 {
			t.Errorf("%s: %d with %d bytes", a.path, head.Status, len(head.Body))
		}
		if a.document && !maps.EqualFunc(get.Header, head.Header, slices.Equal) {
			t.Errorf("%s: GET has %v, HEAD has %v", a.path, get.Header, head.Header)
		}
	}
}

func TestEveryDocumentIsSentOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	documents(t, func(t *testing.T, d readable) {
		first := ask(t, s, "GET", d.path)
		tag := first.Header.Get("ETag")
		for match, want := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
			for _, method := range []string{"GET", "HEAD"} {
				again := bare(t, s, method, d.path, "If-None-Match", match)
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
		ask(t, s, "GET", d.path, "If-None-Match", tag)
		if !strings.HasPrefix(first.Header.Get("Cache-Control"), "public, max-age=") {
			t.Errorf("Cache-Control %q", first.Header.Get("Cache-Control"))
		}
	})
}

// A document has the media types that the contract says, by Accept, and says
// that Accept matters exactly if it does.
func TestEveryDocumentIsOfTheMediaTypeThatIsWanted(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	documents(t, func(t *testing.T, d readable) {
		usual := ask(t, s, "GET", d.path)
		varies := slices.Contains(usual.Header.Values("Vary"), "Accept")
		if varies != (len(d.mediaTypes) > 1) {
			t.Errorf("%d media types, Vary %v", len(d.mediaTypes), usual.Header.Values("Vary"))
		}
		for _, mediaType := range d.mediaTypes {
			got := ask(t, s, "GET", d.path, "Accept", "text/csv, "+mediaType+";q=0.9, */*;q=0.1")
			if !strings.HasPrefix(got.Header.Get("Content-Type"), mediaType) {
				t.Errorf("%s wanted, %s sent", mediaType, got.Header.Get("Content-Type"))
			}
			if same := string(got.Body) == string(usual.Body); same != (got.Header.Get("ETag") == usual.Header.Get("ETag")) {
				t.Errorf("%s: the same bytes %v, the tags %s and %s", mediaType, same, got.Header.Get("ETag"), usual.Header.Get("ETag"))
			}
		}
		if none := ask(t, s, "GET", d.path, "Accept", "image/png"); none.Header.Get("Content-Type") != usual.Header.Get("Content-Type") {
			t.Errorf("a picture wanted, %s sent", none.Header.Get("Content-Type"))
		}
	})
}

// Any page may read a document, also one that a cache got for someone without
// an origin.
func TestEveryDocumentIsForEveryOrigin(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	documents(t, func(t *testing.T, d readable) {
		for _, header := range [][]string{nil, {"Origin", "https://elsewhere.example"}} {
			if got := ask(t, s, "GET", d.path, header...).Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("%v: %q", header, got)
			}
		}
	})
}
