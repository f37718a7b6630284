package postgres

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// superuser is the database role that owns everything. Anyone who can enter the
// socket's folder may take it, without a password.
const superuser = "storefront"

// port only names the socket's file: nothing listens on TCP.
const port = 5432

// ErrClosed is returned by an [Instance] that has been closed.
var ErrClosed = errors.New("postgres: instance is closed")

// Instance is one use of a running server. It is safe for concurrent use.
type Instance struct {
	server *server
	end    context.CancelFunc // of what is done while it is used

	mu    sync.Mutex
	users *lock // nil once closed
}

// URL returns the connection string of database, which pgx, psql and libpq
// understand, such as
//
//	postgres://storefront@/shop?host=%2Fsrv%2Fdata%2Fsocket&port=5432&sslmode=disable
//
// The database need not exist, see [Instance.EnsureDatabase].
func (i *Instance) URL(database string) string {
	return connString(i.server.socket, database)
}

// DataDir returns the absolute path of the folder in use, which is not always
// the one that was asked for (see [Options]).
func (i *Instance) DataDir() string {
	return i.server.home.root
}

// Close ends this use of the server, and stops the server when no other use is
// left in any process. Connections to it should be closed before; those still
// open are cut off. Closing again does nothing.
func (i *Instance) Close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.users == nil {
		return nil
	}
	users := i.users
	i.users = nil
	i.end()
	return i.server.leave(users)
}

func (i *Instance) closed() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.users == nil
}

// connString makes the connection string for the socket in folder. The name of
// the folder goes into the query, since the host of a URL cannot hold a path.
func connString(folder, database string) string {
	query := url.Values{
		"host":    {folder},
		"port":    {strconv.Itoa(port)},
		"sslmode": {"disable"},
	}.Encode()
	u := url.URL{
		Scheme: "postgres",
		User:   url.User(superuser),
		Path:   "/" + database,
		// libpq does not read a plus sign as a space.
		RawQuery: strings.ReplaceAll(query, "+", "%20"),
	}
	return u.String()
}
