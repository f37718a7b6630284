package store

import (
	"context"
	"fmt"
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
	if s.diskIsFull(ctx) {
		return DiskFull, nil
	}
	return NoFault, nil
}

// learn notes what the end of a transaction says of the database, and returns
// the transaction's error.
func (s *Store) learn(w *work, err error) error {
	switch {
	case err == nil && w.begun:
		s.disk.written()
	case FaultOf(err) == DiskFull:
		s.disk.filled()
	case refusedByStandby(w.refused):
		s.leaveStandby()
		return fmt.Errorf("%w: %w", errStandby, err)
	}
	return err
}
