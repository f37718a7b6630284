//go:build container

// Package container tests the image without a container engine: the commands of the Dockerfile build a
// root, and its program runs there as the image's user. It has to run as root: make test-container.
package container

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestTheImage(t *testing.T) {
	i := build(t, "VERSION=1.2.3", "COMMIT=abc", "DATE=2026-01-02T03:04:05Z")
	t.Run("has the program, certificates and /tmp alone", func(t *testing.T) { verifyFiles(t, i.root) })
	t.Run("has a static program", func(t *testing.T) { verifyStatic(t, filepath.Join(i.root, "storefront")) })
	t.Run("says which build it is", func(t *testing.T) {
		var build struct{ Version, Commit, Date string }
		if err := json.Unmarshal([]byte(run(t, i.command([]string{i.start[0], "version", "--json"}))), &build); err != nil {
			t.Fatal(err)
		}
		if build.Version != "1.2.3" || build.Commit != "abc" || build.Date != "2026-01-02T03:04:05Z" {
			t.Errorf("%+v", build)
		}
	})
	t.Run("says that it needs a database", func(t *testing.T) {
		out, err := i.command(i.start, "STOREFRONT_ADMIN_ADDR=off", fmt.Sprint("STOREFRONT_ADDR=127.0.0.1:", servertest.FreePort(t))).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "DATABASE_URL") || strings.Contains(string(out), "goroutine ") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("serves", func(t *testing.T) { serve(t, i) })
}

func verifyFiles(t *testing.T, root string) {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		info, err := entry.Info()
		found = append(found, info.Mode().String()+" "+strings.TrimPrefix(path, root))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"drwxr-xr-x /etc", "drwxr-xr-x /etc/ssl", "drwxr-xr-x /etc/ssl/certs", "-rw-r--r-- /etc/ssl/certs/ca-certificates.crt",
		"-rwxr-xr-x /storefront", "dtrwxrwxrwx /tmp",
	}
	if !slices.Equal(found, want) {
		t.Errorf("the image has\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

func verifyStatic(t *testing.T, path string) {
	t.Helper()
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, part := range file.Progs {
		if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
			t.Errorf("the program is linked dynamically: it has %v", part.Type)
		}
	}
}

// serve runs a container on an empty database until it is stopped.
func serve(t *testing.T, i *image) {
	t.Helper()
	database := newServer(t)
	port := servertest.FreePort(t)
	// As compose.yaml gives them.
	env := []string{
		fmt.Sprint("STOREFRONT_ADDR=:", port), "STOREFRONT_ADMIN_ADDR=off", "DATABASE_URL=" + database.url, "PGPASSWORD=" + password,
		"STOREFRONT_SECRETS_KEY=", "STOREFRONT_BASE_URL=", "STOREFRONT_DEMO=false",
	}
	log := &servertest.Log{}
	container := i.command(i.start, env...)
	container.Stderr = log
	if err := container.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = container.Process.Kill(); _ = container.Wait() })
	healthy := func() bool { return i.command(i.health, env...).Run() == nil }
	servertest.Eventually(t, time.Minute, healthy)

	key := strings.TrimSpace(run(t, i.command([]string{i.start[0], "keys", "create", "--name", "first", "--scopes", "all"}, env...)))
	address := fmt.Sprint("http://127.0.0.1:", port)
	answer, err := crowd.Address(address).Send(t.Context(), key, "settings.get", map[string]any{}, "")
	if err != nil || answer.Status != http.StatusOK {
		t.Errorf("settings.get with the key %q: %v, status %d", key, err, answer.Status)
	}
	page, err := http.Get(address + "/sitemap.xml") // which is made in /tmp
	if err != nil || page.StatusCode != http.StatusOK {
		t.Errorf("/sitemap.xml: %v, %v\n%s", err, page, log)
	}
	_ = page.Body.Close()

	database.stop()
	servertest.Eventually(t, time.Minute, func() bool { return !healthy() })
	if err := container.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := container.Wait(); err != nil {
		t.Errorf("the service ended with %v\n%s", err, log)
	}
}

func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, complaints.String())
	}
	return string(out)
}
