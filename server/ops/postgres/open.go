// Package postgres finds, starts, shares and stops the PostgreSQL server which
// the product runs for itself when DATABASE_URL names no other.
//
// One data folder has at most one server, whichever processes use it: [Open]
// attaches to the server that runs, or starts one, and the last user to close
// it stops it. The server outlives a user that dies without closing; the next
// one attaches to it. It listens only on a unix socket in a folder that only
// its own system user can enter.
//
// A data folder holds:
//
//	cluster/     PostgreSQL's own data directory
//	socket/      the socket, unless the path is too long (see socketFolder)
//	log/         what PostgreSQL has to say
//	gate.lock    held while the server is made, started or stopped
//	users.lock   held, shared, by everyone who uses the server
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// superuser is the database role that owns everything. Anyone who can enter the
	// socket's folder may take it, without a password.
	superuser = "storefront"
	// port only names the socket's file: nothing listens on TCP.
	port = 5432
	// leaveLimit bounds how long the last user waits for others who start or stop
	// the server at that moment.
	leaveLimit = 2 * time.Minute
	// maxName is the length in bytes at which PostgreSQL cuts names off, silently.
	maxName = 63
)

// ErrClosed is returned by an [Instance] that has been closed.
var ErrClosed = errors.New("postgres: instance is closed")

// Options say which server [Open] opens.
type Options struct {
	// DataDir is the folder to keep the data in; it is made when missing. When
	// root names one that the server's unprivileged user cannot reach, a folder
	// under /var/lib/storefront is used, and a warning says so.
	DataDir string

	// Settings are PostgreSQL's own, such as "shared_buffers": "1GB". They count
	// only for a server that this Open starts, and cannot change where it
	// listens. See [VolatileSettings].
	Settings map[string]string

	// Logger receives what happens; nil discards it.
	Logger *slog.Logger
}

// synced reports whether the data is to outlive the machine.
func (o Options) synced() bool { return o.Settings["fsync"] != "off" }

// server is the server of one data folder, seen from one user of it.
//
// Two locks coordinate its users. The gate is held by the process that
// looks whether the server runs, and makes, starts or stops it. The lock of the
// users is shared by all users of the server; it is taken and left only inside
// the gate, so a process that finds it free there is the only user and stays so. One lock for
// both would not do: flock does not turn an exclusive lock into a shared one
// in one step, and a user who leaves could stop the server in between.
type server struct {
	home    home
	options Options
	socket  string       // the folder of the socket, once it runs
	found   Installation // the programs, once they were looked for
}

func newServer(opts Options) (*server, error) {
	if err := available(); err != nil {
		return nil, err
	}
	if opts.DataDir == "" {
		return nil, errors.New("postgres: Options.DataDir is empty")
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	home, err := locate(opts.DataDir, opts.Logger)
	if err != nil {
		return nil, fmt.Errorf("postgres: data folder %s: %w", opts.DataDir, err)
	}
	return &server{home: home, options: opts}, nil
}

// Open attaches to the server of opts.DataDir, or makes the data folder and
// starts the server as needed. It returns when the server answers queries. Of
// many callers at once, in any number of processes, one starts it and the
// others wait.
//
// Errors wrap [ErrUnavailable] on Windows, [ErrNotInstalled] when there are no programs to run, [ErrVersion]
// when the folder was made by another major version, and ctx's error when it
// ends first. When the server fails to start, the error ends with the last
// lines of its log.
func Open(ctx context.Context, opts Options) (*Instance, error) {
	s, err := newServer(opts)
	if err != nil {
		return nil, err
	}
	return s.open(ctx)
}

func (s *server) open(ctx context.Context) (*Instance, error) {
	users, err := s.join(ctx)
	if err != nil {
		return nil, s.named(err)
	}
	used, end := context.WithCancel(context.Background())
	go s.keepLogsBounded(used)
	return &Instance{server: s, users: users, end: end}, nil
}

// named returns an error that names the data folder.
func (s *server) named(err error) error {
	return fmt.Errorf("postgres: data folder %s: %w", s.home.root, err)
}

// join makes sure that the server runs, and returns the hold on it.
func (s *server) join(ctx context.Context) (*lock, error) {
	gate, err := acquire(ctx, s.home, gateName, exclusive)
	if err != nil {
		return nil, err
	}
	defer gate.release()

	if err := s.ensureCluster(ctx); err != nil {
		return nil, err
	}
	if err := s.ensureRunning(ctx); err != nil {
		return nil, err
	}
	return acquire(ctx, s.home, usersName, shared)
}

// leave gives the hold up, and stops the server if nobody else has one.
func (s *server) leave(users *lock) error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	gate, err := acquire(ctx, s.home, gateName, exclusive)
	if err == nil {
		defer gate.release()
	}
	defer users.release()
	alone := false
	if err == nil {
		alone, err = users.try(exclusive)
	}
	if err != nil {
		return fmt.Errorf("postgres: the server is left running: %w", err)
	}
	if !alone {
		s.options.Logger.Debug("others still use PostgreSQL", "data", s.home.root)
		return nil
	}
	if err := s.stop(); err != nil {
		return fmt.Errorf("postgres: stop the server: %w", err)
	}
	return nil
}

// Instance is one use of a running server. It is safe for concurrent use.
type Instance struct {
	server *server
	end    context.CancelFunc // of what is done while it is used

	mu    sync.Mutex
	users *lock // nil once closed
}

// DataDir returns the absolute path of the folder in use, which is not always
// the one that was asked for (see [Options]).
func (i *Instance) DataDir() string { return i.server.home.root }

// URL returns the connection string of database, which pgx, psql and libpq
// understand, such as
//
//	postgres://storefront@/shop?host=%2Fsrv%2Fdata%2Fsocket&port=5432&sslmode=disable
//
// The database need not exist, see [Instance.EnsureDatabase].
func (i *Instance) URL(database string) string { return connString(i.server.socket, database) }

// connString makes the connection string for the socket in folder. The name of
// the folder goes into the query, since the host of a URL cannot hold a path.
func connString(folder, database string) string {
	query := url.Values{"host": {folder}, "port": {strconv.Itoa(port)}, "sslmode": {"disable"}}.Encode()
	query = strings.ReplaceAll(query, "+", "%20") // libpq does not read a plus sign as a space
	u := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query}
	return u.String()
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

// EnsureDatabase makes the database name if there is none yet: empty, in UTF-8
// and with the locale of the cluster. Any number of callers may ask at once.
func (i *Instance) EnsureDatabase(ctx context.Context, name string) error {
	if i.closed() {
		return ErrClosed
	}
	if name == "" || len(name) > maxName {
		return fmt.Errorf("postgres: database name %q: want 1 to %d bytes", name, maxName)
	}
	conn, err := pgx.Connect(ctx, i.URL("postgres"))
	if err != nil {
		return fmt.Errorf("postgres: create database %s: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))

	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	if err == nil && !exists {
		// From template0, because making one from template1 fails while anybody is
		// connected to that.
		_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()+" TEMPLATE template0")
	}
	if err != nil && !madeMeanwhile(err) {
		return fmt.Errorf("postgres: create database %s: %w", name, err)
	}
	return nil
}

// madeMeanwhile reports whether CREATE DATABASE failed because another caller was
// first. Two at the same moment meet in the index, not in the check before it.
func madeMeanwhile(err error) bool {
	const duplicateDatabase, uniqueViolation = "42P04", "23505"
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failed.Code == duplicateDatabase || failed.Code == uniqueViolation)
}
