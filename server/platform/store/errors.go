package store

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Fault is why the database cannot do right now what it could do at another
// time. Its text is for operators and callers: a clause, without a full stop.
type Fault string

// The faults.
const (
	NoFault       Fault = ""
	Unreachable   Fault = "the service cannot reach its database right now"
	Standby       Fault = "the database is a standby, which takes no changes"
	DiskFull      Fault = "the disk of the database is full"
	DiskFailed    Fault = "the database cannot read or write its files"
	NoConnection  Fault = "the database has no connection to spare"
	NoMemory      Fault = "the database lacks memory or another resource"
	Locked        Fault = "the call waited too long for data that another change has locked"
	SlowStatement Fault = "the database did not finish a statement in time"
	TimedOut      Fault = "the call took longer than it may"
	NoTurn        Fault = "the call waited too long for its turn to write: many other changes are under way"
)

// FaultOf returns the fault that err comes from. It is NoFault when something is
// wrong with the statement or the program, and trying again would not help.
func FaultOf(err error) Fault {
	if errors.Is(err, errNoTurn) {
		return NoTurn
	}
	for _, standby := range []error{errStandby, pgconn.ErrReadOnlyConnection, pgconn.ErrStandbyConnection} {
		if errors.Is(err, standby) {
			return Standby
		}
	}
	if state := sqlState(err); state != "" {
		return faultOfState(state)
	}
	if _, ok := errors.AsType[*SessionError](err); ok {
		return Unreachable
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return Unreachable
	}
	if errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err) {
		return TimedOut
	}
	if isBroken(err) {
		return Unreachable
	}
	return NoFault
}

// faultOfState returns the fault that an SQLSTATE stands for.
func faultOfState(state string) Fault {
	switch state {
	case "53100":
		return DiskFull
	case "58030":
		return DiskFailed
	case "53300":
		return NoConnection
	case "55P03", "40P01": // the latter again and again
		return Locked
	case "57014", "25P03": // statement and idle-in-transaction timeout
		return SlowStatement
	case "3D000", "55000": // no such database, and one that is closed to connections
		return Unreachable
	}
	switch state[:2] {
	case "53":
		return NoMemory
	case "08", "57": // connection; shutdown and start-up
		return Unreachable
	}
	return NoFault
}

// isBroken reports whether err means that a connection is gone.
func isBroken(err error) bool {
	if err == nil {
		return false
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "closed pool")
}

// IsAway reports whether err says that the database cannot be reached, or does not
// answer.
func IsAway(err error) bool {
	fault := FaultOf(err)
	return fault == Unreachable || fault == TimedOut
}

// NotFound reports whether a query for one row found none.
func NotFound(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// Taken reports whether err is the refusal of a unique index, or of an exclusion constraint, of that name.
func Taken(err error, index string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "23505" || pg.Code == "23P01") && pg.ConstraintName == index
}

func wantsRetry(err error) bool {
	if errors.Is(err, ErrUncertain) { // it would be carried out twice
		return false
	}
	if _, again := errors.AsType[*Again](err); again {
		return true
	}
	state := sqlState(err)
	return state == "40001" || state == "40P01"
}

// isRefusal reports whether PostgreSQL refused a statement. Other errors, FATAL and PANIC, end the session.
func isRefusal(pg *pgconn.PgError) bool {
	return cmp.Or(pg.SeverityUnlocalized, pg.Severity) == "ERROR"
}

// sqlState returns the SQLSTATE of an error of the server, "" for any other.
func sqlState(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}
