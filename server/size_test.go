package server_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Sizes of what is worth a name of its own: docs/architecture.md. The upper ones are in .ci/house.
const (
	smallestFile    = 40  // lines, of a file without a build tag and without what it embeds
	smallestPackage = 300 // lines, of a package that few import
	fewestImporters = 3
	mostReasons     = 10
)

// smallFiles are the shorter files, each with its reason.
var smallFiles = map[string]string{
	"server/ops/postgres/fetch/main.go": "a program of its own: make postgres runs it before anything is built",
}

// ties are the lines that tie a file to a build tag, or to what it embeds.
var ties = regexp.MustCompile(`(?m)^//go:(build|embed) `)

// sourceFile is a file that is neither a test nor a helper of tests.
type sourceFile struct {
	path, pkg string // relative to the repository; pkg is main or another
	lines     int
	imports   []string
	tied      bool // to a build tag, or to what it embeds
}

// folder returns the folder of the file's package.
func (f sourceFile) folder() string { return path.Dir(f.path) }

// sourceFiles reads those below cmd, openapi and server.
func sourceFiles(t *testing.T) (files []sourceFile) {
	t.Helper()
	for _, root := range []string{"cmd", "openapi", "server"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(name string, d fs.DirEntry, err error) error {
			relative := strings.TrimPrefix(filepath.ToSlash(name), "../")
			switch {
			case err != nil:
				return err
			case relative == "server/test" || d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			f := sourceFile{
				path: relative, pkg: parsed.Name.Name, lines: bytes.Count(text, []byte("\n")),
				tied: ties.Match(text) || strings.HasSuffix(name, "_windows.go"),
			}
			for _, spec := range parsed.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				f.imports = append(f.imports, imported)
			}
			files = append(files, f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 100 {
		t.Fatalf("%d files were read", len(files))
	}
	return files
}

func TestFilesAreWorthAName(t *testing.T) {
	t.Parallel()
	small := smallOf(sourceFiles(t))
	for name := range smallFiles {
		if !small[name] {
			t.Errorf("%s has a reason to be short, and is not", name)
		}
		delete(small, name)
	}
	for name := range small {
		t.Errorf("%s has fewer than %d lines: what does it belong to?", name, smallestFile)
	}
	if len(smallFiles) > mostReasons {
		t.Errorf("%d reasons, of at most %d", len(smallFiles), mostReasons)
	}
}

// smallOf returns the paths of those files that are too small.
func smallOf(files []sourceFile) map[string]bool {
	small := map[string]bool{}
	for _, f := range files {
		if f.lines < smallestFile && !f.tied {
			small[f.path] = true
		}
	}
	return small
}

func TestPackagesAreWorthAName(t *testing.T) {
	t.Parallel()
	for folder, n := range thinOf(sourceFiles(t)) {
		t.Errorf("%s has %d lines and fewer than %d importers: which package is it a file of?", folder, n, fewestImporters)
	}
}

// thinOf returns the lines of those packages that are too small for the few that import them. Programs, and packages of which
// each file is tied to a system, are what they are.
func thinOf(files []sourceFile) map[string]int {
	lines, untied, importers := map[string]int{}, map[string]bool{}, map[string]map[string]bool{}
	for _, f := range files {
		folder := f.folder()
		if f.pkg != "main" {
			lines[folder] += f.lines
			untied[folder] = untied[folder] || !f.tied
		}
		for _, imported := range f.imports {
			own := strings.TrimPrefix(imported, module)
			if importers[own] == nil {
				importers[own] = map[string]bool{}
			}
			importers[own][folder] = true
		}
	}
	thin := map[string]int{}
	for folder, n := range lines {
		if n < smallestPackage && len(importers[folder]) < fewestImporters && untied[folder] {
			thin[folder] = n
		}
	}
	return thin
}

func TestTooSmallIsFound(t *testing.T) {
	t.Parallel()
	files := []sourceFile{
		{path: "server/shop/a/a.go", pkg: "a", lines: 39, imports: []string{"server/platform/b"}},
		{path: "server/shop/a/windows.go", pkg: "a", lines: 12, tied: true},
		{path: "server/platform/b/b.go", pkg: "b", lines: 40},
		{path: "server/platform/b/more.go", pkg: "b", lines: 259},
		{path: "server/platform/c/c.go", pkg: "c", lines: 300},
		{path: "cmd/d/main.go", pkg: "main", lines: 50, imports: []string{"server/platform/b", "server/shop/a"}},
		{path: "server/e/e.go", pkg: "e", lines: 400, imports: []string{"server/shop/a"}},
		{path: "server/f/f.go", pkg: "f", lines: 400, imports: []string{"server/shop/a"}},
	}
	if small := smallOf(files); len(small) != 1 || !small["server/shop/a/a.go"] {
		t.Errorf("too small are %v", small)
	}
	if thin := thinOf(files); len(thin) != 1 || thin["server/platform/b"] != 299 {
		t.Errorf("thin are %v", thin)
	}
}
