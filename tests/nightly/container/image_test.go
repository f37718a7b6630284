//go:build container

package container

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// image is what the Dockerfile builds, in a folder that is the root of its processes.
type image struct {
	root   string
	env    []string
	start  []string // what a container runs
	health []string // what asks whether it is healthy
	user   *syscall.Credential
}

// build does what the Dockerfile says: it runs the commands of the first stage here, with /image in a
// folder, on the files alone that .dockerignore leaves.
func build(t *testing.T, arguments ...string) *image {
	t.Helper()
	i := &image{root: t.TempDir()}
	context := t.TempDir()
	for line := range strings.Lines(read(t, "../../../.dockerignore")) {
		if name, kept := strings.CutPrefix(strings.TrimSpace(line), "!"); kept {
			shell(t, ".", "cp -a ../../../"+name+" "+context)
		}
	}
	stage := 0
	for _, line := range instructions(t) {
		name, rest, _ := strings.Cut(line, " ")
		switch {
		case name == "FROM":
			stage++
		case name == "RUN" && stage == 1:
			shell(t, context, withoutMounts(strings.ReplaceAll(rest, "/image", i.root)),
				append(arguments, "TARGETOS="+runtime.GOOS, "TARGETARCH="+runtime.GOARCH)...)
		case name == "ENV":
			i.env = append(i.env, rest)
		case name == "USER":
			i.user = credential(t, rest)
		case name == "ENTRYPOINT", name == "CMD":
			i.start = append(i.start, list(t, rest)...)
		case name == "HEALTHCHECK":
			_, command, _ := strings.Cut(rest, " CMD ")
			i.health = list(t, command)
		}
	}
	if stage != 2 || i.user == nil || len(i.start) == 0 || len(i.health) == 0 {
		t.Fatalf("the Dockerfile has %d stages, user %v, command %q, health check %q", stage, i.user, i.start, i.health)
	}
	if err := os.Chmod(i.root, 0o755); err != nil { // as in every image; t.TempDir is for root alone
		t.Fatal(err)
	}
	return i
}

// command returns a command of a container: the root and the user are those of the image, and so is the
// environment, with what is added. Of the kernel's file systems and devices it sees none.
func (i *image) command(words []string, env ...string) *exec.Cmd {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = "/"
	cmd.Env = append(append([]string{}, i.env...), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: i.root, Credential: i.user}
	return cmd
}

// instructions returns the instructions of the Dockerfile, each in one line.
func instructions(t *testing.T) (lines []string) {
	t.Helper()
	text := strings.ReplaceAll(read(t, "../../../Dockerfile"), "\\\n", " ")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

func withoutMounts(command string) string {
	words := strings.Fields(command)
	for len(words) > 0 && strings.HasPrefix(words[0], "--mount=") {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

func list(t *testing.T, text string) (words []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return words
}

func credential(t *testing.T, user string) *syscall.Credential {
	t.Helper()
	uid, gid, _ := strings.Cut(user, ":")
	u, err1 := strconv.ParseUint(uid, 10, 32)
	g, err2 := strconv.ParseUint(gid, 10, 32)
	if err1 != nil || err2 != nil || u == 0 || g == 0 {
		t.Fatalf("USER %s: an image without /etc/passwd needs numbers, and no root", user)
	}
	return &syscall.Credential{Uid: uint32(u), Gid: uint32(g)}
}

func shell(t *testing.T, folder, command string, env ...string) {
	t.Helper()
	cmd := exec.Command("sh", "-eu", "-c", command)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
