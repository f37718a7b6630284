package store_test

import (
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

// The error of a connection string shows nothing of it, whatever it is.
func TestAConnectionStringThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"an at sign and a question mark": "postgres://bob:hemm@ligt?x@db/shop?sslmode=disable",
		"an at sign and a parameter":     "postgres://bob:hemm@ligt?x=1@db/shop",
		"an address as the host":         "host=postgres://bob:hemmligt@db/shop",
		"a host with an at sign":         "host=bob:hemmligt@db user=bob",
		"a host with a slash":            "host=hemm/ligt user=bob",
		"an at sign":                     "postgres://bob:hemm@lig:t@db/shop",
		"a slash":                        "postgres://bob:hemm/ligt@db/shop",
		"digits and a slash":             "postgres://bob:12/hemmligt@db/shop",
		"a question mark":                "postgres://bob:12?hemmligt@db/shop",
		"a hash":                         "postgres://bob:hemm#ligt@db/shop",
		"digits and a hash":              "postgres://bob:12#hemmligt@db/shop",
		"a per cent sign":                "postgres://bob:hemm%ligt@db/shop",
		"a blank":                        "postgres://bob:hemm ligt@db/shop",
		"a bracket":                      "postgres://bob:[hemmligt@db/shop",
		"another port":                   "postgres://bob:hemmligt@db:hemm/shop",
		"another mode":                   "postgres://bob:hemmligt@db/shop?sslmode=hemmligt",
		"a size of the pool":             "postgres://bob:hemmligt@db/shop?pool_max_conns=hemmligt",
		"a file of certificates":         "postgres://bob:hemmligt@db/shop?sslmode=verify-full&sslrootcert=/hemmligt",
		"keywords with blanks":           "host=db user=bob password=hemm ligt dbname=shop",
		"keywords with blanks around":    "host = db user = bob password = 'hemmligt dbname = shop",
		"a keyword without value":        "host=db user=bob password='hemmligt' hemmligt",
		"a word":                         "hemmligt",
		"a key":                          "-----BEGIN PRIVATE KEY-----\nhemmligt\n-----END PRIVATE KEY-----\n",
		"another scheme":                 "mysql://bob:hemmligt@db/shop",
	} {
		config, err := store.ParseURL(text)
		if err == nil {
			if name != "an at sign" { // which is read as it is meant
				t.Errorf("%s is read: host %q, database %q", name, config.ConnConfig.Host, config.ConnConfig.Database)
			}
			continue
		}
		for _, part := range []string{"hemm", "ligt", "bob", "shop", "KEY"} {
			if strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, text := range []string{
		"postgres://bob:a%40b%2Fc@db:5433/shop?sslmode=disable&pool_max_conns=3", "postgresql:///shop?host=/run/postgresql", "host=db user=bob password='a b' dbname=shop",
		"postgres://db/shop?user=bob&password=x", "postgres://a:5432,b:5432/shop?target_session_attrs=any", "postgres://bob@db/a%40b", "postgres://bob@db/shop?options=-c%20x%3Da@b",
	} {
		if _, err := store.ParseURL(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Of a connection that cannot be made, host, port, database and the reason are shown.
func TestAConnectionThatCannotBeMade(t *testing.T) {
	t.Parallel()
	there, err := pgx.ParseConfig(storetest.New(t, storetest.Empty))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	scram := demanding(t)
	nobody := listener.Addr().String()
	_ = listener.Close()
	query := url.Values{"host": {there.Host}, "port": {"5432"}}.Encode()
	for address, want := range map[string][]string{
		"postgres://hemmelig:hemmligt@/" + there.Database + "?" + query:                   {there.Database, "there is no such user"},
		"postgres://" + there.User + ":hemmligt@/hemmshop?" + query:                       {"database=hemmshop", "there is no such database"},
		"postgres://" + there.User + ":hemmligt@/postgres?hemmligt=1&" + query:            {"the server refuses (SQLSTATE 42704)"},
		"postgres://" + there.User + ":hemmligt@/postgres?client_encoding=hemm&" + query:  {"the server refuses (SQLSTATE 22023)"},
		"postgres://hem%60melig:hemmligt@" + nobody + "/shop?sslmode=disable":             {nobody, "database=shop", "refused"},
		"postgres://hemmelig:hemmligt@" + scram + "/shop?sslmode=disable":                 {scram, "database=shop", "the user or the password is wrong (SQLSTATE 28P01)"},
		"postgres://hemmelig:hemmligt@" + nobody + "/shop?sslmode=disable":                {nobody, "database=shop", "refused"},
		"postgres://hemmelig:hemmligt@" + nobody + "," + nobody + "/shop?sslmode=disable": {nobody, "database=shop"},
	} {
		st, err := store.Open(address, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = st.Ping(t.Context())
		st.Close()
		if err == nil {
			t.Errorf("%s answers", address)
			continue
		}
		text := store.Printable(err.Error())
		for _, part := range append(want, "failed to connect to") {
			if !strings.Contains(text, part) {
				t.Errorf("%s\nlacks %q, of %v", text, part, err)
			}
		}
		if secret := strings.ReplaceAll(strings.ReplaceAll(text, "hemmshop", ""), there.Host, ""); strings.Contains(secret, "hemm") || strings.Contains(secret, there.User) {
			t.Errorf("%s", text)
		}
	}
}

// demanding returns the address of a server that demands a proof of the password, and finds it wrong.
func demanding(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			server := pgproto3.NewBackend(conn, conn)
			if _, err := server.ReceiveStartupMessage(); err == nil {
				server.Send(&pgproto3.AuthenticationSASL{AuthMechanisms: []string{"SCRAM-SHA-256"}})
				_ = server.Flush()
				_ = server.SetAuthType(pgproto3.AuthTypeSASL)
				_, _ = server.Receive()
				server.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01", Message: `password authentication failed for user "hemmelig"`})
				_ = server.Flush()
			}
			_ = conn.Close()
		}
	}()
	return listener.Addr().String()
}
