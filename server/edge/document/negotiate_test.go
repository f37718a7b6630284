package document_test

import (
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/edge/document"
)

func TestPreferred(t *testing.T) {
	t.Parallel()
	const page, data = "text/html; charset=utf-8", "application/json"
	for accept, wantsData := range map[string]bool{
		"": false, "*/*": false, "text/html": false, "application/json": true, "application/json, text/html": false,
		"application/json;q=0.9,text/html;q=0.1": true, "text/html;q=0,application/json": true, "application/*": true,
		"text/html,application/xhtml+xml,*/*;q=0.8": false, "nonsense;;": false, "application/json;q=x": false,
	} {
		if got := document.Preferred(http.Header{"Accept": {accept}}, page, data) == data; got != wantsData {
			t.Errorf("%q: JSON %v, want %v", accept, got, wantsData)
		}
	}
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]bool{
		"": true, "*/*": true, "application/json": true, "text/html": false, "application/json;q=0": false, "application/*;q=0, application/json": true,
		"*/*, application/json;q=0": false,
	} {
		if document.Accepts(http.Header{"Accept": {accept}}, "application/json") != want {
			t.Errorf("%q: want %v", accept, want)
		}
	}
	if !document.Accepts(http.Header{}, "application/json") || !document.Accepts(http.Header{"Accept": {"text/html", "application/json"}}, "application/json") {
		t.Error("no header, or the second of two, is not read")
	}
}

func TestCoding(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "gzip": "gzip", "GZIP": "gzip", "br": "br", "gzip, deflate, br, zstd": "br", "br, gzip;q=0.5": "br", "gzip, br;q=0.5": "gzip",
		"gzip;q=0": "", "br;q=0, gzip;q=0.1": "gzip", "gzip; q=0.0, *": "br", "*": "br", "br;q=0, *": "gzip", "*;q=0": "", "*;q=0, gzip": "gzip",
		"identity": "", "identity, gzip;q=0.5": "", "identity;q=0.5, gzip": "gzip", "identity, gzip": "gzip", "gzip;q=x": "", ";;, gzip": "gzip",
	} {
		if got := document.Coding(http.Header{"Accept-Encoding": {header}}, "br", "gzip"); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
	if got := document.Coding(http.Header{"Accept-Encoding": {"br", "gzip;q=0.1"}}, "gzip"); got != "gzip" {
		t.Errorf("of two headers, with gzip alone: %q", got)
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, `"a"`: true, `W/"a"`: true, `"b", "a"`: true, "*": true, `"ab"`: false, "a": false, `"b"`: false,
	} {
		if document.Holds(http.Header{"If-None-Match": {header}}, `"a"`) != want {
			t.Errorf("%q: want %v", header, want)
		}
	}
}
