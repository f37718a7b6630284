package site_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The file has a line for each live product, which is what products.get answers.
func TestTheFileOfAllProducts(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	all := lines(t, s)
	var found struct{ Page struct{ Total int } }
	if err := json.Unmarshal(s.OK(t, "", "products.search", object{"limit": 1}, nil).Body, &found); err != nil || found.Page.Total != len(all) {
		t.Errorf("%d lines for %d products, %v", len(all), found.Page.Total, err)
	}
	for slug, line := range all {
		var want object
		s.OK(t, "", "products.get", object{"slug": slug}, &want)
		if !reflect.DeepEqual(line, want) {
			t.Errorf("%s:\n%v\n%v", slug, line, want)
		}
	}
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.update", object{"slug": "cat-eye", "patch": object{"priceDkk": 12345}}, nil)
	s.OK(t, key, "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	servertest.Eventually(t, 10*time.Second, func() bool {
		all = lines(t, s)
		return all["cat-eye"]["priceDkk"] == float64(12345) && all["round-metal"] == nil
	})
}

// lines returns the products of the file, by their slugs.
func lines(t *testing.T, s *servertest.Server) map[string]object {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(s.Get(t, "/products.jsonl.gz").Body))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]object{}
	for scanner := bufio.NewScanner(unpacked); scanner.Scan(); {
		var o object
		if err := json.Unmarshal(scanner.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		slug, _ := o["slug"].(string)
		all[slug] = o
	}
	return all
}

// The feed has what Google requires of each product, and does not say whether a product
// has a GTIN, which the shop does not know.
func TestTheFeedForGoogle(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	var feed struct {
		Items []struct {
			ID           string `xml:"http://base.google.com/ns/1.0 id"`
			Title        string `xml:"http://base.google.com/ns/1.0 title"`
			Description  string `xml:"http://base.google.com/ns/1.0 description"`
			Link         string `xml:"http://base.google.com/ns/1.0 link"`
			Availability string `xml:"http://base.google.com/ns/1.0 availability"`
			Price        string `xml:"http://base.google.com/ns/1.0 price"`
		} `xml:"channel>item"`
	}
	text := s.Get(t, "/feeds/google.xml").Body
	if err := xml.Unmarshal(text, &feed); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("identifier_exists")) {
		t.Error("the feed says whether identifiers exist")
	}
	all, sold := lines(t, s), 0
	for slug := range all {
		sold += max(1, len(s.Product(t, slug).Variants)) // of the demo shop all are sold
	}
	if len(feed.Items) != sold {
		t.Errorf("%d items for %d products, %d with variants", len(feed.Items), len(all), sold)
	}
	for _, item := range feed.Items {
		slug, variant, _ := strings.Cut(strings.TrimPrefix(item.Link, s.URL+"/products/"), "?variant=")
		product := all[slug]
		if variant != "" {
			if item.ID != variant || product == nil || product["name"] == item.Title || item.Description == "" {
				t.Errorf("%+v of %v", item, product)
			}
			continue
		}
		if product == nil || item.ID != product["id"] || item.Title != product["name"] || item.Description == "" || !strings.HasSuffix(item.Price, " DKK") ||
			(item.Availability == "in_stock") != (product["stock"] != float64(0)) {
			t.Errorf("%+v of %v", item, product)
		}
	}
}

// The files have no control characters, whatever the texts of the shop have: XML cannot, and nobody wants them.
func TestTheFilesHaveNoControlCharacters(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	const odd = "a\x01b\x08c\x0c\x1fd\x7fe\u0080f\u009fg \\u0001 \\b\ufffd"
	s.OK(t, key, "settings.update_branding", object{"patch": object{"tagline": odd, "storeName": odd}}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "solbriller", "name": odd}, nil)
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{
		"name": odd, "brand": odd, "description": "Linje 1\n\tLinje 2 " + odd + "\ufffe", "frameColor": odd, "attributes": object{odd: odd}, "faq": []object{{"q": odd, "a": odd}},
	}}, nil)
	servertest.Eventually(t, 10*time.Second, func() bool { return strings.HasPrefix(lines(t, s)["round-metal"]["name"].(string), "ab") })
	product := lines(t, s)["round-metal"]
	const plain = "abcdefg \\u0001 \\b\ufffd" // in the name a form feed is a line break
	attributes, _ := product["attributes"].(object)
	if product["name"] != "abc defg \\u0001 \\b\ufffd" || product["description"] != "Linje 1\n\tLinje 2 "+plain+"\ufffe" || attributes[plain] != plain {
		t.Errorf("%q", product)
	}
	feed := string(s.Get(t, "/feeds/google.xml").Body)
	if at := strings.IndexFunc(feed, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); at >= 0 {
		t.Errorf("a control character in %q", feed[max(0, at-20):at+20])
	}
	if got := strings.Count(feed, "abc defg") + strings.Count(feed, "abcdefg"); got < 6 || strings.Count(feed, "\ufffd") != got || strings.Contains(feed, "\ufffe") {
		t.Errorf("%d texts, %d question marks", got, strings.Count(feed, "\ufffd"))
	}
}

// A download that broke off goes on where it did; what asks for nonsense gets the whole
// file.
func TestADownloadGoesOn(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range []string{"/products.jsonl.gz", "/feeds/google.xml", "/sitemap.xml", "/sitemaps/1.xml"} {
		whole := s.Ask(t, "GET", path, "Accept-Encoding", "gzip")
		tag := whole.Header.Get("ETag")
		rest := s.Ask(t, "GET", path, "Accept-Encoding", "gzip", "Range", "bytes=100-", "If-Range", tag)
		if rest.Status != 206 || !bytes.Equal(rest.Body, whole.Body[100:]) || rest.Header.Get("ETag") != tag || rest.Header.Get("Content-Length") != strconv.Itoa(len(rest.Body)) ||
			whole.Header.Get("Content-Length") != strconv.Itoa(len(whole.Body)) {
			t.Errorf("%s: %d, %d bytes of %d", path, rest.Status, len(rest.Body), len(whole.Body))
		}
		if middle := s.Ask(t, "GET", path, "Accept-Encoding", "gzip", "Range", "bytes=10-19"); middle.Status != 206 || !bytes.Equal(middle.Body, whole.Body[10:20]) {
			t.Errorf("%s: %d, %d bytes", path, middle.Status, len(middle.Body))
		}
		for _, nonsense := range []string{"bytes=999999999-", "bytes=-5", "bytes=0-1,3-4", "lines=1-2", "bytes=5-1"} {
			if all := s.Ask(t, "GET", path, "Accept-Encoding", "gzip", "Range", nonsense); all.Status != 200 {
				t.Errorf("%s, %s: %d", path, nonsense, all.Status)
			}
		}
		if changed := s.Ask(t, "GET", path, "Accept-Encoding", "gzip", "Range", "bytes=100-", "If-Range", `"another"`); changed.Status != 200 {
			t.Errorf("%s of another version: %d", path, changed.Status)
		}
	}
}

// A file that is decompressed for a caller is sent as a whole: it says nothing of ranges.
func TestADecompressedFileHasNoRanges(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range []string{"/feeds/google.xml", "/sitemap.xml", "/sitemaps/1.xml"} {
		whole := s.Ask(t, "GET", path)
		part := s.Ask(t, "GET", path, "Range", "bytes=10-19")
		if part.Status != 200 || len(part.Body) != len(whole.Body) || part.Header.Get("Accept-Ranges") != "" || part.Header.Get("ETag") != whole.Header.Get("ETag") {
			t.Errorf("%s: %d, %d bytes, %v", path, part.Status, len(part.Body), part.Header)
		}
	}
}

// A caller that has a file is sent nothing, by the tag or else by the date.
func TestAFileThatACallerHasIsNotSent(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range []string{"/products.jsonl.gz", "/feeds/google.xml", "/sitemap.xml", "/sitemaps/1.xml"} {
		for _, encoding := range []string{"gzip", "identity"} {
			whole := s.Ask(t, "GET", path, "Accept-Encoding", encoding)
			tag, date := whole.Header.Get("ETag"), whole.Header.Get("Last-Modified")
			at, err := http.ParseTime(date)
			if err != nil {
				t.Fatal(err)
			}
			earlier, later := at.Add(-time.Second).Format(http.TimeFormat), at.Add(time.Hour).Format(http.TimeFormat)
			for _, c := range []struct {
				since, tag string
				status     int
			}{
				{date, "", 304}, {later, "", 304}, {earlier, "", 200}, {"yesterday", "", 200}, {date, `"another"`, 200}, {earlier, tag, 304},
			} {
				header := []string{"Accept-Encoding", encoding, "If-Modified-Since", c.since}
				if c.tag != "" {
					header = append(header, "If-None-Match", c.tag)
				}
				reply := s.Ask(t, "GET", path, header...)
				if reply.Status != c.status || c.status == 304 && (len(reply.Body) > 0 || reply.Header.Get("ETag") != tag) {
					t.Errorf("%s as %s, %q: %d, %d bytes, %v", path, encoding, header, reply.Status, len(reply.Body), reply.Header)
				}
			}
		}
	}
}

// Many callers at once get the same file, which is written once.
func TestAFileIsWrittenOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	tags, mu := map[string]int{}, sync.Mutex{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			tag := s.Get(t, "/products.jsonl.gz").Header.Get("Last-Modified") + s.Get(t, "/sitemap.xml").Header.Get("ETag")
			mu.Lock()
			defer mu.Unlock()
			tags[tag]++
		})
	}
	wg.Wait()
	if len(tags) != 1 {
		t.Errorf("%v", tags)
	}
}

// Addresses that are made up take no edition away from one that is asked for more often, and give way to another.
func TestMadeUpAddresses(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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
	for range 100 {
		own()
	}
	for i := range 3 {
		servertest.Eventually(t, rewritten, served(fmt.Sprintf("made-up-%d.example", i)))
	}
	for i := range 5 {
		reply := sitemapOf(t, s, fmt.Sprintf("another-%d.example", i))
		if reply.Status == http.StatusOK {
			continue
		}
		if p := reply.Problem(t, problem.Unavailable); p.RetryAfter == 0 || p.RetryAfter > 60 {
			t.Errorf("%+v", p)
		}
	}
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "round-metal", "confirm": true}, nil)
	servertest.Eventually(t, rewritten, func() bool { return !strings.Contains(own(), "/products/round-metal<") })
	servertest.Eventually(t, rewritten, served("late.example"))
	if !served("late.example")() || own() == "" {
		t.Error("an edition that is used was dropped")
	}
}

// While a newer edition cannot be there soon, the older one is sent without delay.
func TestAnOlderEditionIsSentAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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
	servertest.Eventually(t, rewritten, func() bool {
		reply := s.Ask(t, "GET", "/sitemap.xml", "If-Modified-Since", date)
		return reply.Status == http.StatusOK && !strings.Contains(string(reply.Body), "/products/round-metal<")
	})
}

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
