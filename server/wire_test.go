package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// Status 200 always means that the call succeeded.
func TestNoAnswerIsEmpty(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	head := "POST /api/v1/tools/products.search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	for name, text := range map[string]string{
		"truncated":       head + "Content-Length: 10\r\n\r\n{}",
		"truncated chunk": head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{}",
		"half closed":     head + "Content-Length: 2\r\n\r\n{}",
	} {
		for range 20 {
			reply := s.SendBytes(t, text, true)
			body := string(reply.Body)
			if reply.Status == http.StatusOK && !strings.HasPrefix(body, `{"ok":true`) || reply.Status >= 400 && !strings.Contains(body, `"code"`) {
				t.Fatalf("%s: %d %q", name, reply.Status, body)
			}
		}
	}
	if strings.Contains(s.Log.String(), `"level":"ERROR"`) {
		t.Error("a caller that goes away is logged as a fault of ours")
	}
}

func TestAPathMayBeEncoded(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	body := string(s.SendBytes(t, "POST /api/v1/tools/products%2Eget HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n{\"slug\":\"round-metal\"}", false).Body)
	if !strings.HasPrefix(body, `{"ok":true`) {
		t.Error(body)
	}
	body = string(s.SendBytes(t, "POST /api/v1/tools/products.get HTTP/1.0\r\n\r\n", false).Body)
	if strings.Contains(body, "http:///") {
		t.Errorf("an address without a host: %s", body)
	}
}
