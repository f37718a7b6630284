package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")
	jobStep    = regexp.MustCompile(`(?m)^ +- run: (.*)$`)
)

// The commands of docs/contract-tests.md work as they are there, in the shell and
// in the job, but for the address and the keys.
func TestThePageAboutContractTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/contract-tests.md")
	if err != nil {
		t.Fatal(err)
	}
	p := newProgram(t).with("STOREFRONT_ANONYMOUS_QUOTA=100000", "STOREFRONT_PAGES_QUOTA=100000", "STOREFRONT_AUTH_ATTEMPT_QUOTA=100000")
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

	steps := jobStep.FindAllStringSubmatch(string(text), -1)
	if len(steps) != 2 || steps[0][1] != build {
		t.Fatalf("%q", steps)
	}
	run("export STOREFRONT_KEY= STOREFRONT_NARROW_KEY=\n" + strings.ReplaceAll(steps[1][1], "https://shop.example", s.url)) // secrets that are not set
	if _, err := os.Stat(filepath.Join(folder, "contract.xml")); err != nil {
		t.Error(err)
	}
}
