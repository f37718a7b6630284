package main_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

func TestVersionTellsWhichBuildItIs(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	var build struct{ Version, Go, Platform string }
	if err := json.Unmarshal([]byte(p.ok(t, "", "version", "--json")), &build); err != nil {
		t.Fatal(err)
	}
	if build.Version == "" || strings.HasPrefix(build.Version, "v") || build.Go != runtime.Version() || build.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("%+v", build)
	}
	if text := p.ok(t, "", "version"); !strings.HasPrefix(text, "storefront "+build.Version+"\n") {
		t.Error(text)
	}
}

// The page of the manual names what the help does.
func TestTheManualHasEveryCommand(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	page := strings.ReplaceAll(p.ok(t, "", "man"), `\-`, "-")
	_, listed, _ := strings.Cut(p.ok(t, "", "--help"), "Commands:\n")
	found := 0
	for line := range strings.Lines(listed) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "  "), "  "); ok && name != "" && strings.HasPrefix(line, "  ") {
			found++
			if !strings.Contains(page, "\n.SS \"storefront "+name) {
				t.Errorf("the page has no command %s", name)
			}
		}
	}
	if found < 20 {
		t.Errorf("the help lists %d commands:\n%s", found, listed)
	}
}
