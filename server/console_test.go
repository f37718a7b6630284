package server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// What the owner's console may weigh, gzipped, in kB, for a browser, which loads it in one language: all that is fetched
// before the first page is shown, and everything. What is committed and embedded is more.
const (
	firstPageKB  = 50
	allOfItKB    = 180
	runTimeParts = 3
)

// consoleSources returns the source of the console by its path below console/src.
func consoleSources(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "console", "src")
	sources := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		relative := strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(root)+"/")
		sources[relative] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// TestTheConsoleKeepsItsLayout checks which files of the console import which: lib
// nothing of the others, parts no page, and no page another.
func TestTheConsoleKeepsItsLayout(t *testing.T) {
	t.Parallel()
	imported := regexp.MustCompile(`(?:from|import\()\s*'(\.[^']+)'`)
	for name, text := range consoleSources(t) {
		folder, _, _ := strings.Cut(name, "/")
		for _, found := range imported.FindAllStringSubmatch(text, -1) {
			to := path.Join(path.Dir(name), found[1])
			toFolder, _, _ := strings.Cut(to, "/")
			switch {
			case folder == "lib" && (toFolder == "parts" || toFolder == "pages"),
				folder == "parts" && toFolder == "pages",
				folder == "pages" && toFolder == "pages" && consolePage(to) != consolePage(name):
				t.Errorf("console/src/%s imports %s", name, to)
			}
		}
	}
}

// consolePage is the page that a file belongs to: pages/orders.tsx and pages/orders/list.tsx to orders.
func consolePage(name string) string {
	_, rest, _ := strings.Cut(name, "/")
	page, _, _ := strings.Cut(rest, "/")
	return strings.TrimSuffix(page, ".tsx")
}

// TestOnlyOnePlaceOfTheConsoleCalls checks that the bearer leaves the console in two
// files alone, and that no stored text can become markup.
func TestOnlyOnePlaceOfTheConsoleCalls(t *testing.T) {
	t.Parallel()
	calls := regexp.MustCompile(`\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket|EventSource\(`)
	markup := regexp.MustCompile(`dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle=\{|\bstyle="`)
	for name, text := range consoleSources(t) {
		if calls.MatchString(text) && name != "lib/api.ts" && name != "lib/session.ts" {
			t.Errorf("console/src/%s calls: %q", name, calls.FindString(text))
		}
		if found := markup.FindString(text); found != "" && !strings.HasSuffix(name, ".css") {
			t.Errorf("console/src/%s has %q", name, found)
		}
	}
}

// TestTheConsoleAsksForPersonalDataOnce checks that each operation whose look leaves a
// trace is among those that the console never repeats by itself.
func TestTheConsoleAsksForPersonalDataOnce(t *testing.T) {
	t.Parallel()
	loaded, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	text := consoleSources(t)["lib/answers.ts"]
	_, list, _ := strings.Cut(text, "leavesTrace: ")
	for _, op := range loaded.Tools() {
		if listed := strings.Contains(list, "'"+op.Name+"'"); listed != (op.PersonalData && op.ReadOnly) {
			t.Errorf("%s is in leavesTrace: %v; x-personal-data: %v, read-only: %v", op.Name, listed, op.PersonalData, op.ReadOnly)
		}
	}
}

// TestTheConsoleHasTheColoursOfTheShop compares the two style sheets.
func TestTheConsoleHasTheColoursOfTheShop(t *testing.T) {
	t.Parallel()
	colours := func(sheet string) []string {
		return regexp.MustCompile(`--[a-z-]+: #[0-9a-f]+`).FindAllString(sheet, -1)
	}
	sheet, err := os.ReadFile(filepath.Join("site", "assets", "style.css"))
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := colours(consoleSources(t)["style.css"]), colours(string(sheet))
	if len(theirs) < 20 || !slices.Equal(ours, theirs) {
		t.Errorf("the console has %v, the shop %v", ours, theirs)
	}
}

// TestTheConsoleIsSmall weighs what a browser fetches in each language, which has the
// texts of no other, and counts the packages that run with the owner's key.
func TestTheConsoleIsSmall(t *testing.T) {
	t.Parallel()
	built := filepath.Join("..", "gen", "console")
	page, err := os.ReadFile(filepath.Join(built, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(built, "assets", "*"))
	linked := regexp.MustCompile(`assets/([a-z0-9.-]+)`).FindAllStringSubmatch(string(page), -1)
	static := regexp.MustCompile(`(?m)^import [^(]*?["']\./([^"']+)["']`)
	for language, other := range map[string]string{"en": "da", "da": "en"} {
		sizes, texts := map[string]int{}, map[string]string{}
		for _, path := range names {
			name := filepath.Base(path)
			if strings.HasSuffix("."+name, "."+other+".js") {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte("texts(")) {
				t.Errorf("%s chooses between texts", name)
			}
			sizes[name], texts[name] = zipped(t, text), string(text)
		}
		first := map[string]bool{"main." + language + ".js": true, "activity." + language + ".js": true} // what index.js imports, and that at once
		for _, found := range linked {
			first[found[1]] = true
		}
		for grown := 0; grown < len(first); { // and what they import
			grown = len(first)
			for name := range maps.Clone(first) {
				for _, found := range static.FindAllStringSubmatch(texts[name], -1) {
					first[found[1]] = true
				}
			}
		}
		before, all := 0, 0
		for name := range first {
			if sizes[name] == 0 {
				t.Errorf("%s: %s is not there", language, name)
			}
			before += sizes[name]
		}
		for _, size := range sizes {
			all += size
		}
		t.Logf("%s: first page %d B, all %d B gzipped, of %d files", language, before, all, len(sizes))
		if before > firstPageKB*1000 || all > allOfItKB*1000 {
			t.Errorf("%s: first page %d B gzipped of at most %d kB, all %d B of at most %d kB", language, before, firstPageKB, all, allOfItKB)
		}
	}

	var manifest struct{ Dependencies map[string]string }
	text, err := os.ReadFile(filepath.Join("..", "console", "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil || len(manifest.Dependencies) != runTimeParts {
		t.Errorf("console/package.json: %v has %d packages that run; want %d", err, len(manifest.Dependencies), runTimeParts)
	}
}

func zipped(t *testing.T, text []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
