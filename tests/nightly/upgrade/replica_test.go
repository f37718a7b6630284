//go:build upgrade

package upgrade

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
	"github.com/storefront/storefront/server/test/servertest"
)

// replica is a program that serves, or begins to.
type replica struct {
	cmd   *exec.Cmd
	log   *servertest.Log
	url   chan string   // gets the address once it serves
	ended chan struct{} // closed when it has ended
	err   error         // of its end

	address string // where it serves
	calls   sync.WaitGroup
	served  atomic.Int64 // calls
}

// launch starts a program, and does not wait until it serves.
func (s *shop) launch(t *testing.T, program string, flags ...string) *replica {
	t.Helper()
	r := &replica{cmd: s.command(program, append([]string{"serve", "--addr=127.0.0.1:0"}, flags...)...), log: &servertest.Log{}, url: make(chan string, 1), ended: make(chan struct{})}
	r.cmd.Stderr = r.log
	out, err := r.cmd.StdoutPipe()
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(r.ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, address, found := strings.Cut(lines.Text(), "Storefront serves "); found {
				r.url <- address
				break
			}
		}
		_, _ = io.Copy(io.Discard, out) // the rest is for people
		r.err = r.cmd.Wait()
	}()
	t.Cleanup(func() { _ = r.cmd.Process.Kill(); <-r.ended })
	return r
}

// serving waits until the replica is ready.
func (r *replica) serving(t *testing.T) *replica {
	t.Helper()
	select {
	case r.address = <-r.url:
	case <-r.ended:
		t.Fatalf("the program has ended: %v\n%s", r.err, r.log)
	}
	for ready := false; !ready; time.Sleep(10 * time.Millisecond) {
		answer, err := http.Get(r.address + "/readyz")
		if err != nil {
			t.Fatalf("%v\n%s", err, r.log)
		}
		_ = answer.Body.Close()
		ready = answer.StatusCode == http.StatusOK
	}
	return r
}

// stop has the replica end as an operator does. No balancer may lead to it any more.
func (r *replica) stop(t *testing.T) {
	t.Helper()
	if r.served.Load() == 0 {
		t.Error("a replica is stopped that has served nothing")
	}
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-r.ended
	if r.err != nil {
		t.Errorf("a stopped program ended with %v\n%s", r.err, r.log)
	}
}

// call calls an operation that must succeed, and decodes its result into result unless that is nil.
func (r *replica) call(t *testing.T, key, tool string, body, result any) {
	t.Helper()
	answer, err := crowd.Address(r.address).Send(t.Context(), key, tool, body, "")
	if err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%s: %d %s %v", tool, answer.Status, answer.Body, err)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(answer.Body, &struct{ Result any }{result}); err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
}
