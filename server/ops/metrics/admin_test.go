package metrics_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/metrics"
)

// serve starts the server on an address and returns the port.
func serve(t *testing.T, address string) (port string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	scraped := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "metrics") })
	own := metrics.AdminServer(listener, scraped, slog.New(slog.DiscardHandler))
	go func() { _ = own.Serve(listener) }()
	t.Cleanup(func() { _ = own.Close() })
	_, port, err = net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func ask(t *testing.T, method, port, path, host string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:"+port+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestMetricsProfilesAndNothingElse(t *testing.T) {
	t.Parallel()
	port := serve(t, "127.0.0.1:0")
	for _, c := range []struct {
		method, path string
		status       int
		text         string
	}{
		{"GET", "/metrics", 200, "metrics"},
		{"HEAD", "/metrics", 200, ""},
		{"POST", "/metrics", 405, ""},
		{"GET", "/debug/pprof/", 200, "goroutine"},
		{"GET", "/debug/pprof/heap?debug=1", 200, "heap profile"},
		{"GET", "/debug/pprof/goroutine?debug=2", 200, "goroutine"},
		{"GET", "/debug/pprof/symbol", 200, "num_symbols"},
		{"GET", "/debug/pprof/trace?seconds=0.01", 200, "go 1."},
		{"GET", "/debug/pprof/profile?seconds=1", 200, ""},
		{"GET", "/debug/pprof/cmdline", 404, ""},
		{"GET", "/", 404, "404 page not found"},
		{"GET", "/healthz", 404, "404 page not found"},
	} {
		if status, text := ask(t, c.method, port, c.path, ""); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s %s: %d %.200s, want %d %s", c.method, c.path, status, text, c.status, c.text)
		}
	}
}

// A page in a browser can have its own name lead to a loopback address.
func TestForeignNamesAreRefusedOnLoopback(t *testing.T) {
	t.Parallel()
	loopback, every := serve(t, "127.0.0.1:0"), serve(t, "0.0.0.0:0")
	for host, own := range map[string]bool{
		"localhost": true, "LOCALHOST:9464": true, "127.0.0.1:9464": true, "[::1]:9464": true, "[::1]": true, "10.0.0.7": true,
		"evil.example": false, "evil.example:9464": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false,
	} {
		want := http.StatusMisdirectedRequest
		if own {
			want = http.StatusOK
		}
		if status, _ := ask(t, "GET", loopback, "/metrics", host); status != want {
			t.Errorf("on loopback %q: %d, want %d", host, status, want)
		}
		if status, _ := ask(t, "GET", every, "/metrics", host); status != http.StatusOK {
			t.Errorf("on every address %q: %d", host, status)
		}
	}
}
