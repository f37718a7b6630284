//go:build redis

package redis

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// replica is the built program, serving.
type replica struct {
	url string
	log *servertest.Log
}

// serve starts the program on a free port. Tokens come back so slowly that none does
// during the test, Redis has as much time to answer as it needs on a busy machine, and
// the address of a caller is what it says.
func serve(t *testing.T, env ...string) *replica {
	t.Helper()
	r := &replica{log: &servertest.Log{}}
	cmd := exec.Command(os.Getenv("TESTED_PROGRAM"), "serve", "--addr=127.0.0.1:0")
	cmd.Env = append(append(os.Environ(), "STOREFRONT_ANONYMOUS_REFILL=1h", "STOREFRONT_AUTH_ATTEMPT_REFILL=1h", "STOREFRONT_KEY_REFILL=1h",
		"STOREFRONT_REDIS_TIMEOUT=2s",
		"STOREFRONT_TRUSTED_PROXIES=127.0.0.1/32", "STOREFRONT_MAX_CONNECTIONS=4"), env...)
	cmd.Stderr = r.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "Storefront serves "); found {
			r.url = address
			return r
		}
	}
	t.Fatalf("the program does not serve:\n%s", r.log)
	return nil
}

// client keeps connections for all callers of a test.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}, Timeout: 20 * time.Second}

// call calls products.get as a client of the given address, and returns the answer.
func (r *replica) call(t *testing.T, address, key string) *http.Response {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, r.url+"/api/v1/tools/products.get", strings.NewReader(`{"slug":"round-metal"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", address)
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := client.Do(request)
	if err != nil {
		t.Errorf("a call was not answered: %v", err)
		return &http.Response{}
	}
	_ = answer.Body.Close()
	return answer
}

// reasons returns what does not work as it should, as /readyz says.
func (r *replica) reasons(t *testing.T) string {
	t.Helper()
	answer, err := client.Get(r.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var report struct{ Reasons []string }
	if err := json.NewDecoder(answer.Body).Decode(&report); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("not ready: %d, %v", answer.StatusCode, err)
	}
	return strings.Join(report.Reasons, "; ")
}

// replicas are those of one service.
type replicas []*replica

// awaitReasons waits until /readyz of every replica says so.
func (rs replicas) awaitReasons(t *testing.T, want string) {
	t.Helper()
	for _, r := range rs {
		servertest.Eventually(t, 30*time.Second, func() bool { return r.reasons(t) == want })
	}
}

// burst sends calls at one time, to each replica in turn, and returns the answers.
func (rs replicas) burst(t *testing.T, calls int, address, key string) []*http.Response {
	t.Helper()
	answers := make([]*http.Response, calls)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() { answers[i] = rs[i%len(rs)].call(t, address, key) })
	}
	group.Wait()
	return answers
}
