// Package redistest runs a real Redis server for a test: make test-redis.
package redistest

import (
	"context"
	"net"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
)

// Password is what a Server demands.
const Password = "redis-password"

// Server is a Redis server on a port of its own, which stores nothing on disk.
type Server struct {
	Address string // host:port

	folder string
	cmd    *exec.Cmd
}

// URL returns the address as a setting.
func (s *Server) URL() string { return "redis://:" + Password + "@" + s.Address }

// Do sends the server a command, on a connection of its own, and returns the reply.
func (s *Server) Do(t testing.TB, command string, args ...any) any {
	t.Helper()
	conn, err := redis.DialContext(t.Context(), "tcp", s.Address, redis.DialPassword(Password))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	reply, err := redis.DoContext(conn, t.Context(), command, args...)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// Start starts a server, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: l.Addr().String(), folder: t.TempDir()}
	_ = l.Close()
	s.Restart(t)
	t.Cleanup(s.Kill)
	return s
}

// Restart starts the server again after Kill, empty, and waits until it answers.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	_, port, err := net.SplitHostPort(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	// Not the context of t: a server that a subtest restarts outlives the subtest.
	s.cmd = exec.CommandContext(context.Background(), "redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no",
		"--requirepass", Password, "--dir", s.folder, "--maxclients", "500")
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.Address)
		if err == nil {
			_ = conn.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("redis-server does not listen")
		}
	}
}

// Kill ends the server at once, as kill -9 does.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Signal sends a signal: syscall.SIGSTOP has the server hang until syscall.SIGCONT.
func (s *Server) Signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}
