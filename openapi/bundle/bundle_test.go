package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A path that is not listed is reported, with the missing line.
func TestAPathThatIsNotListed(t *testing.T) {
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
	const listed = "  /api/v1/tools/hats.list: {$ref: 'paths/hats.yaml#/hats.list'}\n"
	const lacking = "  /api/v1/tools/hats.sell: {$ref: 'paths/hats.yaml#/hats.sell'}\n"
	root := write("openapi.yaml", "paths:\n"+listed+"components: {}\n")
	if _, err := Contract(root); err == nil || !strings.Contains(err.Error()+"\n", lacking) || !strings.Contains(err.Error(), "hats.yaml:2") {
		t.Error(err)
	}
	write("openapi.yaml", "paths:\n"+listed+lacking+"components: {schemas: {Problem: {properties: {code: {}}}}}\n")
	if _, err := Contract(root); err != nil {
		t.Error(err)
	}
}
