package site

import (
	"compress/gzip"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"testing"
	"time"
)

// Above 50,000 addresses there are parts, and a list of them.
func TestALongSitemapHasParts(t *testing.T) {
	t.Parallel()
	for count, parts := range map[int]int{0: 1, 1: 1, maxAddresses: 1, maxAddresses + 1: 2, 2*maxAddresses + 1: 3} {
		e, err := writeEdition(t.Context(), func(_ context.Context, w *editionWriter) error {
			m := &sitemapWriter{editionWriter: w, base: "https://shop.example"}
			for i := range count {
				if err := m.add(fmt.Sprintf("/products/p-%d", i), time.Unix(int64(i), 0)); err != nil {
					return err
				}
			}
			return m.end()
		})
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Parts []string `xml:"sitemap>loc"`
			URLs  []string `xml:"url>loc"`
		}
		read(t, e, sitemapFile, &list)
		if parts == 1 && (len(list.URLs) != count || len(list.Parts) != 0) || parts > 1 && (len(list.Parts) != parts || len(list.URLs) != 0) {
			t.Errorf("%d addresses: %d parts, %d addresses in the list", count, len(list.Parts), len(list.URLs))
		}
		seen := map[string]bool{}
		for i := range parts {
			name := fmt.Sprintf("%d.xml", i+1)
			if parts > 1 && list.Parts[i] != "https://shop.example/sitemaps/"+name {
				t.Errorf("part %d is at %s", i, list.Parts[i])
			}
			var part struct {
				URLs []string `xml:"url>loc"`
			}
			read(t, e, name, &part)
			if len(part.URLs) > maxAddresses {
				t.Errorf("a part has %d", len(part.URLs))
			}
			for _, u := range part.URLs {
				seen[u] = true
			}
		}
		if len(seen) != count {
			t.Errorf("%d addresses, %d in the parts", count, len(seen))
		}
		e.close()
	}
}

func read(t *testing.T, e *edition, name string, into any) {
	t.Helper()
	if _, err := e.files[name].Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(e.files[name])
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.NewDecoder(unpacked).Decode(into); err != nil {
		t.Fatal(err)
	}
}
