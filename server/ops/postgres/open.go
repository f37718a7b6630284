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
	"log/slog"
)

// Options say which server [Open] opens.
type Options struct {
	// DataDir is the folder to keep the data in; it is made when missing. When
	// root names one that the server's unprivileged user cannot reach, a folder
	// under /var/lib/storefront is used, and a warning says so.
	DataDir string

	// BinDir holds the programs initdb and postgres. When empty they are
	// searched, see [Find].
	BinDir string

	// Settings are PostgreSQL's own, such as "shared_buffers": "1GB". They count
	// only for a server that this Open starts, and cannot change where it
	// listens. See [VolatileSettings].
	Settings map[string]string

	// Logger receives what happens; nil discards it.
	Logger *slog.Logger
}

// synced reports whether the data is to outlive the machine.
func (o Options) synced() bool { return o.Settings["fsync"] != "off" }

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
