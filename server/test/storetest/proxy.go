package storetest

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Proxy is an address of a database that can move to another server, as the name
// of a primary does in a failover. Connections stay with the server that they
// were made to.
type Proxy struct {
	URL string // an address of the database, over TCP

	mu   sync.Mutex
	to   *pgconn.Config
	sent bytes.Buffer // by the clients of all connections
}

// NewProxy returns an address that leads to the database at another address.
func NewProxy(t testing.TB, address string) *Proxy {
	t.Helper()
	p := &Proxy{}
	p.Aim(t, address)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(p.to.User, p.to.Password), Host: listener.Addr().String(),
		Path: p.to.Database, RawQuery: "sslmode=disable",
	}
	p.URL = u.String()
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	wg.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.serve(ctx, client) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); stop(); wg.Wait() })
	return p
}

// Aim has new connections lead to the database at another address.
func (p *Proxy) Aim(t testing.TB, address string) {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = &config.Config
}

// Sent returns how often clients have sent the text. Statements are sent as text
// with default_query_exec_mode=simple_protocol in the address.
func (p *Proxy) Sent(text string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Count(p.sent.Bytes(), []byte(text))
}

// Write takes what a client sends.
func (p *Proxy) Write(sent []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent.Write(sent)
}

// serve passes bytes on until one side ends or ctx does.
func (p *Proxy) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	p.mu.Lock()
	network, address := pgconn.NetworkAddress(p.to.Host, p.to.Port)
	p.mu.Unlock()
	server, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return
	}
	defer server.Close()
	ended := make(chan struct{}, 2)
	go func() { _, _ = io.Copy(server, io.TeeReader(client, p)); ended <- struct{}{} }()
	go func() { _, _ = io.Copy(client, server); ended <- struct{}{} }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}
