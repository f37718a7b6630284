//go:build completion

// Package completion has the scripts of the completion run in real shells.
package completion

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// words are what is typed, and what has to be offered.
var words = map[string]string{
	"storefront call products.se":             "products.search",
	"storefront call products.get --sl":       "--slug",
	"storefront call products.search --sort=": "price_desc",
	"storefront tools --scope products:":      "products:write",
	"storefront keys rev":                     "revoke",
}

func TestInFish(t *testing.T) {
	t.Parallel()
	for typed, want := range words {
		out := run(t, "fish", "-c", `storefront completion fish | source; complete --do-complete "$argv[1]"`, typed)
		if !strings.Contains(out, want) {
			t.Errorf("%q offers %s", typed, out)
		}
	}
}

// What is offered by zsh can be seen only where it is typed.
func TestInZsh(t *testing.T) {
	t.Parallel()
	for typed, want := range words {
		cmd := exec.Command("zsh", "-f", "-i")
		cmd.Env = append(environment(), "TERM=xterm", "PS1=> ", "COLUMNS=200")
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 60, Cols: 200})
		if err != nil {
			t.Fatal(err)
		}
		var seen strings.Builder
		read := make(chan string, 1000)
		go func() {
			defer close(read)
			for buffer := make([]byte, 4096); ; {
				n, err := terminal.Read(buffer)
				if err != nil {
					return
				}
				read <- string(buffer[:n])
			}
		}()
		_, _ = terminal.WriteString("autoload -Uz compinit && compinit -u -D && source <(storefront completion zsh) && echo ready$((1+1))\r")
		await(t, read, &seen, "ready2")
		seen.Reset()
		_, _ = terminal.WriteString(typed + "\t\t")
		await(t, read, &seen, want)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		terminal.Close()
	}
}

func await(t *testing.T, read <-chan string, seen *strings.Builder, want string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for !strings.Contains(seen.String(), want) {
		select {
		case more, open := <-read:
			if !open {
				t.Fatalf("no %s in %q", want, seen)
			}
			seen.WriteString(more)
		case <-deadline:
			t.Fatalf("no %s in %q", want, seen)
		}
	}
}

func environment() []string {
	return append(os.Environ(), "PATH="+filepath.Dir(os.Getenv("TESTED_PROGRAM"))+":"+os.Getenv("PATH"))
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(environment(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}
