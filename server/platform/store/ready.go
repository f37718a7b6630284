package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Ready asks the database whether it takes calls. The error is that it does not
// answer or is a standby; the fault is what keeps it from taking changes while
// it answers reads.
func (s *Store) Ready(ctx context.Context) (Fault, error) {
	standby, err := inRecovery(s.pool.QueryRow(ctx, recoveryQuery))
	if err != nil {
		return NoFault, err
	}
	if standby {
		s.leaveStandby()
		return NoFault, errStandby
	}
	if full := s.full.Load(); full != nil && time.Since(*full) < fullFor {
		return DiskFull, nil
	}
	return NoFault, nil
}

// noteFullDisk notes a write that failed because the disk of the database is full, and returns its error.
func (s *Store) noteFullDisk(err error) error {
	if err != nil && FaultOf(err) == DiskFull {
		now := time.Now()
		s.full.Store(&now)
	}
	return err
}

// fullFor is how long the disk of the database counts as full after a write failed for it.
const fullFor = 10 * time.Second

// refusedToBegin returns the error of a BEGIN READ WRITE as that of a transaction.
func (s *Store) refusedToBegin(err error) error {
	if !refusedByStandby(err) {
		return err
	}
	s.leaveStandby()
	return fmt.Errorf("%w: %w", errStandby, err)
}

// errStandby is wrapped by the error of a transaction that a standby refused to
// begin, and of a reading of changes there: it says nothing about the primary.
var errStandby = errors.New("store: the server is in recovery")

// refusedByStandby reports whether BEGIN READ WRITE failed with err because the
// server is in recovery.
func refusedByStandby(err error) bool {
	state := sqlState(err)
	return state == "0A000" || state == "25006"
}

// leaveStandby closes the connections of the pool if new ones lead to a primary:
// the address has moved, and the pool still holds connections to the server that
// was there before. While new ones lead to a standby too, reads keep theirs.
func (s *Store) leaveStandby() {
	if !s.seeking.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer s.seeking.Store(false)
		if s.findsPrimary() {
			s.pool.Reset()
			return
		}
		time.Sleep(seekPause)
	}()
}

// seekPause is the least time between two searches for a primary.
const seekPause = 250 * time.Millisecond

// findsPrimary reports whether a new connection leads to a server that takes
// writes.
func (s *Store) findsPrimary() bool {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	standby, err := inRecovery(conn.QueryRow(ctx, recoveryQuery))
	return err == nil && !standby
}

const recoveryQuery = "SELECT pg_is_in_recovery()"

func inRecovery(row pgx.Row) (standby bool, err error) {
	err = row.Scan(&standby)
	return standby, err
}

// validateWriting has target_session_attrs ask whether a server can write: the
// sessions of the pool only read, and pgx would take every server for a standby.
func validateWriting(validate pgconn.ValidateConnectFunc) pgconn.ValidateConnectFunc {
	if validate == nil {
		return nil
	}
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, "BEGIN READ WRITE").ReadAll()
		if refusedByStandby(err) {
			return validate(ctx, conn)
		}
		if err != nil {
			return err
		}
		refusal := validate(ctx, conn)
		if _, err := conn.Exec(ctx, "ROLLBACK").ReadAll(); err != nil {
			return err
		}
		return refusal
	}
}
