//go:build program

package main_test

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/ops/sandbox"
)

var (
	shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")
	yamlBlock  = regexp.MustCompile("(?s)```yaml\n(.*?)```")
)

// The commands of docs/contract.md work as they are there, but for the
// address and the keys, and so do those of the job that the page calls.
func TestThePageAboutContractTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/contract.md")
	if err != nil {
		t.Fatal(err)
	}
	p := withDatabase(t).with("STOREFRONT_ANONYMOUS_QUOTA=100000", "STOREFRONT_PAGES_QUOTA=100000", "STOREFRONT_AUTH_ATTEMPT_QUOTA=100000", "STOREFRONT_KEY_QUOTA=100000")
	s := p.serve(t, "--demo")
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(p.path, filepath.Join(folder, "bin", "storefront")); err != nil {
		t.Fatal(err)
	}
	run := func(script string) string {
		cmd := p.command()
		cmd.Path, cmd.Args, cmd.Dir = "/bin/sh", []string{"sh", "-ec", script}, folder
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
		return string(out)
	}

	_, text, _ = bytes.Cut(text, []byte("\n## How do I test a deployment?\n"))
	var blocks []string
	for _, found := range shellBlock.FindAllSubmatch(text, -1) {
		blocks = append(blocks, strings.ReplaceAll(string(found[1]), "https://shop.example", s.url))
	}
	const build = "go build -o bin/storefront ./cmd/storefront"
	if len(blocks) != 5 || blocks[0] != build+"\n" {
		t.Fatalf("%q", blocks)
	}
	if out := run(blocks[1]); !strings.Contains(out, "there is no --key") {
		t.Errorf("without a key:\n%s", out)
	}
	keys := keyPattern.FindAllString(run(blocks[2]), -1)
	if len(keys) != 2 {
		t.Fatalf("%q", keys)
	}
	exported, rest, _ := strings.Cut(blocks[3], "bin/")
	for _, key := range keys {
		exported = strings.Replace(exported, "sfk_…", key, 1)
	}
	for _, block := range []string{"bin/" + rest, blocks[4]} {
		if out := run(exported + block); strings.Contains(out, "there is no --") || !strings.Contains(out, ", 0 of them broken.") {
			t.Errorf("%s:\n%s", block, out)
		}
	}

	steps := calledJob(t, yamlBlock.FindSubmatch(text)[1])
	if len(steps) != 2 || steps[0] != build {
		t.Fatalf("%q", steps)
	}
	job := "export BASE_URL=" + s.url + "\n" + steps[1]
	if out := run("export STOREFRONT_KEY= STOREFRONT_NARROW_KEY= WRITE=\n" + job); !strings.Contains(out, "there is no --key") { // secrets that are not set
		t.Errorf("the job without secrets:\n%s", out)
	}
	if out := run(exported + "export WRITE=yes\n" + job); strings.Contains(out, "use --write") || !strings.Contains(out, ", 0 of them broken.") {
		t.Errorf("the job that writes:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(folder, "contract.xml")); err != nil {
		t.Error(err)
	}
}

// workflow is the part of a workflow that the page and its job have to agree on.
type workflow struct {
	On struct {
		Call struct {
			Inputs, Secrets map[string]struct{ Required bool }
		} `yaml:"workflow_call"`
	}
	Jobs struct {
		Contract struct {
			Uses          string
			With, Secrets map[string]any
			Steps         []struct{ Run string }
		}
	}
}

// calledJob returns the commands of the workflow that the page calls, after
// checking that it is called with what it takes.
func calledJob(t *testing.T, page []byte) (commands []string) {
	t.Helper()
	var caller, called workflow
	if err := yaml.Unmarshal(page, &caller); err != nil {
		t.Fatal(err)
	}
	file, ours := strings.CutPrefix(caller.Jobs.Contract.Uses, "storefront/storefront/")
	file, version, _ := strings.Cut(file, "@")
	if !ours || version != caller.Jobs.Contract.With["version"] {
		t.Errorf("uses %q with %v", caller.Jobs.Contract.Uses, caller.Jobs.Contract.With)
	}
	text, err := os.ReadFile(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &called); err != nil {
		t.Fatal(err)
	}
	for name, input := range called.On.Call.Inputs {
		if _, given := caller.Jobs.Contract.With[name]; input.Required && !given {
			t.Errorf("the page does not give %s", name)
		}
	}
	for name := range caller.Jobs.Contract.With {
		if _, taken := called.On.Call.Inputs[name]; !taken {
			t.Errorf("the job takes no %s", name)
		}
	}
	for name := range caller.Jobs.Contract.Secrets {
		if _, taken := called.On.Call.Secrets[name]; !taken {
			t.Errorf("the job takes no secret %s", name)
		}
	}
	for _, step := range called.Jobs.Contract.Steps {
		if step.Run != "" {
			commands = append(commands, step.Run)
		}
	}
	return commands
}

// The keys of docs/start.md are those of a sandbox, and its script for a CI job runs as it stands there, but
// for the port.
func TestThePageAboutTheSandbox(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	page, secrets := string(text), map[string]bool{}
	for _, k := range sandbox.Keys() {
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
