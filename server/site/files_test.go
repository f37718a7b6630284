package site_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

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

// The feed has what Google requires of each product, and does not say whether a product
// has a GTIN, which the shop does not know.
func TestTheFeedForGoogle(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
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
	all := lines(t, s)
	if len(feed.Items) != len(all) {
		t.Errorf("%d items for %d products", len(feed.Items), len(all))
	}
	for _, item := range feed.Items {
		product := all[strings.TrimPrefix(item.Link, s.URL+"/products/")]
		if product == nil || item.ID != product["id"] || item.Title != product["name"] || item.Description == "" || !strings.HasSuffix(item.Price, " DKK") ||
			(item.Availability == "in_stock") != (product["stock"] != float64(0)) {
			t.Errorf("%+v of %v", item, product)
		}
	}
}

// A download that broke off goes on where it did; what asks for nonsense gets the whole
// file.
func TestADownloadGoesOn(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
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

// A caller that has a file is sent nothing, by the tag or else by the date.
func TestAFileThatACallerHasIsNotSent(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
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
	s := servertest.Borrow(t, servertest.Demo)
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
