package site_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type object = servertest.Object

// browser is the Accept header of a browser.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// document is a page that a browser has read.
type document struct {
	servertest.Reply
	root *html.Node
}

// visit reads a page as a browser does.
func visit(t testing.TB, s *servertest.Server, path string, header ...string) *document {
	t.Helper()
	ask := s.Ask
	if strings.HasPrefix(path, "/nowhere") { // what the contract does not have
		ask = s.AskUnchecked
	}
	reply := ask(t, "GET", path, append([]string{"Accept", browser}, header...)...)
	if got := reply.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
		t.Fatalf("%s: %d %s %.300s", path, reply.Status, got, reply.Body)
	}
	root, err := html.Parse(bytes.NewReader(reply.Body))
	if err != nil {
		t.Fatal(err)
	}
	return &document{reply, root}
}

// markdownOf reads the markdown form of a page.
func markdownOf(t *testing.T, s *servertest.Server, path string) string {
	t.Helper()
	reply := s.Ask(t, "GET", path, "Accept", "text/markdown")
	if got := reply.Header.Get("Content-Type"); reply.Status != 200 || got != "text/markdown; charset=utf-8" {
		t.Fatalf("%s: %d %s %.300s", path, reply.Status, got, reply.Body)
	}
	return string(reply.Body)
}

// all returns the elements with this name, in their order.
func (d *document) all(name string) (found []*html.Node) {
	for n := range d.root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			found = append(found, n)
		}
	}
	return found
}

// main returns the text of the part of the page that is its own.
func (d *document) main() string { return text(d.all("main")[0]) }

// links returns where the links of the page lead.
func (d *document) links() (all []string) {
	for _, a := range d.all("a") {
		all = append(all, attribute(a, "href"))
	}
	return all
}

// jsonLD returns the JSON-LD of a type.
func (d *document) jsonLD(t testing.TB, kind string) object {
	t.Helper()
	for _, script := range d.all("script") {
		if attribute(script, "type") != "application/ld+json" {
			t.Errorf("a script of type %q", attribute(script, "type"))
			continue
		}
		var o object
		if err := json.Unmarshal([]byte(script.FirstChild.Data), &o); err != nil {
			t.Fatal(err)
		}
		if o["@type"] == kind {
			return o
		}
	}
	t.Fatalf("the page has no %s", kind)
	return nil
}

// attribute returns an attribute of an element, "" if it has none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text returns the text of an element, with single spaces.
func text(n *html.Node) string {
	var all []string
	for d := range n.Descendants() {
		if d.Type == html.TextNode && (d.Parent == nil || d.Parent.Data != "script") {
			all = append(all, d.Data)
		}
	}
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}
