package server_test

import (
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
