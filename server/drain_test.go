package server_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/test/servertest"
)

// A call in progress when the server is told to stop is completed; new ones are
// refused a connection.
func TestStoppingLetsCallsFinish(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "products:write")
	service := s.Unstarted(t, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(s.Log, nil)) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- service.Serve(ctx, listener, nil) }()

	// A transaction locks the product, so that the call has to wait.
	unlock := s.Meanwhile(t, "SELECT FROM products WHERE slug = 'round-metal' FOR UPDATE")
	answered := make(chan int, 1)
	go func() {
		r := s.Request(t, key, "products.update", []byte(`{"slug":"round-metal","patch":{"stock":3}}`))
		r.URL.Host = listener.Addr().String()
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Error(err)
			answered <- 0
			return
		}
		resp.Body.Close()
		answered <- resp.StatusCode
	}()
	s.AwaitLock(t, 1)

	stop()
	servertest.Eventually(t, 5*time.Second, func() bool {
		_, err := net.DialTimeout("tcp", listener.Addr().String(), time.Second)
		return err != nil
	})
	unlock()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("the call under way: %d", status)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if !strings.Contains(s.Log.String(), "stopping") {
		t.Error("the log says nothing of the end")
	}
}
