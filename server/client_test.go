package server_test

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
)

// clientModule is the Go client, a module in gen/client that requires nothing of
// the service. So its tests take addresses of shops, and are run from here.
const clientModule = module + "gen/client"

func TestTheClient(t *testing.T) {
	t.Parallel()
	// The files are read here first: go test remembers a result until a file that the
	// test itself has read changes, and does not see what the commands below read.
	published := publishClient(t)
	shop := servertest.New(t, servertest.Options{})
	t.Run("its own tests", func(t *testing.T) {
		limited := func(refill time.Duration) func(*config.Serve) {
			return func(c *config.Serve) { c.Limits.AnonymousQuota, c.Limits.AnonymousRefill = 1, refill }
		}
		quick := servertest.New(t, servertest.Options{Config: limited(time.Second)})
		slow := quick.Beside(t, servertest.Options{Config: limited(time.Hour)})
		output(t, "../gen/client", []string{
			"SHOP=" + shop.URL, "SHOP_KEY=" + shop.Key(t, "all"), "SHOP_CALL_A_SECOND=" + quick.URL, "SHOP_CALL_AN_HOUR=" + slow.URL,
		}, "go", "test", "./...")
	})
	t.Run("in an empty module", func(t *testing.T) { importClient(t, shop, published) })
}

// publishClient returns a folder to be a GOPROXY, with the client as a release has it.
func publishClient(t *testing.T) string {
	t.Helper()
	const source, version = "../gen/client", "v1.0.0"
	proxy := t.TempDir()
	folder := filepath.Join(proxy, clientModule, "@v")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(source)
	if err != nil {
		t.Fatal(err)
	}
	var archive strings.Builder
	packed := zip.NewWriter(&archive)
	for _, f := range files {
		w, err := packed.Create(clientModule + "@" + version + "/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(fileText(t, filepath.Join(source, f.Name())))); err != nil {
			t.Fatal(err)
		}
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":            version,
		version + ".info": `{"Version": "` + version + `"}`,
		version + ".mod":  fileText(t, filepath.Join(source, "go.mod")),
		version + ".zip":  archive.String(),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return proxy
}

// importClient does what docs/clients.md says, in a new module: it gets the client
// with three other modules, and calls the shop with the code of that page.
func importClient(t *testing.T, shop *servertest.Server, published string) {
	said := regexp.MustCompile("(?s)\n## Go: gen/client\n.*?```sh\n(.*?)```.*?```go\n(.*?)```").FindStringSubmatch(fileText(t, "../docs/clients.md"))
	if said == nil {
		t.Fatal("docs/clients.md does not say how the client is imported")
	}
	known := strings.TrimSpace(output(t, ".", nil, "go", "env", "GOMODCACHE")) + "/cache/download"
	empty := t.TempDir()
	// Nothing is asked of the network, and nothing of the client stays on the machine.
	env := []string{
		"GOPROXY=file://" + published + ",file://" + known, "GONOPROXY=none", "GOSUMDB=off", "GOWORK=off",
		"GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw -trimpath",
	}
	output(t, empty, env, "go", "mod", "init", "example.com/agent")
	output(t, empty, env, strings.Fields(said[1])...)
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal([]byte(output(t, empty, env, "go", "mod", "edit", "-json")), &mod); err != nil {
		t.Fatal(err)
	}
	var required []string
	for _, r := range mod.Require {
		required = append(required, r.Path)
	}
	if want := []string{"github.com/google/uuid", "github.com/oapi-codegen/nullable", "github.com/oapi-codegen/runtime", clientModule}; !slices.Equal(required, want) {
		t.Errorf("the module requires %q, want %q", required, want)
	}

	program := `package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"` + clientModule + `"
)

func main() {
	if err := change(context.Background(), os.Getenv("SHOP_KEY")); err != nil {
		fmt.Println(err)
	}
}

func change(ctx context.Context, key string) error {
` + strings.ReplaceAll(said[2], "https://shop.example", shop.URL) + `
	return nil
}
`
	if err := os.WriteFile(filepath.Join(empty, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	output(t, empty, env, "go", "build", "-o", "agent", ".")
	agent := filepath.Join(empty, "agent")
	if got := output(t, empty, []string{"SHOP_KEY="}, agent); !strings.HasPrefix(got, "authentication_required: ") {
		t.Errorf("without a key the program prints %q", got)
	}
	before := len(shop.Succeeded(t, "orders.create"))
	got := output(t, empty, []string{"SHOP_KEY=" + shop.Key(t, "all")}, agent)
	if placed := len(shop.Succeeded(t, "orders.create")) - before; got != "" || placed != 1 {
		t.Errorf("with a key the program prints %q, and places %d orders", got, placed)
	}
}

// output runs a command in a folder and returns what it prints. It has to succeed.
func output(t *testing.T, folder string, env []string, command ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s%s", command, err, out, problems.String())
	}
	return string(out)
}
