package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// leaveLimit bounds how long the last user waits for others who start or stop
// the server at that moment.
const leaveLimit = 2 * time.Minute

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
	socket  string // the folder of the socket, once it runs

	found Installation // the programs, once they were looked for
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

// named returns an error that names the data folder, or nil.
func (s *server) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("postgres: data folder %s: %w", s.home.root, err)
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
	if err != nil {
		users.release()
		return fmt.Errorf("postgres: the server is left running: %w", err)
	}
	defer gate.release()
	defer users.release()

	alone, err := users.try(exclusive)
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
