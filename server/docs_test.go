package server_test

import (
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The example of docs/adding-an-operation.md is the code: each line of a block
// is in the file that is named before the block.
func TestTheExampleOfTheDocsIsTheCode(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/adding-an-operation.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)\n`([^`\n]+)`\n\n```[a-z]+\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) < 6 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, block := range blocks {
		path := string(block[1])
		file, err := os.ReadFile("../" + path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(block[2])) {
			if !strings.Contains(string(file), line) {
				t.Errorf("%s does not have the line %q of docs/adding-an-operation.md", path, line)
			}
		}
	}
}

// Each picture of docs/pictures is on a page, with a text for those who do not see it.
func TestThePicturesAreOnPages(t *testing.T) {
	t.Parallel()
	for picture, page := range map[string]string{"shop": "../README.md", "reference": "../docs/contract.md", "terminal": "../docs/start.md"} {
		link := regexp.MustCompile(`!\[[^\]]+\]\((docs/)?pictures/` + picture + `\.png\)`)
		if !link.MatchString(fileText(t, page)) {
			t.Errorf("%s does not show %s", page, picture)
		}
		if _, err := png.DecodeConfig(strings.NewReader(fileText(t, "../docs/pictures/"+picture+".png"))); err != nil {
			t.Errorf("%s: %v", picture, err)
		}
	}
}

// Every link from a page to a file of the repository leads to it, and to a heading that it has. Lines of prose have 120
// characters at most.
func TestLinksAndLinesOfThePages(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/*.md")
	decisions, _ := filepath.Glob("../docs/decisions/*.md") // the pattern is right
	if err != nil || len(pages) < 12 || len(decisions) < 20 {
		t.Fatal(err, pages, decisions)
	}
	pages = append(append(pages, decisions...), "../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "../CHANGELOG.md")
	link := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	for _, page := range pages {
		text := regexp.MustCompile("(?ms)^ *```.*?^ *```$").ReplaceAllString(fileText(t, page), "")
		for line := range strings.Lines(text) {
			if long := utf8.RuneCountInString(strings.TrimRight(line, "\n")); long > 120 && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s: a line of %d characters: %s", page, long, line)
			}
		}
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			to, heading := found[1], found[2]
			if strings.Contains(to, ":") {
				continue // another site
			}
			file := page
			if to != "" {
				file = filepath.Join(filepath.Dir(page), to)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if heading != "" && !slices.Contains(headings(t, file), heading) {
				t.Errorf("%s: %s has no heading #%s", page, to, heading)
			}
		}
	}
}

// headings returns the addresses of the headings of a page, as GitHub makes them.
func headings(t *testing.T, page string) (all []string) {
	t.Helper()
	for _, found := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(fileText(t, page), -1) {
		address := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, found[1])
		all = append(all, address)
	}
	return all
}
