package listen_test

import (
	"context"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/server/platform/listen"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// wire passes bytes on to a database, unless it is silent: then connections stay
// open, and nothing comes through.
type wire struct {
	net.Listener
	network, to string
	silent      atomic.Bool
}

func newWire(t *testing.T, address string) (w *wire, through string) {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	w = &wire{}
	w.network, w.to = pgconn.NetworkAddress(config.Host, config.Port)
	if w.Listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			from, err := w.Accept()
			if err != nil {
				return
			}
			to, err := (&net.Dialer{}).DialContext(context.Background(), w.network, w.to)
			if err != nil {
				_ = from.Close()
				continue
			}
			context.AfterFunc(t.Context(), func() { _, _ = from.Close(), to.Close() })
			wg.Go(func() { w.pass(from, to) })
			wg.Go(func() { w.pass(to, from) })
		}
	})
	t.Cleanup(func() { _ = w.Close(); wg.Wait() })
	u := url.URL{Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Host: w.Addr().String(), Path: config.Database, RawQuery: "sslmode=disable"}
	return w, u.String()
}

func (w *wire) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		if w.silent.Load() {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come about: " + what)
		}
	}
}

func TestAConnectionThatFallsSilentIsNotTrusted(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, storetest.Empty)
	w, through := newWire(t, address)
	st, err := store.Open(through, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	var doubts atomic.Int64
	heard := make(chan string, 10)
	l := &listen.Listener{
		Store: st, Log: slog.New(slog.DiscardHandler), Channel: "test",
		Heard: func(payload string) { heard <- payload }, Doubt: func() { doubts.Add(1) },
	}
	if l.Hearing() {
		t.Error("hears before it runs")
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { l.Run(ctx) })
	for _, text := range []string{"first", "second"} {
		eventually(t, "hearing", l.Hearing)
		before := doubts.Load()
		if before == 0 {
			t.Error("no doubt about the time before it heard")
		}
		say(t, address, text)
		if got := <-heard; got != text {
			t.Errorf("heard %q, want %q", got, text)
		}
		w.silent.Store(true)
		say(t, address, "lost")
		eventually(t, "silence", func() bool { return !l.Hearing() })
		eventually(t, "a doubt", func() bool { return doubts.Load() > before })
		w.silent.Store(false)
	}
	eventually(t, "hearing again", l.Hearing)
	stop()
	wg.Wait()
	if l.Hearing() || len(heard) != 0 {
		t.Errorf("after its end it hears: %v; %d more", l.Hearing(), len(heard))
	}
}

func say(t *testing.T, address, text string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), "SELECT pg_notify('test', $1)", text); err != nil {
		t.Fatal(err)
	}
}
