package bundle

import (
	"fmt"
	"path/filepath"
	"strings"
)

// checkPaths returns an error if a file in the folder paths next to root
// contains a path that root does not list: it would be left out silently.
func (b *bundler) checkPaths(root string) error {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(root), "paths", "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		doc, err := b.load(file)
		if err != nil {
			return err
		}
		for i := 0; i < len(doc.Content); i += 2 {
			if name := doc.Content[i].Value; !b.used[file+"#"+name] {
				return fmt.Errorf("%s:%d: %s is not listed; add this line to paths in %s:\n  %s: {$ref: 'paths/%s#/%s'}",
					file, doc.Content[i].Line, name, root, pathOf(name), filepath.Base(file), name)
			}
		}
	}
	return nil
}

// pathOf returns the path of an operation, or a placeholder if name is not one.
func pathOf(name string) string {
	if strings.Contains(name, ".") {
		return "/api/v1/tools/" + name
	}
	return "/…"
}
