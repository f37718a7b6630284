package transfer_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/ops/transfer"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// shop is an empty shop with the categories bags and hats.
type shop struct {
	t        *testing.T
	ctx      context.Context
	store    *store.Store
	contract *contract.Contract
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{t, call.With(t.Context(), call.Command("import products", "test")), openStore(t, storetest.New(t, storetest.Empty)), servertest.Contract()}
	s.importCategories(`{"slug":"bags","name":"Bags"}` + "\n" + `{"slug":"hats","name":"Hats & caps"}`)
	return s
}

func openStore(t *testing.T, url string) *store.Store {
	t.Helper()
	st, err := store.Open(url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}

// importProducts imports JSON Lines, and returns what was reported.
func (s *shop) importProducts(text string) (transfer.Summary, string) {
	s.t.Helper()
	return s.importFile(transfer.Options{Reader: strings.NewReader(text)})
}

// importFile returns what an import said, but for its progress, of which a slow machine sees some.
func (s *shop) importFile(o transfer.Options) (transfer.Summary, string) {
	s.t.Helper()
	var told bytes.Buffer
	o.Progress = &told
	sum, err := transfer.ImportProducts(s.ctx, s.store, s.contract, o)
	if err != nil {
		s.t.Fatal(err)
	}
	return sum, progress.ReplaceAllString(told.String(), "")
}

var progress = regexp.MustCompile(`(?m)^[0-9]+ lines, .*\n`)

func (s *shop) importCategories(text string) (transfer.Summary, string) {
	s.t.Helper()
	var told bytes.Buffer
	sum, err := transfer.ImportCategories(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader(text), Progress: &told})
	if err != nil {
		s.t.Fatal(err)
	}
	return sum, told.String()
}

func (s *shop) export() string {
	s.t.Helper()
	var out bytes.Buffer
	n, err := transfer.ExportProducts(s.ctx, s.store, &out)
	if err != nil {
		s.t.Fatal(err)
	}
	if lines := strings.Count(out.String(), "\n"); lines != n {
		s.t.Fatalf("exported %d lines and counted %d", lines, n)
	}
	return out.String()
}

func (s *shop) product(slug string) db.ProductRecord {
	s.t.Helper()
	record, err := s.store.Read().ProductGet(s.ctx, slug)
	if err != nil {
		s.t.Fatalf("%s: %v", slug, err)
	}
	return record
}

func (s *shop) count() int64 {
	s.t.Helper()
	n, err := s.store.Read().ProductCount(s.ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// audit returns all rows, the newest first.
func (s *shop) audit() []db.AuditLog {
	s.t.Helper()
	rows, err := s.store.Read().AuditList(s.ctx, 100_000)
	if err != nil {
		s.t.Fatal(err)
	}
	return rows
}

// hat is a line with the required fields, and more if given.
func hat(slug string, more string) string {
	return fmt.Sprintf(`{"name":"Hat %s","slug":%q,"description":"A hat to be worn.","priceDkk":19900,"stock":3,"categorySlug":"hats"%s}`, slug, slug, more)
}

// hats are n lines.
func hats(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(hat(fmt.Sprintf("hat-%05d", i), "") + "\n")
	}
	return b.String()
}

func is(t *testing.T, got transfer.Summary, created, updated, unchanged, refused int) {
	t.Helper()
	if got.Created != created || got.Updated != updated || got.Unchanged != unchanged || got.Refused != refused {
		t.Errorf("%v, want %d created, %d updated, %d unchanged, %d refused", got, created, updated, unchanged, refused)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%v\nwant:\n%v", what, got, want)
	}
}
