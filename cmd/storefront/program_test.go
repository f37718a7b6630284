package main_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/test/crowd"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// These tests run the built program as its users do.

// build builds the program once.
var build = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "storefront-program-")
	if err != nil {
		return "", err
	}
	storetest.AtEnd(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "storefront")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) { storetest.Main(m) }

// program is the built program with a data folder of its own, and with a PostgreSQL of its own there unless a
// database is configured.
type program struct {
	path string
	data string
	url  string   // of the configured database
	env  []string // in addition to that of the tests
}

// newProgram returns the program with a PostgreSQL of its own. A test that is not about it takes withDatabase:
// making a cluster, and starting and stopping it for each command, takes longer than what is tested.
func newProgram(t *testing.T) *program {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	// Not t.TempDir: when the tests run as root, PostgreSQL's user needs access. What is killed is the processes,
	// never the machine, so the data may be in memory.
	data, err := os.MkdirTemp(cmp.Or(postgres.InMemory(2<<30), "/tmp"), "storefront-data-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // also of a PostgreSQL that a killed program has left running
		if err := postgres.Discard(context.WithoutCancel(t.Context()), data, slog.New(slog.DiscardHandler)); err != nil {
			t.Error(err)
		}
	})
	return &program{path: path, data: data}
}

// withDatabase returns the program with an empty database on the PostgreSQL of the tests, and a key of the secrets.
func withDatabase(t *testing.T) *program {
	t.Helper()
	p := newProgram(t)
	p.url = storetest.New(t, storetest.Empty)
	return p
}

func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.path, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "STOREFRONT_") && !strings.HasPrefix(v, "DATABASE_URL=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "STOREFRONT_DATA="+p.data, "STOREFRONT_ADMIN_ADDR=off")
	if p.url != "" {
		cmd.Env = append(cmd.Env, "DATABASE_URL="+p.url, "STOREFRONT_SECRETS_KEY=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
	}
	cmd.Env = append(cmd.Env, p.env...)
	return cmd
}

// with returns the program with more environment, given as NAME=value.
func (p *program) with(env ...string) *program {
	return &program{path: p.path, data: p.data, url: p.url, env: env}
}

// run runs a command to its end and returns its output and exit status.
func (p *program) run(t *testing.T, input string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := p.command(args...)
	var out, complaints bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &complaints
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	return out.String(), complaints.String(), cmd.ProcessState.ExitCode()
}

// ok is run for a command that must succeed.
func (p *program) ok(t *testing.T, input string, args ...string) string {
	t.Helper()
	stdout, stderr, status := p.run(t, input, args...)
	if status != 0 {
		t.Fatalf("storefront %s: status %d\n%s%s", strings.Join(args, " "), status, stdout, stderr)
	}
	return stdout
}

// serving is a running "storefront serve".
type serving struct {
	cmd    *exec.Cmd
	url    string
	output string // what it printed for its user
	log    *servertest.Log
}

// serve starts the program on a free port and waits until it prints its address.
func (p *program) serve(t *testing.T, args ...string) *serving {
	t.Helper()
	s := &serving{cmd: p.command(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...), log: &servertest.Log{}}
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		s.output += lines.Text() + "\n"
		if _, address, found := strings.Cut(lines.Text(), "Storefront serves "); found {
			s.url = address
			break
		}
	}
	if s.url == "" {
		t.Fatalf("serve said nothing: %s\n%s", s.output, s.log)
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // the rest is for people
	return s
}

// stop sends SIGTERM and expects a clean exit in time.
func (s *serving) stop(t *testing.T) {
	t.Helper()
	began := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("serve ended with %v\n%s", err, s.log)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
}

// kill ends the server without a chance to clean up.
func (s *serving) kill(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
}

// call calls an operation; the result of a success is decoded into result.
func (s *serving) call(t *testing.T, key, tool string, body, result any) (int, string) {
	t.Helper()
	status, text, err := s.try(t.Context(), key, tool, body)
	if err != nil {
		t.Fatal(err)
	}
	if result != nil && status == http.StatusOK {
		envelope := struct{ Result any }{result}
		if err := json.Unmarshal(text, &envelope); err != nil {
			t.Fatal(err)
		}
	}
	return status, string(text)
}

func (s *serving) try(ctx context.Context, key, tool string, body any) (int, []byte, error) {
	a, err := s.send(ctx, key, tool, body, "")
	return a.status, a.body, err
}

// answer is what the API answered over REST.
type answer struct {
	status   int
	header   http.Header
	body     []byte
	replayed bool // whether it is that of an earlier call
}

// send calls an operation, with the value of an Idempotency-Key unless that is "".
func (s *serving) send(ctx context.Context, key, tool string, body any, idempotencyKey string) (answer, error) {
	a, err := crowd.Address(s.url).Send(ctx, key, tool, body, idempotencyKey)
	return answer{a.Status, a.Header, a.Body, a.Replayed}, err
}

// want calls an operation that must succeed.
func (s *serving) want(t *testing.T, key, tool string, body, result any) {
	t.Helper()
	if status, text := s.call(t, key, tool, body, result); status != http.StatusOK {
		t.Fatalf("%s: %d %s", tool, status, text)
	}
}

var keyPattern = regexp.MustCompile(`sfk_[0-9A-Za-z]{38}`)

// newKey makes a key with these scopes.
func newKey(t *testing.T, p *program, name, scopes string) string {
	t.Helper()
	return strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", name, "--scopes", scopes))
}

// keyID returns the id of the key with this name, which has no spaces.
func keyID(t *testing.T, p *program, name string) string {
	t.Helper()
	listed := p.ok(t, "", "keys", "list")
	for line := range strings.Lines(listed) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == name {
			return fields[0]
		}
	}
	t.Fatalf("no key %s is listed:\n%s", name, listed)
	return ""
}

type object = map[string]any

// database connects to the database of the program. It makes that on the program's own PostgreSQL if there is none.
func database(t *testing.T, p *program) *pgx.Conn {
	t.Helper()
	url := p.url
	if url == "" {
		url = ownDatabase(t, p)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// ownDatabase returns the address of the database on the program's own PostgreSQL, which runs until the test ends.
func ownDatabase(t *testing.T, p *program) string {
	t.Helper()
	const name = "storefront"
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: p.data})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := instance.EnsureDatabase(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	return instance.URL(name)
}

// column returns the values of a query for one column.
func column[T any](t *testing.T, db *pgx.Conn, query string, args ...any) []T {
	t.Helper()
	rows, err := db.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return values
}

// await waits for what the program does by itself; an attempt that was lost is made again after 30 s. It asks
// seldom after a while, since a key may make 600 calls a minute.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	pause := 20 * time.Millisecond
	for began := time.Now(); !holds(); time.Sleep(pause) {
		switch waited := time.Since(began); {
		case waited > 2*time.Minute:
			t.Fatalf("not within two minutes: %s", what)
		case waited > 5*time.Second:
			pause = 250 * time.Millisecond
		}
	}
}
