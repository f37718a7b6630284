// Package storetest gives each test a database of its own.
package storetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// New returns the URL of a fresh clone of the template, dropped when the test
// ends. The server is DATABASE_URL's, or one of the tests' own.
func New(t testing.TB, template Template) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := ready(ctx); err != nil {
		t.Fatalf("storetest: %v", err)
	}
	source, err := template.database(server.url)
	if err != nil {
		t.Fatalf("storetest: template %s: %v", template.Name, err)
	}
	name := fmt.Sprintf("sf_%d_%d_%d", os.Getpid(), time.Now().UnixNano(), serial.Add(1))
	if _, err := server.sessions.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+source+server.copied); err != nil {
		t.Fatalf("storetest: %v", err)
	}
	t.Cleanup(func() {
		if _, err := server.sessions.Exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("storetest: %v", err)
		}
	})
	return withDatabase(server.url, name)
}

// OneIn returns how many of the rounds of a random test stand for one that is made: n, or 1 when the
// variable WHOLE is set, as every night. What a test finds by the number of its rounds it finds then.
func OneIn(n int) int {
	if os.Getenv("WHOLE") != "" {
		return 1
	}
	return n
}

var serial atomic.Int64

func exec(ctx context.Context, address, statement string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, statement)
	return err
}

func withDatabase(address, name string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Path = "/" + name
	return u.String()
}
