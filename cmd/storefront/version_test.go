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
