package servertest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// Get reads an address that is not a tool, such as /healthz.
func (s *Server) Get(t testing.TB, path string) Reply {
	t.Helper()
	return s.Ask(t, http.MethodGet, path)
}

// client returns redirects instead of following them.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// Ask sends a request without a body to an address that is not a tool, with
// these headers, given as alternating names and values. The response is
// validated against the contract.
func (s *Server) Ask(t testing.TB, method, path string, header ...string) Reply {
	t.Helper()
	return s.Do(t, "", s.asking(t, method, path, header...))
}

// AskUnchecked is Ask for responses that the contract does not describe, such as
// those to HEAD and OPTIONS.
func (s *Server) AskUnchecked(t testing.TB, method, path string, header ...string) Reply {
	t.Helper()
	return s.send(t, s.asking(t, method, path, header...))
}

func (s *Server) asking(t testing.TB, method, path string, header ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity") // otherwise net/http asks for gzip and decompresses the response
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// SendBytes sends bytes over a connection of its own and reads one response,
// which is not validated. With halfClose the sending side is closed first.
func (s *Server) SendBytes(t testing.TB, text string, halfClose bool) Reply {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	if halfClose {
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return received(t, resp)
}

func (s *Server) send(t testing.TB, r *http.Request) Reply {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return received(t, resp)
}

func received(t testing.TB, resp *http.Response) Reply {
	t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return Reply{Status: resp.StatusCode, Header: resp.Header, Body: body, expected: &atomic.Bool{}}
}
