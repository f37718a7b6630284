package server_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What calls make gets its id from its transaction, so that a sandbox can decide all of them. New ids
// are made elsewhere only of what is not data: requests, a process.
func TestIDsComeFromOnePlace(t *testing.T) {
	t.Parallel()
	allowed := []string{"platform/store/store.go", "platform/call/call.go", "begin.go", "platform/tracing/otlp.go"}
	makes := regexp.MustCompile(`\buuid\.New(V6|V7|UUID|Random|String)?\(`)
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if path = filepath.ToSlash(path); makes.Match(text) {
			found = append(found, path)
			if !slices.Contains(allowed, path) {
				t.Errorf("%s makes an id: take that of the transaction, tx.NewID", path)
			}
		}
		return err
	})
	if err != nil || len(found) != len(allowed) {
		t.Errorf("%q, %v", found, err)
	}
}
