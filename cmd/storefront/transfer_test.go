//go:build program

package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestImportAndExport(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	p.ok(t, "", "import", "categories", file("categories.jsonl", `{"slug":"te","name":"Te"}`+"\n"))
	var lines strings.Builder
	for i := range 1200 { // more than a batch
		fmt.Fprintf(&lines, `{"name":"Te %d","slug":"te-%d","description":"En kop te nummer %d.","priceDkk":%d,"stock":%d,"categorySlug":"te","attributes":{"gram":%d.0}}`+"\n", i, i, i, 100+i, i%7, i)
	}
	products := file("products.jsonl", lines.String())
	if out := p.ok(t, "", "import", "products", "--dry-run", products); !strings.HasPrefix(out, "1200 created, 0 updated, 0 unchanged, 0 skipped, 0 refused\nA dry run") {
		t.Errorf("dry run: %s", out)
	}
	if out, complaints, status := p.run(t, "", "import", "products", file("mac.jsonl", strings.ReplaceAll(lines.String(), "\n", "\r"))); status != 1 || !strings.Contains(complaints, "carriage return") {
		t.Errorf("lines of a Mac: status %d\n%s\n%s", status, out, complaints)
	}
	if out := p.ok(t, "", "import", "products", products); !strings.HasPrefix(out, "1200 created, 0 updated, 0 unchanged, 0 skipped, 0 refused") {
		t.Errorf("first import: %s", out)
	}
	if out := p.ok(t, "", "import", "products", products); !strings.HasPrefix(out, "0 created, 0 updated, 1200 unchanged") {
		t.Errorf("second import: %s", out)
	}

	out, complaints, status := p.run(t, lines.String()[:200]+"\n"+`{"name":"Uden pris","slug":"uden"}`+"\n", "import", "products", "--format", "jsonl", "-")
	if status == 0 || !strings.Contains(complaints, "line 2") || !strings.Contains(complaints, "/priceDkk") {
		t.Errorf("status %d\n%s\n%s", status, out, complaints)
	}

	exported := p.ok(t, "", "export", "products")
	if n := strings.Count(exported, "\n"); n != 1200 {
		t.Errorf("%d lines exported", n)
	}
	if !strings.Contains(exported, `"gram":7.0`) {
		t.Error("7.0 did not stay 7.0")
	}
	other := withDatabase(t)
	other.ok(t, "", "import", "categories", filepath.Join(folder, "categories.jsonl"))
	other.ok(t, "", "import", "products", file("exported.jsonl", exported))
	if again := other.ok(t, "", "export", "products"); again != exported {
		t.Error("import and export do not give back what was exported")
	}
	for line := range strings.Lines(exported) {
		if !json.Valid([]byte(line)) {
			t.Fatalf("not JSON: %s", line)
		}
	}
}

// Ctrl-C ends an import at once, also one that waits for standard input.
func TestAnInterruptedImport(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	p.ok(t, "", "import", "categories", "/dev/null")
	for _, begin := range []string{"", `{"name":"Te","slug":"te"}` + "\n"} {
		cmd := p.command("import", "products", "-")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var complaints strings.Builder
		cmd.Stderr = &complaints
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = cmd.Wait()
		}()
		if _, err := io.WriteString(in, begin); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second) // most of it is over when it begins to read
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
			if status := cmd.ProcessState.ExitCode(); status != 1 || !strings.Contains(complaints.String(), "storefront: import -: ") {
				t.Errorf("after %q: status %d, %s", begin, status, &complaints)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("after %q: it waits", begin)
			_ = cmd.Process.Kill()
		}
	}
}

func TestWrongUsageIsExplained(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	for args, want := range map[string]string{
		"keys create --name x --scopes products:wrong":        "there is no scope",
		"keys create --name x --scopes all --expires 9":       "is not a period",
		"keys revoke 01994f5e-0000-7000-8000-000000000001":    "no key has this id",
		"keys pause 01994f5e-0000-7000-8000-000000000001":     "no key has this id",
		"import products /no/such/file.jsonl":                 "no such file",
		"serve --trusted-proxies nonsense":                    "nonsense",
		"serve --addr 256.0.0.1:99999":                        "99999",
		"serve --anonymous-quota 0":                           "STOREFRONT_ANONYMOUS_QUOTA",
		"serve --base-url shop.example":                       "is not an address",
		"keys create --name x --scopes all --expires 0s":      "--expires must be longer than 0s",
		"keys create --name x --scopes all --quota 400000000": "a quota is",
		"keys create --name \u200b\u200b --scopes all":        "the name of a key must have",
		"dance": "unexpected argument dance",
	} {
		_, complaints, status := p.run(t, "", strings.Fields(args)...)
		if status == 0 || !strings.Contains(complaints, want) {
			t.Errorf("storefront %s: status %d, %s", args, status, complaints)
		}
	}
}
