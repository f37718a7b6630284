package servertest

import (
	"net"
	"testing"
)

// FreePort returns a port of 127.0.0.1 that nothing listens on, for a program that is told its port.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
