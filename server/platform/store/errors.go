package store

import (
	"cmp"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// NotFound reports whether a query for one row found none.
func NotFound(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// Taken reports whether err is the refusal of a unique index of that name.
func Taken(err error, index string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "23505" && pg.ConstraintName == index
}

// isRefusal reports whether PostgreSQL refused a statement. Other errors, FATAL and PANIC, end the session.
func isRefusal(pg *pgconn.PgError) bool {
	return cmp.Or(pg.SeverityUnlocalized, pg.Severity) == "ERROR"
}

func wantsRetry(err error) bool {
	if errors.Is(err, ErrUncertain) { // it would be carried out twice
		return false
	}
	state := sqlState(err)
	return state == "40001" || state == "40P01"
}

// sqlState returns the SQLSTATE of an error of the server, "" for any other.
func sqlState(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}
