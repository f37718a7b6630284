package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// readyPoll is how often a server that starts is asked whether it is ready.
const readyPoll = 10 * time.Millisecond

// errGone means that the server ended while it was waited for.
var errGone = errors.New("the server ended")

// awaitReady waits until the server at socket answers a query. It returns
// errGone as soon as gone says that there is nothing to wait for any more.
func awaitReady(ctx context.Context, socket string, gone func() bool) error {
	for {
		err := query(ctx, socket)
		if err == nil || refused(err) {
			return err
		}
		if gone() {
			return errGone
		}
		if cause := sleep(ctx, readyPoll); cause != nil {
			return fmt.Errorf("%w; the last answer was: %w", cause, err)
		}
	}
}

// query makes a connection and a query that needs nothing but a server.
func query(ctx context.Context, socket string) error {
	conn, err := pgx.Connect(ctx, connString(socket, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "SELECT 1")
	return err
}

// refused reports whether the server answered that this user may never connect.
// Other errors pass: there is no socket yet, or the data is being recovered.
func refused(err error) bool {
	const invalidAuthorization = "28"
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && strings.HasPrefix(pgErr.Code, invalidAuthorization)
}
