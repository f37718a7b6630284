package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The operations are those of the folder paths. An operation without its tag is reported with the missing line, and so
// is a document that is not listed.
func TestThePathsAreListed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, rule := range additions {
		write(rule.file, "responses: {}\n")
	}
	write("paths/hats.yaml", "hats.list: {post: {}}\nhats.sell: {post: {}}\n")
	write("paths/caps.yaml", "caps.list: {post: {}}\nindex: {get: {}}\n")
	const caps, hats, index = "  - {name: caps}\n", "  - {name: hats}\n", "  /: {$ref: 'paths/caps.yaml#/index'}\n"
	const components = "components: {schemas: {Problem: {properties: {code: {}}}}}\n"
	root := write("openapi.yaml", "tags:\n"+caps+"paths:\n"+index+components)
	if _, err := Contract(root); err == nil || !strings.HasSuffix(err.Error(), "tags in "+root+":\n  - {name: hats, description: …}") || !strings.Contains(err.Error(), "hats.yaml:1") {
		t.Error(err)
	}
	write("openapi.yaml", "tags:\n"+hats+caps+"paths: {}\n"+components)
	if _, err := Contract(root); err == nil || !strings.HasSuffix(err.Error(), "paths in "+root+":\n  /…: {$ref: 'paths/caps.yaml#/index'}") || !strings.Contains(err.Error(), "caps.yaml:2") {
		t.Error(err)
	}
	write("openapi.yaml", "tags:\n"+hats+caps+"paths:\n"+index+components)
	doc, err := Contract(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for path := range entries(dig(doc, "paths")) {
		got = append(got, path)
	}
	if want := []string{"/api/v1/tools/hats.list", "/api/v1/tools/hats.sell", "/api/v1/tools/caps.list", "/"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
