package storetest

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// Proxy is an address of a database that can move to another server, as the name
// of a primary does in a failover. Connections stay with the server that they
// were made to.
type Proxy struct {
	URL string // an address of the database, over TCP

	mu    sync.Mutex
	to    *pgconn.Config // nil while the proxy is cut off
	cut   chan struct{}  // closed by the next Cut
	sent  bytes.Buffer   // by the clients of all connections
	gates []*atomic.Bool // of the connections: whether each is frozen
	last  string         // the statement at which the proxy is lost; "" for none

	ending *ending // of a session; nil for none
}

// NewProxy returns an address that leads to the database at another address.
func NewProxy(t testing.TB, address string) *Proxy {
	t.Helper()
	p := &Proxy{cut: make(chan struct{})}
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

// Cut closes all connections, and new ones at once, until Aim.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = nil
	close(p.cut)
	p.cut = make(chan struct{})
}

// Sent returns how often clients have sent the text. A connection sends a statement as
// text before it first uses it, and each time with
// default_query_exec_mode=simple_protocol in the address.
func (p *Proxy) Sent(text string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Count(p.sent.Bytes(), []byte(text))
}

// Write takes what a client sends.
func (p *Proxy) Write(sent []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != "" && bytes.Contains(sent, []byte(p.last)) {
		p.last, p.to = "", nil
		p.freeze()
	}
	return p.sent.Write(sent)
}

// LoseAt has the database lost when a client next sends the text, as when its machine
// dies: the connections stay open and pass nothing on, and new ones are closed, until
// Aim. Sent says which statements are sent as text.
func (p *Proxy) LoseAt(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = text
}

// EndAt has a session in which the client next sends the text end at the answer to a statement
// with the tag: the client is sent an error of that severity and code instead, and the connection
// is closed. The server has carried out the statement, and all that was sent with it.
func (p *Proxy) EndAt(text, tag, severity, code string) {
	answer, _ := (&pgproto3.CommandComplete{CommandTag: []byte(tag)}).Encode(nil)
	end, _ := (&pgproto3.ErrorResponse{Severity: severity, SeverityUnlocalized: severity, Code: code, Message: "the session ends"}).Encode(nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ending = &ending{text: []byte(text), answer: answer, end: end}
}

// ending is how a session ends.
type ending struct {
	text, answer, end []byte
	session           *session // nil before the text was sent
}

// session is a connection of a client.
type session struct {
	*Proxy
	client io.Writer
}

// sent takes what the client sends.
func (s *session) sent(part []byte) (int, error) {
	s.mu.Lock()
	if e := s.ending; e != nil && e.session == nil && bytes.Contains(part, e.text) {
		e.session = s
	}
	s.mu.Unlock()
	return s.Proxy.Write(part)
}

// Write passes on what the server answers.
func (s *session) Write(part []byte) (int, error) {
	s.mu.Lock()
	e := s.ending
	at := -1
	if e != nil && e.session == s {
		at = bytes.Index(part, e.answer)
	}
	if at >= 0 {
		s.ending = nil
	}
	s.mu.Unlock()
	if at < 0 {
		return s.client.Write(part)
	}
	if _, err := s.client.Write(slices.Concat(part[:at], e.end)); err != nil {
		return 0, err
	}
	return 0, io.ErrClosedPipe
}

// clientSide is what the client of a session sends.
type clientSide struct{ *session }

func (c clientSide) Write(part []byte) (int, error) { return c.sent(part) }

// Freeze has the connections that there are stay open and pass nothing on any more, as
// when a network loses packets. New connections are not concerned.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.freeze()
}

func (p *Proxy) freeze() {
	for _, frozen := range p.gates {
		frozen.Store(true)
	}
}

// gate is a connection to which nothing is written once it is frozen.
type gate struct {
	net.Conn
	frozen *atomic.Bool
}

func (g gate) Write(sent []byte) (int, error) {
	if g.frozen.Load() {
		return len(sent), nil
	}
	return g.Conn.Write(sent)
}

// serve passes bytes on until one side ends or ctx does.
func (p *Proxy) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	frozen := new(atomic.Bool)
	p.mu.Lock()
	to, cut := p.to, p.cut
	p.gates = append(p.gates, frozen)
	p.mu.Unlock()
	if to == nil {
		return
	}
	network, address := pgconn.NetworkAddress(to.Host, to.Port)
	server, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return
	}
	defer server.Close()
	of := &session{p, gate{client, frozen}}
	ended := make(chan struct{}, 2)
	go func() {
		_, _ = io.Copy(gate{server, frozen}, io.TeeReader(client, clientSide{of}))
		ended <- struct{}{}
	}()
	go func() { _, _ = io.Copy(of, server); ended <- struct{}{} }()
	select {
	case <-ended:
	case <-cut:
	case <-ctx.Done():
	}
}
