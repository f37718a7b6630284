package main_test

import (
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var metricsAddress = regexp.MustCompile(`http://127\.0\.0\.1:\d+/metrics`)

func get(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, answer.StatusCode, err)
	}
	return string(text)
}

// The address for operators is apart from that of the service, which has no metrics.
func TestOperatorsHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := withDatabase(t).with("STOREFRONT_ADMIN_ADDR=127.0.0.1:0").serve(t, "--demo")
	address := metricsAddress.FindString(s.log.String())
	if address == "" {
		t.Fatalf("the log names no address: %s", s.log)
	}
	s.call(t, "", "products.get", object{"slug": "round-metal"}, nil)
	if text := get(t, address); !strings.Contains(text, `storefront_calls_total{channel="http",operation="products.get",problem="",status="200"} 1`) {
		t.Error("the call is not counted")
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		answer, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("the service answers %s with %d", path, answer.StatusCode)
		}
	}
	s.stop(t)
}

func TestAnAddressForOperatorsThatIsInUse(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	p := withDatabase(t)
	given := p.with("STOREFRONT_ADMIN_ADDR=" + other.Addr().String())
	if _, stderr, status := given.run(t, "", "serve", "--addr", "127.0.0.1:0"); status == 0 || !strings.Contains(stderr, "STOREFRONT_ADMIN_ADDR: listen tcp") {
		t.Errorf("status %d, %s", status, stderr)
	}
	// The default address may be taken by another service.
	if taken, err := net.Listen("tcp", "127.0.0.1:9464"); err == nil {
		defer taken.Close()
	}
	s := p.with("STOREFRONT_ADMIN_ADDR=127.0.0.1:9464").serve(t)
	s.stop(t)
	if !strings.Contains(s.log.String(), "there are no metrics and profiles: set STOREFRONT_ADMIN_ADDR") {
		t.Errorf("no warning: %s", s.log)
	}
}
