package bundle

import (
	"fmt"
	"path/filepath"
	"strings"
)

// checkPaths returns an error when a file of the folder paths beside root
// describes a path that root does not list: it would be left out in silence.
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

// pathOf returns the path of an operation; that of anything else is not known.
func pathOf(name string) string {
	if strings.Contains(name, ".") {
		return "/api/v1/tools/" + name
	}
	return "/…"
}
