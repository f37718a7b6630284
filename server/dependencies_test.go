package server_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEachDependencyHasItsReason compares the modules that the service, its client
// and its load require directly with those in the decision about dependencies.
func TestEachDependencyHasItsReason(t *testing.T) {
	t.Parallel()
	const page = "../docs/decisions/0003-dependencies.md"
	explained, required := explainedModules(t, page), []string{}
	for file, least := range map[string]int{"../go.mod": 20, "../gen/client/go.mod": 2, "../tests/load/go.mod": 5} {
		direct := directRequires(t, file)
		if len(direct) < least {
			t.Errorf("%s requires %q", file, direct)
		}
		for _, module := range direct {
			if !slices.Contains(explained, module) {
				t.Errorf("%s requires %s, and %s does not say why", file, module, page)
			}
		}
		required = append(required, direct...)
	}
	for _, module := range explained {
		if !slices.Contains(required, module) {
			t.Errorf("%s explains %s, which no go.mod requires directly", page, module)
		}
	}
}

// directRequires returns the modules of go.mod in the short form of the docs:
// without github.com and without the major version. Those of this repository are left out.
func directRequires(t *testing.T, file string) (modules []string) {
	t.Helper()
	major := regexp.MustCompile(`/v[0-9]+$`)
	for line := range strings.Lines(fileText(t, file)) {
		fields := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(fields) == 2 && strings.HasPrefix(fields[1], "v") && fields[0]+"/" != module { // indirect ones have a comment
			modules = append(modules, major.ReplaceAllString(strings.TrimPrefix(fields[0], "github.com/"), ""))
		}
	}
	return modules
}

// explainedModules returns the modules in the first column of the table.
func explainedModules(t *testing.T, page string) (modules []string) {
	t.Helper()
	for line := range strings.Lines(fileText(t, page)) {
		if cells := strings.Split(line, "|"); len(cells) == 4 && strings.Contains(cells[1], "/") {
			modules = append(modules, strings.Split(strings.TrimSpace(cells[1]), ", ")...)
		}
	}
	return modules
}

func fileText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
