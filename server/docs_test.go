package server_test

import (
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"
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
