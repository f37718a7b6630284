//go:build release

// Package release tests what goreleaser has made in the folder RELEASE: make test-release.
package release

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// systems are those that a release is for.
var systems = []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"}

// files are those of an archive.
var files = []string{
	"CHANGELOG.md", "LICENSE", "README.md", "completions/_storefront", "completions/storefront.bash", "completions/storefront.fish",
	"storefront",
}

func TestTheArchives(t *testing.T) {
	for _, system := range systems {
		t.Run(system, func(t *testing.T) {
			folder := unpack(t, one(t, "storefront_*_"+system+".tar.gz"))
			verifyFiles(t, folder)
			program := filepath.Join(folder, "storefront")
			verifyComponents(t, program, one(t, "storefront_*_"+system+".sbom.json"))
			if system == runtime.GOOS+"_"+runtime.GOARCH {
				verifyProgram(t, folder, program)
			}
		})
	}
}

func TestTheChecksums(t *testing.T) {
	listed := 0
	for line := range strings.Lines(read(t, one(t, "checksums.txt"))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed++
		if got := sha256.Sum256([]byte(read(t, one(t, name)))); hex.EncodeToString(got[:]) != sum {
			t.Errorf("%s has another checksum", name)
		}
	}
	if listed != 2*len(systems) {
		t.Errorf("%d files have a checksum, want an archive and a list of components for each of %q", listed, systems)
	}
}

func verifyFiles(t *testing.T, folder string) {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, strings.TrimPrefix(path, folder+"/"))
		}
		return err
	})
	slices.Sort(found)
	if err != nil || !slices.Equal(found, files) {
		t.Errorf("%v: the archive has %q, want %q", err, found, files)
	}
}

// verifyComponents compares the list of components with the modules that the program itself lists.
func verifyComponents(t *testing.T, program, list string) {
	t.Helper()
	var said struct {
		BomFormat  string
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal([]byte(read(t, list)), &said); err != nil || said.BomFormat != "CycloneDX" {
		t.Fatalf("%s: %v, a list in the format %q", list, err, said.BomFormat)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"std " + info.GoVersion}
	for _, module := range info.Deps {
		want = append(want, module.Path+" "+module.Version)
	}
	var got []string
	for _, c := range said.Components {
		got = append(got, c.Name+" "+c.Version)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || len(got) < 20 {
		t.Errorf("the components are\n%q\nwant\n%q", got, want)
	}
}

// verifyProgram runs the program of this system, and reads its page.
func verifyProgram(t *testing.T, folder, program string) {
	t.Helper()
	var build struct {
		Version, Commit, Date string
		Modified              bool
	}
	if err := json.Unmarshal(output(t, program, "version", "--json"), &build); err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(output(t, "git", "rev-parse", "HEAD")))
	version := strings.Split(filepath.Base(folder), "_")[1]
	if build.Version != version || build.Commit != commit || build.Date == "" {
		t.Errorf("the program is %+v, want version %s and commit %s", build, version, commit)
	}
	for shell, file := range map[string]string{"bash": "storefront.bash", "zsh": "_storefront", "fish": "storefront.fish"} {
		if script := output(t, program, "completion", shell); string(script) != read(t, filepath.Join(folder, "completions", file)) {
			t.Errorf("%s is not what the program prints", file)
		}
	}
	if tools := output(t, program, "tools"); !strings.Contains(string(tools), "products.search") {
		t.Errorf("the tools are\n%s", tools)
	}
}

// unpack unpacks an archive and returns the only folder in it.
func unpack(t *testing.T, path string) string {
	t.Helper()
	packed, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Uname != "root" || header.Gname != "root" {
			t.Errorf("%s belongs to %s:%s", header.Name, header.Uname, header.Gname)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		if !filepath.IsLocal(header.Name) {
			t.Fatalf("the archive has a file %s", header.Name)
		}
		name := filepath.Join(to, header.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, content, header.FileInfo().Mode())); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(to, strings.TrimSuffix(filepath.Base(path), ".tar.gz"))
}

// one returns the only file of the release with this name.
func one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(os.Getenv("RELEASE"), pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %q", pattern, err, found)
	}
	return found[0]
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func output(t *testing.T, name string, arguments ...string) []byte {
	t.Helper()
	out, err := exec.Command(name, arguments...).Output()
	if err != nil {
		t.Fatalf("%s %q: %v", name, arguments, err)
	}
	return out
}
