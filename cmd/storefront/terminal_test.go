//go:build program

package main_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

func onATerminal(t *testing.T, p, at *program) {
	t.Helper()
	colour := "\x1b["
	shown, status := onScreen(t, at, nil, "call", "products.get", "--slug", "round-metal").end()
	if status != 0 || !strings.Contains(shown, colour) || !strings.Contains(shown, "\n  ") {
		t.Errorf("status %d: %q", status, shown)
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		shown, _ := onScreen(t, p.with(append([]string{env}, at.env...)...), nil, "call", "products.get", "--slug", "round-metal").end()
		if strings.Contains(shown, colour) || !strings.Contains(shown, `"slug": "round-metal"`) {
			t.Errorf("%s: %q", env, shown)
		}
	}
	shown, status = onScreen(t, at, nil, "call", "products.search", "--limit", "1000").end()
	if status != 3 || !strings.Contains(shown, "validation_failed") || !strings.Contains(shown, "/limit") || strings.Contains(shown, `"resolution"`) {
		t.Errorf("status %d: %q", status, shown)
	}

	var key strings.Builder
	asked := onScreen(t, p, &key, "keys", "create", "--name", "chosen")
	asked.expect("or all:")
	asked.write("99\n")
	asked.expect("99 is none of them")
	asked.write("1, orders:read\n")
	shown, status = asked.end()
	if status != 0 || !keyPattern.MatchString(key.String()) || strings.Contains(shown, "sfk_") {
		t.Errorf("status %d: %s", status, shown)
	}
	if listed := p.ok(t, "", "keys", "list"); !strings.Contains(listed, "analytics:read,orders:read") {
		t.Error(listed)
	}
	asked = onScreen(t, p, nil, "keys", "create", "--name", "interrupted")
	asked.expect("or all:")
	asked.write("\x03")
	if shown, status := asked.end(); status != 130 || !strings.Contains(shown, "no key was created") {
		t.Errorf("status %d: %s", status, shown)
	}
	if listed := p.ok(t, "", "keys", "list"); strings.Contains(listed, "interrupted") {
		t.Error(listed)
	}
}

// A script of a shell completes with what the program says.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	script := filepath.Join(t.TempDir(), "completion")
	if err := os.WriteFile(script, []byte(p.ok(t, "", "completion", "bash")), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"call products.sea":                       "products.search",
		"call products.get --sl":                  "--slug",
		"call products.get --js":                  "--json",
		"call products.search --sort = price_a":   "price_asc",
		"call products.search --sort price_a":     "price_asc",
		"call products.search --maxP":             "--maxPriceOere",
		"tools --scope products : w":              "write",
		"keys create --scopes orders : read,feat": "read,features:read read,features:write",
		"ser":          "serve",
		"keys rev":     "revoke",
		"completion z": "zsh",
	} {
		words := strings.Fields(typed)
		// The words are those that bash makes of the line, in which = and : are words.
		cmd := exec.Command("bash", "-c", `source "$0"; COMP_WORDS=(storefront "${@:2}"); COMP_CWORD=$(($#-1)); _storefront "$1"; echo "${COMPREPLY[*]}"`, script, p.path)
		cmd.Args = append(cmd.Args, words...)
		cmd.Env = p.command().Env
		out, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%q: %v %s, want %s", typed, err, out, want)
		}
	}
}

// terminal is a command on a terminal.
type terminal struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.Writer
	text chan string
	seen string
}

// onScreen starts a command on a terminal; its standard output goes to out if that is not nil.
func onScreen(t *testing.T, p *program, out io.Writer, args ...string) *terminal {
	t.Helper()
	s := &terminal{t: t, cmd: p.command(args...), text: make(chan string, 1000)}
	s.cmd.Env = append(s.cmd.Env, "TERM=xterm")
	s.cmd.Env = append(s.cmd.Env, p.env...)
	if out != nil {
		s.cmd.Stdout = out
	}
	terminal, err := pty.Start(s.cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); terminal.Close() })
	s.in = terminal
	go func() {
		defer close(s.text)
		for buffer := make([]byte, 4096); ; {
			n, err := terminal.Read(buffer)
			s.text <- string(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	return s
}

// expect waits until a text was shown.
func (s *terminal) expect(text string) {
	s.t.Helper()
	deadline := time.After(30 * time.Second)
	for !strings.Contains(s.seen, text) {
		select {
		case more, open := <-s.text:
			if s.seen += more; !open {
				s.t.Fatalf("%q was not shown: %s", text, s.seen)
			}
		case <-deadline:
			s.t.Fatalf("%q is not shown: %s", text, s.seen)
		}
	}
}

// end waits for the end of the command, and returns everything that was shown and the exit status.
func (s *terminal) end() (string, int) {
	s.t.Helper()
	for more := range s.text {
		s.seen += more
	}
	_ = s.cmd.Wait()
	return s.seen, s.cmd.ProcessState.ExitCode()
}

func (s *terminal) write(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatal(err)
	}
}
