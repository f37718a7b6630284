package transfer_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/ops/transfer"
)

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

func TestImportReadsEveryKindOfFile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text := "\ufeff" + hat("one", "") + "\r\n\r\n \n" + hat("two", "") // no newline after the last line
	for name, content := range map[string][]byte{"plain.jsonl": []byte(text), "packed.jsonl.gz": zipped(text), "packed-as-plain": zipped(text)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if sum, told := s.importFile(transfer.Options{Path: path}); sum.Lines() != 2 || sum.Refused != 0 {
			t.Errorf("%s: %v\n%s", name, sum, told)
		}
	}
	for _, nothing := range []string{"", "\n\n", "\ufeff"} {
		if sum, _ := s.importProducts(nothing); sum.Lines() != 0 {
			t.Errorf("%q: %v", nothing, sum)
		}
	}
	equal(t, "products", s.count(), 2)
}

func TestImportOfLongLines(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const most = 1 << 20
	long := hat("long", "")
	fits := long[:len(long)-1] + strings.Repeat(" ", most-len(long)) + "}"
	sum, told := s.importProducts(strings.Join([]string{fits, fits + " ", hat("a", ""), strings.Repeat("x", 3*most), hat("b", ""), strings.Repeat("y", most+1)}, "\n"))
	is(t, sum, 3, 0, 0, 3)
	equal(t, "told", told, "line 2: the line is longer than 1 MiB\nline 4: the line is longer than 1 MiB\nline 6: the line is longer than 1 MiB\n")
}

func TestImportOfATruncatedFile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	broken := func(content []byte) error {
		_, err := transfer.ImportProducts(s.ctx, s.store, s.contract, transfer.Options{Reader: bytes.NewReader(content)})
		return err
	}
	packed := zipped(hats(3000))
	if err := broken(packed[:len(packed)/2]); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half a file: %v", err)
	}
	if n := s.count(); n < 500 || n >= 3000 {
		t.Errorf("%d products, want those that could be read", n)
	}
	if err := broken([]byte("\x1f\x8bno gzip at all")); !errors.Is(err, gzip.ErrHeader) {
		t.Errorf("no gzip: %v", err)
	}
	for _, o := range []transfer.Options{{Path: "missing.jsonl"}, {Path: "-", Format: "xml"}, {Path: "-", Format: "csv", CurrencyFactor: "1e9"}} {
		if _, err := transfer.ImportProducts(s.ctx, s.store, s.contract, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// A cancelled import returns even if its input never ends, and leaves only
// complete batches.
func TestImportCancelled(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ctx, cancel := context.WithCancel(s.ctx)
	in, out := io.Pipe()
	go func() {
		for i := 0; ; i++ {
			if _, err := io.WriteString(out, hat(fmt.Sprintf("hat-%d", i), "")+"\n"); err != nil || i == 4300 {
				cancel()
				return // and never closes it
			}
		}
	}()
	sum, err := transfer.ImportProducts(ctx, s.store, s.contract, transfer.Options{Reader: in})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v: %v", sum, err)
	}
	if n := s.count(); n%500 != 0 || n != int64(sum.Created) {
		t.Errorf("%d products and %v, want whole batches of 500, and all of them counted", n, sum)
	}
	_ = in.Close()
}

// An import ends when it is cancelled, whatever it waits for.
func TestImportCancelledWhileItWaits(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	files := map[string]func(context.Context, transfer.Options) error{
		"products": func(ctx context.Context, o transfer.Options) error {
			_, err := transfer.ImportProducts(ctx, s.store, s.contract, o)
			return err
		},
		"categories": func(ctx context.Context, o transfer.Options) error {
			_, err := transfer.ImportCategories(ctx, s.store, s.contract, o)
			return err
		},
	}
	for name, run := range files {
		for format, line := range map[string]string{transfer.JSONLines: `{"slug":`, transfer.ShopifyCSV: "Handle,"} {
			if name == "categories" && format == transfer.ShopifyCSV {
				continue
			}
			for _, begin := range []string{"", "\x1f\x8b", line} {
				ctx, cancel := context.WithCancel(s.ctx)
				in, out := io.Pipe()
				done := make(chan error, 1)
				go func() { done <- run(ctx, transfer.Options{Reader: in, Format: format}) }()
				if _, err := io.WriteString(out, begin); err != nil {
					t.Fatal(err)
				}
				cancel()
				select {
				case err := <-done:
					if !errors.Is(err, context.Canceled) {
						t.Errorf("%s of %s after %q: %v", name, format, begin, err)
					}
				case <-time.After(10 * time.Second):
					t.Errorf("%s of %s after %q: the import waits for its input", name, format, begin)
				}
				_ = in.Close()
			}
		}
	}
}

// A batch whose existing products are too large for one transaction is written in several.
func TestImportOverLargeProducts(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const large, all = 14, 20
	var attributes, few, some strings.Builder
	for i := range 80 {
		fmt.Fprintf(&attributes, `,"name %d":%q`, i, strings.Repeat("long text ", 1000))
	}
	for i := range large {
		few.WriteString(hat(fmt.Sprintf("hat-%05d", i), `,"attributes":{`+attributes.String()[1:]+"}") + "\n")
	}
	sum, _ := s.importProducts(few.String())
	is(t, sum, large, 0, 0, 0)
	for i := range all {
		some.WriteString(strings.Replace(hat(fmt.Sprintf("hat-%05d", i), ""), `"stock":3`, `"stock":4`, 1) + "\n")
	}
	sum, _ = s.importProducts(some.String())
	is(t, sum, all-large, large, 0, 0)
	sum, _ = s.importProducts(some.String())
	is(t, sum, 0, 0, all, 0)
}

// A batch that the database refuses ends the import, and nothing of it is
// stored.
func TestImportIntoAnUnavailableDatabase(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.store.Close()
	done := make(chan error, 1)
	go func() {
		_, err := transfer.ImportProducts(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader(hats(5000))})
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(30 * time.Second):
		t.Error("the import hangs")
	}
}
