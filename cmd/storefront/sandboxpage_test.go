package main_test

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/ops/sandbox"
)

// The keys of docs/sandbox.md are those of the program, and its job for a CI runs as it stands there, but
// for the port.
func TestThePageAboutTheSandbox(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	page, secrets := string(text), map[string]bool{}
	for _, k := range sandbox.Keys() {
		name := "`" + k.Name + "`"
		if k.Name == "all" {
			name = "all of them"
		}
		if row := "| " + name + " | `" + k.Secret + "` |\n"; !strings.Contains(page, row) {
			t.Errorf("the page lacks %s", row)
		}
		secrets[k.Secret] = true
	}
	for _, key := range keyPattern.FindAllString(page, -1) {
		if !secrets[key] {
			t.Errorf("the page has the key %s, which is none", key)
		}
	}
	p := newSandbox(t)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(p.path, filepath.Join(folder, "bin", "storefront")); err != nil {
		t.Fatal(err)
	}
	var job string
	for _, found := range shellBlock.FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(found[1], "set -e\n") {
			job = found[1]
		}
	}
	const build = "go build -o bin/storefront ./cmd/storefront\n"
	if !strings.Contains(job, build) {
		t.Fatalf("no job is on the page: %q", job)
	}
	job = strings.ReplaceAll(strings.Replace(job, build, "", 1), "127.0.0.1:18080", freeAddress(t))
	cmd := p.command()
	cmd.Path, cmd.Args, cmd.Dir = "/bin/sh", []string{"sh", "-ec", job}, folder
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), ", 0 of them broken.") || strings.Contains(string(out), "use --write") {
		t.Errorf("the job: %v\n%s", err, out)
	}
	wantSameJob(t, job, yamlBlock.FindStringSubmatch(page)[1])
}

// wantSameJob compares the commands of the workflow with those of the script.
func wantSameJob(t *testing.T, script, workflow string) {
	t.Helper()
	var parsed struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Unmarshal([]byte(workflow), &parsed); err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`)
	script = address.ReplaceAllString(script, "ADDRESS")
	commands := 0
	for _, step := range parsed.Jobs["tests"].Steps {
		for line := range strings.Lines(step.Run) {
			line = strings.TrimSpace(strings.ReplaceAll(address.ReplaceAllString(line, "ADDRESS"), "storefront/bin/", "bin/"))
			if strings.HasPrefix(line, "go build") || strings.HasPrefix(line, "make test") {
				continue
			}
			if commands++; !strings.Contains(script, line) {
				t.Errorf("the script lacks %s", line)
			}
		}
	}
	if commands != 4 {
		t.Errorf("%d commands", commands)
	}
}

// freeAddress returns an address on which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
