package transfer_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/storefront/storefront/server/ops/transfer"
)

const header, row = "Handle,Title,Body (HTML),Type,Variant Price,Variant Inventory Qty\n", "good,Good one,A product that is good.,Hats,10,1\n"

func encoded(t *testing.T, e encoding.Encoding, text string) string {
	t.Helper()
	out, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A file that cannot be read is refused as a whole, with what to do, and nothing of it is written.
func TestImportSaysWhyAFileCannotBeRead(t *testing.T) {
	t.Parallel()
	csv, lines := header+row, hat("a", "")+"\n"+hat("b", "")+"\n"
	cr := func(text string) string { return strings.ReplaceAll(text, "\n", "\r") }
	separated := func(by string) string { return strings.ReplaceAll(csv, ",", by) }
	var bare bytes.Buffer // UTF-16 without a mark
	for _, unit := range utf16.Encode([]rune(lines)) {
		bare.Write([]byte{byte(unit), byte(unit >> 8)})
	}
	s := newShop(t)
	for name, c := range map[string]struct{ file, text, want string }{
		"lines of a Mac":              {"a.csv", cr(csv), "carriage return alone"},
		"one with a text of lines":    {"a.csv", cr(header) + "good,Good one,\"A product\nthat is good.\",Hats,10,1\r", "carriage return alone"},
		"JSON Lines of a Mac":         {"a.jsonl", cr(lines), "carriage return alone"},
		"semicolons":                  {"a.csv", separated(";"), "separated by semicolons"},
		"semicolons, quoted, Windows": {"a.csv", strings.ReplaceAll("\"Handle\";\"Title\"\n\"a\";\"b\"\n", "\n", "\r\n"), "separated by semicolons"},
		"tabs":                        {"a.csv", separated("\t"), "separated by tabs"},
		"bars":                        {"a.csv", separated("|"), "separated by bars"},
		"a CSV of UTF-16":             {"a.csv", encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), csv), "UTF-16"},
		"a CSV of UTF-16, big":        {"a.csv", encoded(t, unicode.UTF16(unicode.BigEndian, unicode.UseBOM), csv), "UTF-16"},
		"JSON Lines of UTF-32":        {"a.jsonl", encoded(t, utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), lines), "UTF-32"},
		"JSON Lines without a mark":   {"a.jsonl", bare.String(), "UTF-16"},
		"UTF-16, packed":              {"a.csv.gz", string(zipped(encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), csv))), "UTF-16"},
		"a workbook":                  {"a.csv", "PK\x03\x04\x14\x00\x06\x00\b\x00\x00\x00!\x00", "no text"},
		"a CSV of another name":       {"a.txt", csv, "--format csv"},
		"a CSV without a name":        {"products", csv, "--format csv"},
		"semicolons of another name":  {"a.txt", separated(";"), "--format csv"},
		"JSON Lines as .csv":          {"a.csv", lines, "--format jsonl"},
		"an array":                    {"a.json", "[" + hat("a", "") + "," + hat("b", "") + "]", "jq -c '.[]'"},
		"an array, indented":          {"a.json", "[\n  " + hat("a", "") + "\n]\n", "jq -c '.[]'"},
		"an object, indented":         {"a.json", "{\r\n  \"slug\": \"a\"\r\n}\r\n", "jq -c ."},
		"another CSV":                 {"a.csv", "sku,price\na,1\n", "such as Handle,Title,Variant Price"},
		"half an archive":             {"a.jsonl.gz", string(zipped(lines)[:60]), "fetch it again"},
	} {
		path := filepath.Join(t.TempDir(), c.file)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		sum, err := transfer.ImportProducts(s.ctx, s.store, s.contract, transfer.Options{Path: path})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file) || sum.Lines() > 0 {
			t.Errorf("%s: %v: %v, want %q", name, sum, err, c.want)
		}
	}
	for file, text := range map[string]string{
		"slug,name\nhats,Hats\n": "JSON Lines only", cr(`{"slug":"x"}` + "\n" + `{"slug":"y"}`): "carriage return", "[{}]": "jq -c '.[]'",
	} {
		_, err := transfer.ImportCategories(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader(file)})
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("categories %q: %v, want %q", file, err, text)
		}
	}
	equal(t, "products", s.count(), 0)
}

// What looks odd and can be read is read.
func TestImportReadsOddFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ format, text string }{
		"CRLF":                        {transfer.ShopifyCSV, strings.ReplaceAll(header+row, "\n", "\r\n")},
		"two carriage returns":        {transfer.ShopifyCSV, strings.ReplaceAll(header+row, "\n", "\r\r\n")},
		"a carriage return at an end": {transfer.JSONLines, hat("good", "") + "\r"},
		"one inside a field":          {transfer.ShopifyCSV, "Handle,Title,\"Body\r(HTML)\",Type,Variant Price\n" + "good,Good one,x,Hats,10\n"},
		"semicolons inside a header":  {transfer.ShopifyCSV, "Handle,Title;x,Title,Type,Variant Price\ngood,x,Good one,Hats,10\n"},
		"a list among the lines":      {transfer.JSONLines, `["a"]` + "\n" + hat("good", "")},
	} {
		s := newShop(t)
		s.importFile(transfer.Options{Reader: strings.NewReader(c.text), Format: c.format})
		equal(t, name, s.count(), 1)
	}
}

// A dry run tells what the import then does, and writes nothing.
func TestImportDryRun(t *testing.T) {
	t.Parallel()
	const few = "Handle,Title,Type,Variant Price\nnew,New one,Scarves,10\nnewer,Newer one,Scarves,10\nlost,Lost one,,10\nhidden,Hidden one,!!!,10\nold,Old,Hats,20\n"
	for name, c := range map[string]struct {
		o    transfer.Options
		text string
	}{
		"JSON Lines": {transfer.Options{}, hat("old", "") + "\n" + hat("new", "") + "\n" + `{"slug":"new","priceDkk":5}` + "\n" + `{"slug":"none","priceDkk":5}` + "\n" +
			hats(1100) + `{"slug":"new","priceDkk":7}` + "\n" + strings.Replace(hat("lost", ""), `"hats"`, `"shoes"`, 1)},
		"a CSV":                 {transfer.Options{Format: transfer.ShopifyCSV}, few},
		"a CSV with a category": {transfer.Options{Format: transfer.ShopifyCSV, DefaultCategory: "Various"}, few},
	} {
		s := newShop(t)
		s.importProducts(hat("old", ""))
		before, audit := s.export(), len(s.audit())
		run := func(dry bool) (transfer.Summary, string) {
			o := c.o
			o.Reader, o.DryRun = strings.NewReader(c.text), dry
			return s.importFile(o)
		}
		sum, told := run(true)
		equal(t, name+": the products", s.export(), before)
		equal(t, name+": audit rows", len(s.audit()), audit)
		really, saidThen := run(false)
		equal(t, name, sum, really)
		equal(t, name, told, saidThen)
		if really.Created == 0 || really.Refused == 0 {
			t.Errorf("%s: %v", name, really)
		}
	}
	s := newShop(t)
	text := `{"slug":"hats","name":"Caps"}` + "\n" + `{"slug":"bags","name":"Bags"}` + "\n" + `{"slug":"scarves","name":"Scarves"}` + "\n" + `{"slug":""}`
	for _, dry := range []bool{true, false} {
		sum, err := transfer.ImportCategories(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader(text), DryRun: dry})
		is(t, sum, 1, 1, 1, 1)
		if _, missing := s.store.Read().CategoryGet(context.Background(), "scarves"); err != nil || (missing != nil) != dry {
			t.Errorf("dry %v: %v, %v", dry, err, missing)
		}
	}
}
