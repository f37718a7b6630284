package ratelimit_test

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// relay is an address that leads to a server, and can hang: connections are
// accepted, and nothing is passed on until it goes on.
type relay struct {
	address  string
	hangs    atomic.Bool
	received atomic.Int64 // pieces of data from clients
}

func newRelay(t *testing.T, to string) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{address: listener.Addr().String()}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", to)
			if err != nil {
				_ = client.Close()
				continue
			}
			open.Go(func() { r.pass(server, client, &r.received) })
			open.Go(func() { r.pass(client, server, new(atomic.Int64)) })
		}
	})
	t.Cleanup(func() { r.hangs.Store(false); _ = listener.Close(); open.Wait() })
	return r
}

// pass passes data on until the source ends.
func (r *relay) pass(to, from net.Conn, count *atomic.Int64) {
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		count.Add(1)
		for r.hangs.Load() {
			time.Sleep(time.Millisecond)
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}
